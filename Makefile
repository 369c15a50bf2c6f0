# FaceBoard. `make` lists what can be made.
SHELL := /bin/bash
.DEFAULT_GOAL := help

RECORDER := .build/release/recorder
DEMO := demo

.PHONY: help build demo wasm ink test bench fuzz mutate format clean

help: ## this list
	@echo "FaceBoard: what can be made"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## the recorder, in .build/release
	@Scripts/install-packages run
	@Scripts/swift build -c release --product recorder

demo: build ## a WebM of a real drawing session, in demo/
	@Scripts/demo $(RECORDER) $(DEMO)

wasm: ## the ink engine for pages, Web/ink.wasm
	@Scripts/build-wasm

Web/ink.wasm: $(shell find Sources/Strokes Web/Module -type f) Scripts/build-wasm
	@Scripts/build-wasm

ink: Web/ink.wasm ## a board to draw on in a browser, at 127.0.0.1 (PORT=8017)
	@Scripts/serve-ink $(PORT)

test: ## everything that is tested, once
	@Scripts/test

bench: ## speed, size and likeness beside FFmpeg's command line
	@Scripts/bench

fuzz: ## FUZZ_SECONDS (60) of fuzzing for every parser, and VP8_SESSIONS (5000) for the encoder
	@Scripts/fuzz $(FUZZ_TARGETS)
	@[ -n "$(FUZZ_TARGETS)" ] || Scripts/fuzz-vp8 $(VP8_SESSIONS)

mutate: ## makes the usual mistakes of a VP8 encoder and expects the tests to notice
	@Scripts/mutate-vp8

format: ## lays out every Swift file by .swift-format
	@swift format --in-place --recursive --parallel --configuration .swift-format \
	  Package.swift Sources Tests $(wildcard Fuzz Samples)

clean: ## removes what was built, recorded and downloaded
	@rm -rf .build .venv $(DEMO) Web/ink.wasm Fuzz/.build Fuzz/Corpus Samples/*/.build

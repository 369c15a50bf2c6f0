// The heap of ink.wasm under load, natively, under AddressSanitizer and UndefinedBehaviorSanitizer.
//
// A seeded crowd of blocks of all sizes and alignments comes and goes. Every block is filled with
// bytes of its own and looked at again before it goes, so an overlap shows; the heap's own rules
// are checked every now and then; memory beyond its end is poisoned. At the end all is free again,
// in one piece.
#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Web/Module/heap.h"

#define EXPECT(holds, ...)                                     \
  do {                                                         \
    if (!(holds)) {                                            \
      fprintf(stderr, "heap_test:%d: seed %llu: ", __LINE__, (unsigned long long)seed); \
      fprintf(stderr, __VA_ARGS__);                            \
      fputc('\n', stderr);                                     \
      exit(1);                                                 \
    }                                                          \
  } while (0)

enum { RESERVED = 256 << 20, FIRST = 1 << 16, SLOTS = 3000 };

static uint64_t seed, state;
static unsigned char *memory;
static uint32_t length, allowed;

static uint64_t next(void) {  // SplitMix64
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static uint32_t below(uint32_t limit) { return (uint32_t)(next() % limit); }

uint32_t heap_more(uint32_t bytes) {
  uint32_t pages = (bytes + 65535) / 65536 * 65536;
  if (pages > allowed - length) return 0;
  __asan_unpoison_memory_region(memory + length, pages);
  length += pages;
  return pages;
}

static void start(uint64_t with, uint32_t limit) {
  state = seed = with;
  allowed = limit;
  length = FIRST;
  __asan_poison_memory_region(memory, RESERVED);
  __asan_unpoison_memory_region(memory, FIRST);
  heap_open(memory, FIRST);
}

typedef struct {
  unsigned char *bytes;
  uint32_t size;
  unsigned char mark;
} Slot;

static Slot slots[SLOTS];

static void take(Slot *slot, uint32_t size, uint32_t alignment) {
  slot->bytes = heap_allocate(size, alignment);
  EXPECT(slot->bytes != NULL, "no room for %u bytes", size);
  uint32_t least = alignment > 16 ? alignment : 16;
  EXPECT((uintptr_t)slot->bytes % least == 0, "%u bytes are not aligned to %u", size, least);
  slot->size = size;
  slot->mark = (unsigned char)next();
  memset(slot->bytes, slot->mark, size);
}

static void give_back(Slot *slot) {
  for (uint32_t index = 0; index < slot->size; index++) {
    EXPECT(slot->bytes[index] == slot->mark, "byte %u of %u was overwritten", index, slot->size);
  }
  EXPECT(heap_free(slot->bytes), "a block was refused");
  slot->bytes = NULL;
}

static uint32_t some_size(void) {
  switch (below(10)) {
    case 0: return below(4);
    case 1: case 2: case 3: case 4: return below(128);
    case 5: case 6: case 7: return below(4096);
    case 8: return below(65536);
    default: return below(60) == 0 ? below(2 << 20) : below(4096);
  }
}

static void expect_sound(void) {
  int line = heap_check();
  EXPECT(line == 0, "the rule in line %d of heap.c is broken", line);
}

static void expect_empty(void) {
  expect_sound();
  EXPECT(heap_used() == 0, "%u bytes are lost", heap_used());
  EXPECT(heap_largest_free() == heap_size() - 16, "the free memory lies in pieces");
}

// Blocks of all sizes come and go at random.
static void crowd(uint64_t with) {
  start(with, RESERVED);
  for (int step = 0; step < 40000; step++) {
    Slot *slot = &slots[below(SLOTS)];
    if (slot->bytes != NULL) {
      give_back(slot);
    } else {
      take(slot, some_size(), below(8) == 0 ? 1u << below(13) : 1u << below(5));
    }
    if (step % 997 == 0) expect_sound();
  }
  // Nearly all of what was ever needed at once fits into the heap: pieces cost at most a third.
  EXPECT(heap_size() <= heap_peak() + heap_peak() / 3 + (2 << 20), "%u bytes for a peak of %u",
         heap_size(), heap_peak());
  for (int index = 0; index < SLOTS; index++) {
    if (slots[index].bytes != NULL) give_back(&slots[index]);
  }
  expect_empty();
}

// Arrays that grow as Swift's do: a block of twice the size, then the old one goes.
static void growing_arrays(uint64_t with) {
  start(with, RESERVED);
  uint32_t most = 0, sizes[40], live = 0;
  for (int index = 0; index < 40; index++) {
    sizes[index] = 32;
    take(&slots[index], 32, 16);
    live += 32;
  }
  for (int step = 0; step < 20000; step++) {
    uint32_t index = below(40);
    Slot old = slots[index];
    live -= sizes[index];
    sizes[index] = sizes[index] > 400000 ? 32 : sizes[index] * 2;
    take(&slots[index], sizes[index], 16);
    give_back(&old);
    live += sizes[index];
    if (live > most) most = live;
  }
  EXPECT(heap_size() <= most + most / 2 + (2 << 20), "%u bytes for a peak of %u", heap_size(), most);
  for (int index = 0; index < 40; index++) give_back(&slots[index]);
  expect_empty();
}

// The same work again and again needs no more memory than once.
static void steady_work(uint64_t with) {
  start(with, RESERVED);
  uint32_t after_first = 0;
  for (int round = 0; round < 60; round++) {
    state = with;
    for (int index = 0; index < 1000; index++) take(&slots[index], some_size(), 16);
    for (int index = 0; index < 1000; index += 2) give_back(&slots[index]);
    for (int index = 0; index < 1000; index += 2) take(&slots[index], some_size(), 16);
    for (int index = 0; index < 1000; index++) give_back(&slots[index]);
    if (round == 0) after_first = heap_size();
  }
  EXPECT(heap_size() == after_first, "%u bytes grew to %u", after_first, heap_size());
  expect_empty();
}

// When there is no more memory the answer is NULL, and the heap lives on.
static void memory_ends(uint64_t with) {
  start(with, 8 << 20);
  EXPECT(heap_allocate(9 << 20, 16) == NULL, "more than there is was given");
  EXPECT(heap_allocate(0xFFFFFFFF, 16) == NULL, "4 GiB were given");
  EXPECT(heap_allocate((size_t)1 << 40, 16) == NULL, "a TiB was given");
  EXPECT(heap_allocate(16, (size_t)1 << 31) == NULL, "an absurd alignment was given");
  int count = 0;
  while ((slots[count].bytes = heap_allocate(100000, 16)) != NULL) {
    slots[count].size = 0;
    count++;
  }
  EXPECT(count >= 80, "only %d of 83 blocks fit", count);
  expect_sound();
  give_back(&slots[count / 2]);
  take(&slots[count / 2], 100000, 16);
  for (int index = 0; index < count; index++) give_back(&slots[index]);
  expect_empty();
}

// What was not given out, or is back already, is refused and harms nothing.
static void wrong_places(uint64_t with) {
  start(with, RESERVED);
  unsigned char *one = heap_allocate(100, 16), *two = heap_allocate(100, 16);
  EXPECT(heap_free(NULL), "NULL was refused");
  EXPECT(!heap_free(one + 1) && !heap_free(one + 8), "a place inside a block was taken");
  EXPECT(!heap_free(memory - 16) && !heap_free(memory + RESERVED), "a place outside was taken");
  EXPECT(heap_free(one) && !heap_free(one), "a block was taken twice");
  EXPECT(heap_free(two), "a block was refused");
  expect_empty();
}

int main(void) {
  memory = aligned_alloc(65536, RESERVED);
  if (memory == NULL) return 1;
  for (uint64_t with = 1; with <= 5; with++) crowd(with);
  for (uint64_t with = 1; with <= 6; with++) growing_arrays(with);
  steady_work(7);
  memory_ends(8);
  wrong_places(9);
  __asan_unpoison_memory_region(memory, RESERVED);
  free(memory);
  puts("heap: 5 crowds, 6 sets of growing arrays, steady work, no memory, wrong places: right");
  return 0;
}

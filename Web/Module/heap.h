// A heap over one growing piece of memory: what Swift's objects and arrays live in.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Begins a heap over `size` bytes from `start`, which is aligned to 16; size is a multiple of 16
// and at least 64.
void heap_open(void *start, uint32_t size);

// `size` bytes at a multiple of `alignment` (a power of two), and always at a multiple of 16;
// NULL when there is no room. Size 0 gives a place of its own too.
void *heap_allocate(size_t size, size_t alignment);

// Gives back what heap_allocate returned; NULL does nothing. False for what it did not return, or
// what was given back before.
int heap_free(void *payload);

// Bytes of the heap, of the blocks in use with their headers, and the most there ever were in use.
uint32_t heap_size(void);
uint32_t heap_used(void);
uint32_t heap_peak(void);

// Asks for `bytes` more at the heap's end; answers how many there are, at least as many, or 0.
// Whoever links the heap supplies it.
uint32_t heap_more(uint32_t bytes);

#ifdef HEAP_CHECKED
// Walks everything; 0, or the line of the rule that does not hold.
int heap_check(void);
uint32_t heap_largest_free(void);
#endif

// What Embedded Swift expects below it, and nothing more: memory, a few functions of the C library,
// and words for the moment when nothing goes on.
//
// The module imports nothing from its host. Before it traps for want of memory it leaves a message
// that the host reads with ink_failure(); traps of Swift itself (an index out of range) leave none.
#include "heap.h"

enum { PAGE = 65536 };

extern unsigned char __heap_base;

static char failure[128];

__attribute__((export_name("ink_failure"))) const char *ink_failure(void) { return failure; }

static char *append(char *to, const char *words) {
  while (*words) *to++ = *words++;
  return to;
}

static char *append_number(char *to, uint32_t number) {
  char digits[10];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) *to++ = digits[--count];
  return to;
}

_Noreturn static void fail(const char *what, uint32_t number, const char *unit, uint32_t held) {
  char *to = append(failure, what);
  to = append_number(to, number);
  to = append(to, unit);
  to = append_number(to, held);
  *append(to, " MiB in use") = 0;
  __builtin_trap();
}

// MARK: Memory

uint32_t heap_more(uint32_t bytes) {
  uint32_t pages = (bytes + PAGE - 1) / PAGE;
  return __builtin_wasm_memory_grow(0, pages) == (size_t)-1 ? 0 : pages * PAGE;
}

// The heap begins where the linker's data ends, and has what the first pages leave.
static void open_when_first_needed(void) {
  if (heap_size() > 0) return;
  uintptr_t start = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t limit = __builtin_wasm_memory_size(0) * PAGE;
  if (limit < start + 1024) {
    if (heap_more(PAGE) == 0) fail("no memory for a heap", 0, ", ", 0);
    limit += PAGE;
  }
  heap_open((void *)start, (uint32_t)(limit - start));
}

static void *allocate(size_t size, size_t alignment) {
  open_when_first_needed();
  void *place = heap_allocate(size, alignment);
  if (place == NULL) fail("out of memory: ", (uint32_t)size, " bytes more, ", heap_used() >> 20);
  return place;
}

int posix_memalign(void **place, size_t alignment, size_t size) {
  *place = allocate(size, alignment);
  return 0;
}

void free(void *place) {
  if (!heap_free(place)) fail("memory was given back twice at ", (uint32_t)(uintptr_t)place, ", ",
                              heap_used() >> 20);
}

// Room for bytes that the host hands over; it gives them back itself.
__attribute__((export_name("ink_allocate"))) void *ink_allocate(uint32_t size) {
  return allocate(size, 16);
}

__attribute__((export_name("ink_release"))) void ink_release(void *place) { free(place); }

__attribute__((export_name("ink_heap_used"))) uint32_t ink_heap_used(void) { return heap_used(); }

__attribute__((export_name("ink_heap_peak"))) uint32_t ink_heap_peak(void) { return heap_peak(); }

// MARK: The C library's part. The built-ins become single instructions (bulk memory, rounding).

void *memcpy(void *to, const void *from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (size_t index = 0; index < count; index++) {
    if (a[index] != b[index]) return a[index] < b[index] ? -1 : 1;
  }
  return 0;
}

// The product of two numbers of 128 bits, of which Swift's wide multiplications make use.
typedef unsigned __int128 Wide;

static Wide product(uint64_t a, uint64_t b) {
  uint64_t low = (uint32_t)a * (uint64_t)(uint32_t)b;
  uint64_t one = (a >> 32) * (uint32_t)b + (low >> 32);
  uint64_t two = (uint32_t)a * (b >> 32) + (uint32_t)one;
  uint64_t high = (a >> 32) * (b >> 32) + (one >> 32) + (two >> 32);
  return (Wide)high << 64 | two << 32 | (uint32_t)low;
}

__int128 __multi3(__int128 left, __int128 right) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  uint64_t cross = (uint64_t)(left >> 64) * b + a * (uint64_t)(right >> 64);
  return (__int128)(product(a, b) + ((Wide)cross << 64));
}

// Halves go away from zero. The difference is exact: both lie within a factor of two, or one is 0.
double round(double value) {
  double whole = __builtin_trunc(value);
  if (__builtin_fabs(value - whole) < 0.5) return whole;
  return whole == value ? whole : whole + __builtin_copysign(1, value);
}

float roundf(float value) {
  float whole = __builtin_truncf(value);
  if (__builtin_fabsf(value - whole) < 0.5f) return whole;
  return whole == value ? whole : whole + __builtin_copysignf(1, value);
}

// The seeds of Swift's hashing. Nothing that a board shows depends on them, so they may be equal in
// every page; and then one page is like the other.
void arc4random_buf(void *bytes, size_t count) {
  uint32_t state = 0x9E3779B9;
  unsigned char *to = bytes;
  for (size_t index = 0; index < count; index++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    to[index] = (unsigned char)state;
  }
}

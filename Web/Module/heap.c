// The heap: blocks side by side with boundary tags, free ones in segregated lists.
//
// Each block begins with a header of 8 bytes: its size, and where the block before it begins. So a
// block that is given back melts with free neighbours at once, and no two free blocks ever touch.
// Free blocks hang in lists by size: one list for each multiple of 16 bytes up to 240, then sixteen
// for every doubling. Two levels of bitmaps find the smallest list that surely has a fitting block
// in a few instructions, whatever the heap holds: allocating and giving back take constant time.
// (Two-level segregated fit: M. Masmano and others, ECRTS 2004.)
//
// Places are offsets from the heap's start in 32 bits, so the same code runs in WebAssembly and,
// under sanitizers, natively. Headers lie at 8 beyond multiples of 16, what follows them at
// multiples of 16.
#include "heap.h"

typedef struct {
  uint32_t size;      // Of the whole block, a multiple of 16; the lowest bit says that it is in use.
  uint32_t previous;  // The block before in memory; NOWHERE for the first.
  uint32_t next_free;  // These two only in a free block: its neighbours in its list.
  uint32_t last_free;
} Block;

enum {
  HEADER = 8,
  GRAIN = 16,
  IN_USE = 1,
  NOWHERE = 0,
  ROWS = 26,
  COLUMNS = 16,
  // Lists are searched no further than this before the heap grows.
  PATIENCE = 32,
  // Growing costs the owner something, so it is asked for a MiB at a time.
  STRIDE = 1 << 20,
  LARGEST = 0x7FFFFFE0,
};

static unsigned char *heap;
static uint32_t end;  // Of the heap; the last header before it is the sentinel's.
static uint32_t used, peak;
static uint32_t rows;            // Bit r: some list of row r has a block.
static uint32_t columns[ROWS];   // Bit c: list c of the row has a block.
static uint32_t lists[ROWS][COLUMNS];

static Block *at(uint32_t place) { return (Block *)(heap + place); }

static uint32_t size_of(uint32_t place) { return at(place)->size & ~(uint32_t)IN_USE; }

static int is_used(uint32_t place) { return at(place)->size & IN_USE; }

static uint32_t highest_bit(uint32_t value) { return 31 - (uint32_t)__builtin_clz(value); }

// The list that holds blocks of a size: row × 16 + column.
static uint32_t list_of(uint32_t size) {
  uint32_t grains = size / GRAIN;
  if (grains < COLUMNS) return grains;
  uint32_t shift = highest_bit(grains) - 4;
  return (shift + 1) * COLUMNS + (grains >> shift & 15);
}

static void hang(uint32_t place) {
  uint32_t list = list_of(size_of(place)), row = list / COLUMNS, column = list % COLUMNS;
  uint32_t head = lists[row][column];
  at(place)->next_free = head;
  at(place)->last_free = NOWHERE;
  if (head != NOWHERE) at(head)->last_free = place;
  lists[row][column] = place;
  columns[row] |= 1u << column;
  rows |= 1u << row;
}

static void unhang(uint32_t place) {
  uint32_t next = at(place)->next_free, last = at(place)->last_free;
  if (next != NOWHERE) at(next)->last_free = last;
  if (last != NOWHERE) {
    at(last)->next_free = next;
    return;
  }
  uint32_t list = list_of(size_of(place)), row = list / COLUMNS, column = list % COLUMNS;
  lists[row][column] = next;
  if (next != NOWHERE) return;
  columns[row] &= ~(1u << column);
  if (columns[row] == 0) rows &= ~(1u << row);
}

// A free block of at least `size` bytes, or NOWHERE: from its own list, or else the first of the
// nearest list above, which is nearly the best fit.
static uint32_t find(uint32_t size) {
  uint32_t list = list_of(size), row = list / COLUMNS, column = list % COLUMNS;
  // Blocks of the list itself may be smaller when it holds a range of sizes.
  uint32_t place = lists[row][column];
  for (int tries = PATIENCE; place != NOWHERE && tries > 0; tries--) {
    if (size_of(place) >= size) return place;
    place = at(place)->next_free;
  }
  uint32_t larger = column + 1 < COLUMNS ? columns[row] & ~0u << (column + 1) : 0;
  if (larger == 0) {
    uint32_t above = row + 1 < ROWS ? rows & ~0u << (row + 1) : 0;
    if (above == 0) return NOWHERE;
    row = (uint32_t)__builtin_ctz(above);
    larger = columns[row];
  }
  return lists[row][__builtin_ctz(larger)];
}

// Writes a header, and tells the block after it.
static void mark(uint32_t place, uint32_t size, uint32_t use) {
  at(place)->size = size | use;
  at(place + size)->previous = place;
}

// Makes a free block, joined with free neighbours, and hangs it up.
static void release(uint32_t place, uint32_t size) {
  uint32_t after = place + size, before = at(place)->previous;
  if (!is_used(after)) {
    unhang(after);
    size += size_of(after);
  }
  if (before != NOWHERE && !is_used(before)) {
    unhang(before);
    size += size_of(before);
    place = before;
  }
  mark(place, size, 0);
  hang(place);
}

void heap_open(void *start, uint32_t size) {
  heap = start;
  end = size;
  used = peak = rows = 0;
  for (int row = 0; row < ROWS; row++) {
    columns[row] = 0;
    for (int column = 0; column < COLUMNS; column++) lists[row][column] = NOWHERE;
  }
  uint32_t first = HEADER;
  at(first)->previous = NOWHERE;
  mark(first, size - 2 * HEADER, 0);
  at(size - HEADER)->size = IN_USE;
  hang(first);
}

// Makes the heap end with a free block of at least `size` bytes; where it begins, or NOWHERE.
static uint32_t grow(uint32_t size) {
  uint32_t sentinel = end - HEADER, tail = at(sentinel)->previous;
  uint32_t there = is_used(tail) ? 0 : size_of(tail);
  uint32_t missing = size > there ? size - there : GRAIN;
  uint32_t more = missing < STRIDE ? heap_more(STRIDE) : 0;
  if (more == 0) more = heap_more(missing);
  more -= more % GRAIN;
  if (more < missing) return NOWHERE;
  end += more;
  at(end - HEADER)->size = IN_USE;
  release(sentinel, more);
  return at(end - HEADER)->previous;
}

void *heap_allocate(size_t wanted, size_t alignment) {
  if (wanted > LARGEST || alignment > LARGEST - wanted) return NULL;
  uint32_t size = ((uint32_t)wanted + HEADER + GRAIN - 1) / GRAIN * GRAIN;
  // The gap before an aligned place becomes a block of its own.
  uint32_t slack = alignment > GRAIN ? (uint32_t)alignment - GRAIN : 0;
  uint32_t place = find(size + slack);
  if (place == NOWHERE) place = grow(size + slack);
  if (place == NOWHERE) return NULL;
  unhang(place);
  uint32_t whole = size_of(place);
  if (slack > 0) {
    uintptr_t payload = (uintptr_t)(heap + place + HEADER);
    uint32_t gap = (uint32_t)(-payload & (alignment - 1));
    if (gap > 0) {
      mark(place, gap, 0);
      hang(place);
      place += gap;
      whole -= gap;
    }
  }
  if (whole > size) {
    mark(place + size, whole - size, 0);
    hang(place + size);
  }
  mark(place, size, IN_USE);
  used += size;
  if (used > peak) peak = used;
  return heap + place + HEADER;
}

int heap_free(void *payload) {
  if (payload == NULL) return 1;
  uintptr_t distance = (uintptr_t)payload - (uintptr_t)heap;
  if (distance % GRAIN != 0 || distance < GRAIN || distance >= end) return 0;
  uint32_t place = (uint32_t)distance - HEADER, size = size_of(place);
  if (!is_used(place) || size == 0 || size > end - HEADER - place) return 0;
  if (at(place + size)->previous != place) return 0;
  used -= size;
  release(place, size);
  return 1;
}

uint32_t heap_size(void) { return end; }

uint32_t heap_used(void) { return used; }

uint32_t heap_peak(void) { return peak; }

#ifdef HEAP_CHECKED
#define RULE(holds) \
  if (!(holds)) return __LINE__

int heap_check(void) {
  uint32_t place = HEADER, previous = NOWHERE, in_use = 0, free_blocks = 0;
  int was_free = 0;
  while (place != end - HEADER) {
    uint32_t size = size_of(place);
    RULE(size >= GRAIN && size % GRAIN == 0 && size <= end - HEADER - place);
    RULE(at(place)->previous == previous);
    RULE(!(was_free && !is_used(place)));
    if (is_used(place)) {
      in_use += size;
    } else {
      free_blocks++;
    }
    was_free = !is_used(place);
    previous = place;
    place += size;
  }
  RULE(at(place)->previous == previous && at(place)->size == IN_USE);
  RULE(in_use == used);
  for (uint32_t row = 0; row < ROWS; row++) {
    RULE((columns[row] != 0) == (rows >> row & 1));
    for (uint32_t column = 0; column < COLUMNS; column++) {
      uint32_t last = NOWHERE;
      RULE((lists[row][column] != NOWHERE) == (columns[row] >> column & 1));
      for (uint32_t block = lists[row][column]; block != NOWHERE; block = at(block)->next_free) {
        RULE(!is_used(block) && at(block)->last_free == last);
        RULE(list_of(size_of(block)) == row * COLUMNS + column);
        RULE(free_blocks-- > 0);
        last = block;
      }
    }
  }
  RULE(free_blocks == 0);
  return 0;
}

uint32_t heap_largest_free(void) {
  uint32_t largest = 0;
  for (uint32_t place = HEADER; place != end - HEADER; place += size_of(place)) {
    if (!is_used(place) && size_of(place) > largest) largest = size_of(place);
  }
  return largest;
}
#endif

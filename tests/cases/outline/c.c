/* A ring buffer, for the outline of every C construct. */
#ifndef RING_H
#define RING_H

#include <stddef.h>
#include "list.h"

#define RING_MAX 1024
#define RING_NEXT(i) \
    (((i) + 1) % RING_MAX)

typedef unsigned int ring_index_t;
typedef int (*ring_visit_fn)(void *item, size_t n);

enum ring_state { RING_EMPTY, RING_FULL = 2 };
enum { ANONYMOUS_LIMIT = 7 };

struct ring;

typedef struct ring_stats {
    size_t reads, writes;
    unsigned overflow : 1;
    union {
        int code;
        float ratio;
    } last;
} ring_stats_t, *ring_stats_p;

typedef struct {
    void *slots[RING_MAX];
    int (*compare)(const void *, const void *);
} ring_table;

union word { int whole; char bytes[4]; };

extern struct ring *ring_new(size_t size);
static const char *const names[] = {
    "empty",
    "full",
};
static int used = 0, *cursor;
static ring_visit_fn visitor;

#ifdef RING_DEBUG
static int debug_level = 1;
#else
void ring_log(const char *format, ...);
#endif

static inline int
ring_push(struct ring *r, void *item)
{
    int local = 1;
    if (!r || !item) {
        return -1;
    }
    switch (local) {
    case 1:
        break;
    default:
        used++;
    }
    return local;
}

char **ring_names(void) { return (char **)names; }

int (*ring_compare(int order))(const void *, const void *) { return 0; }

struct counter { int n; } counter = { 0 };

#endif

/* Words before, between and behind types and names that a macro makes an attribute or nothing. */
#include "annotations.h"

static unsigned long cold_min_age __read_mostly = 120000000;
static struct hstate * __initdata parsed_hstate;
static u64 patterns[] __initdata = { 1, 2 };
static char page[PAGE_SIZE] __aligned(PAGE_SIZE);
char *__kfence_pool __read_mostly;
typedef int __bitwise fpi_t;

struct queue {
	raw_spinlock_t lock ____cacheline_aligned;
	char key[] __aligned(8);
} __aligned(64);

extern __printf(2, 3)
void __report(struct queue *queue, const char *fmt, ...);

static noinline void __init copy_user_test(void)
{
	__u32 total = 2;
	take(total * __limit);
}

static __always_inline struct page *chain(struct queue *queue)
{
	return queue->first;
}

static noinline enum result
search(struct queue *queue, const char __user *name)
{
	return FOUND;
}

void __lock(struct queue *queue)
	__acquires(queue)
{
	wait(queue);
}

PUBLIC_API void *(*queue_allocate)(size_t bytes) PUBLIC_ATTRIBUTE;

static int __printf(1, 0) __init
show(const char *fmt, va_list args)
{
	return 0;
}

/* None of these is annotated. */
static __u32 __counter;
static foo_t __limit = 5;
#endif
__u32 __next(
	struct queue *queue
)
{
	return __counter;
}

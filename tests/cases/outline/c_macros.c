/* What macros define, what they do not, and what is only declared. */
#ifndef RUNQUEUE_H
#define RUNQUEUE_H

#define HAVE_RUNQUEUES
#define FLAGS (1 | /* first */ \
	/* second */ \
	LATER)
#define LOCKED(x) \
	do { /* take
	        it */ \
		spin(x); \
	} while (0)

extern int limit, *pointer;
extern const char *names[];
extern int (*hook)(int);
int given = 3;
int (wrapped);
static void (*table[4])(void *);
int declared(int argument);

DEFINE_MUTEX(lock);
static DEFINE_SPINLOCK(other_lock);
static DEFINE_PER_CPU(struct rq, runqueues);
DECLARE_PER_CPU(int, elsewhere);
static LIST_HEAD(waiting);
static cacheline_aligned DEFINE_SPINLOCK(aligned_lock);
EXPORT_SYMBOL(lock);
module_init(start);
MODULE_LICENSE("GPL");

TRACE_EVENT(sched_switch,
	TP_PROTO(struct task *previous, int cpu),
	TP_ARGS(previous, cpu)
);

SYSCALL_DEFINE3(open, const char __user *, filename, int, flags,
		umode_t, mode)
{
	int local;
	return do_open(filename, flags, mode);
}

COMPAT_SYSCALL_DEFINE0(getpid)
{
	return 1;
}

main ()
{
#ifdef HAVE_RUNQUEUES
	if (given) {
		declared(1);
	}
#endif
}

old_style(count, text)
	int count;
	char *text;
{
}

PHP_FUNCTION(strlen)
{
}

TEST(suite, works)
{
}

int plain(void)
{
	return 0;
}
#endif

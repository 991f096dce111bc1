package org.example.store;

import java.util.*;
import static java.util.Objects.requireNonNull;

/** A bounded store. */
@SuppressWarnings({"unchecked", "rawtypes"})
public abstract class Store<K, V> extends AbstractMap<K, V>
        implements Iterable<K>, Store.Listener {
    public static final int LIMIT = 10, SPARE = 2;
    private final Map<K, V> items = new HashMap<>();
    @Deprecated
    protected volatile int hits, misses;

    static {
        System.setProperty("store", "on");
    }

    public Store(int size) {
        super();
    }

    @Override
    public <T extends V> V get(
            Object key) throws IllegalStateException {
        Runnable task = () -> {
            hits++;
        };
        task.run();
        return new Supplier<V>() {
            @Override
            public V supply() {
                return items.get(key);
            }
        }.supply();
    }

    abstract void evict();

    enum Level implements Comparable<Level> {
        LOW,
        HIGH(2) {
            @Override
            int weight() { return 20; }
        };

        private int weight;

        Level() { this(1); }

        int weight() { return weight; }
    }

    interface Listener {
        String PREFIX = "on";
        void changed(Object key);
        default void closed() {}
    }

    @interface Cached {
        int seconds() default 60;
    }

    record Pair<A, B>(A first, B second) {
        Pair {
            requireNonNull(first);
        }
        static int made;
    }
}

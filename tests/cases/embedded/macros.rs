//! Macros around items, and macros that only look like it.

cfg_rt! {
    /// Starts a task.
    pub fn spawn(count: u32) -> u32 {
        count
    }

    mod inner {
        cfg_net! {
            pub struct Listener {
                port: u16,
            }
        }
    }
}

pin_project! {
    #[derive(Debug)]
    pub struct Timeout<T> {
        #[pin]
        value: T,
    }
}

impl Runtime {
    feature! {
        #![feature = "time"]
        pub fn sleep(&self) {}
    }

    fn run(&self) -> u32 {
        quote! {
            fn written_by_a_macro() {}
        };
        select! {
            x = a() => x,
        }
    }
}

routes! {
    get "/" => home,
}

thread_local! {
    static CURRENT: u32 = 1;
}

vec_of! { first(); second() }

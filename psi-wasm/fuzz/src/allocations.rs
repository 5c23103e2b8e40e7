//! Counts allocated bytes: a message with a wrong header or length must be refused before any memory
//! is allocated for it.
#![allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; this one passes every call on unchanged"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counted.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: the system's allocator keeps the contract, and counting touches no memory of the caller.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `alloc` above, and so from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Runs `body` and returns how many bytes it allocated in total.
pub fn measured<T>(body: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATED.load(Ordering::Relaxed);
    let result = body();
    (result, ALLOCATED.load(Ordering::Relaxed) - before)
}

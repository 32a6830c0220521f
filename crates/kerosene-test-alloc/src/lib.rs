//! An allocator that counts, for tests that promise to take nothing from the heap.
//!
//! A test binary names it as its allocator, does its work between two looks at a counter, and compares:
//!
//! ```
//! use kerosene_test_alloc::{CountingAllocator, taken_by_this_thread};
//!
//! #[global_allocator]
//! static ALLOCATOR: CountingAllocator = CountingAllocator;
//!
//! let before = taken_by_this_thread();
//! drop(std::hint::black_box(Box::new(1)));
//! assert_eq!(taken_by_this_thread() - before, 1);
//! ```
//!
//! # Design
//!
//! Everything goes to the system's allocator as it is. What is counted is how often memory was taken: an allocation, or
//! one that was made larger or smaller. There are two counters, since there are two questions. The thread's own
//! is not disturbed by what the test harness does meanwhile on its own thread, nor by other tests in the same binary;
//! the one for all threads also sees what workers take, and asks for a binary with one test. A third question is what is
//! not given back: blocks that a thread holds, which tells whether what comes and goes leaves something behind.
//!
//! # Deliberate absences
//!
//! No sizes, no peaks, no traces: those are a profiler's. No dependency of anything that ships: the layers allow this crate
//! in `[dev-dependencies]`, and nothing else has a reason to name it.
#![allow(unsafe_code, reason = "an allocator is an unsafe trait to implement; this one passes everything on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    static OF_THREAD: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
}

static IN_ALL: AtomicU64 = AtomicU64::new(0);

/// The system's allocator with the counters beside it; see the example above.
#[derive(Debug, Clone, Copy, Default)]
pub struct CountingAllocator;

/// How often this thread has taken memory since it began, in a program whose allocator is [`CountingAllocator`].
///
/// ```
/// // In any other program nothing is counted.
/// drop(std::hint::black_box(vec![1]));
/// assert_eq!(kerosene_test_alloc::taken_by_this_thread(), 0);
/// ```
#[must_use]
pub fn taken_by_this_thread() -> u64 {
    OF_THREAD.with(Cell::get)
}

/// Blocks that this thread has taken and not given back, less those of others that it has.
///
/// ```
/// use kerosene_test_alloc::{CountingAllocator, held_by_this_thread};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// let before = held_by_this_thread();
/// let kept = std::hint::black_box(vec![1]);
/// assert_eq!(held_by_this_thread() - before, 1);
/// drop(kept);
/// assert_eq!(held_by_this_thread(), before);
/// ```
#[must_use]
pub fn held_by_this_thread() -> i64 {
    HELD.with(Cell::get)
}

/// How often all threads together have taken memory since the program began.
///
/// ```
/// use kerosene_test_alloc::{CountingAllocator, taken_by_all_threads};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// let before = taken_by_all_threads();
/// std::thread::spawn(|| drop(std::hint::black_box(Box::new(1)))).join().expect("it ends well");
/// assert!(taken_by_all_threads() > before);
/// ```
#[must_use]
pub fn taken_by_all_threads() -> u64 {
    IN_ALL.load(Ordering::Relaxed)
}

fn count() {
    // A thread that is ending may have given its counter up already.
    let _ = OF_THREAD.try_with(|taken| taken.set(taken.get() + 1));
    IN_ALL.fetch_add(1, Ordering::Relaxed);
}

fn hold(blocks: i64) {
    let _ = HELD.try_with(|held| held.set(held.get() + blocks));
}

// SAFETY: every call is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        hold(1);
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        hold(1);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(-1);
        // SAFETY: as above; the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

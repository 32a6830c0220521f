//! Every interleaving of what threads do with a page's reference count.
//!
//! `cargo test --manifest-path crates/kerosene-world/rivals/Cargo.toml --test loom`
//!
//! The count is the very file that the library uses; page and free list are modelled: a page is a cell that loom
//! watches, reading and writing it at once is what must not happen, and neither must freeing it while
//! somebody still reads, nor twice, nor never.
#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(unsafe_code, reason = "loom's cells are read and written through raw pointers")]

#[path = "../../src/pages/count.rs"]
mod count;

/// Loom's atomics in the place of the library's.
mod sync {
    pub(crate) use loom::sync::atomic::{AtomicU32, Ordering, fence};
}

mod model {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::thread;

    use crate::count::Count;

    /// A page, its count, and whether it went back to the free list. `Arc` is loom's own and only keeps the model alive.
    struct Block {
        count: Count,
        content: UnsafeCell<u32>,
        freed: UnsafeCell<u32>,
    }

    impl Block {
        fn new(content: u32) -> Arc<Block> {
            let block = Block { count: Count::default(), content: UnsafeCell::new(content), freed: UnsafeCell::new(0) };
            block.count.start();
            Arc::new(block)
        }

        fn read(&self) -> u32 {
            // SAFETY: loom reports it if somebody writes meanwhile; that is the test.
            self.content.with(|content| unsafe { *content })
        }

        /// As a tree's drop: gives the reference up, and frees the page if it was the last.
        fn release(&self) {
            if self.count.release() {
                // Reusing memory overwrites it: whoever still reads is found out.
                // SAFETY: as above.
                self.content.with_mut(|content| unsafe { *content = u32::MAX });
                // SAFETY: as above.
                self.freed.with_mut(|freed| unsafe { *freed += 1 });
            }
        }

        /// As a tree's write: in place if the page is its own, else into a copy. The page that has the value then.
        fn write(page: Arc<Block>, value: u32) -> Arc<Block> {
            if page.count.is_unique() {
                // SAFETY: as above.
                page.content.with_mut(|content| unsafe { *content = value });
                return page;
            }
            let copy = Block::new(page.read());
            // SAFETY: as above.
            copy.content.with_mut(|content| unsafe { *content = value });
            page.release();
            copy
        }

        fn frees(&self) -> u32 {
            // SAFETY: called when all threads are done.
            self.freed.with(|freed| unsafe { *freed })
        }
    }

    /// The live world writes and goes; a snapshot on another thread reads and goes.
    #[test]
    fn one_writes_while_another_reads_and_releases() {
        loom::model(|| {
            let page = Block::new(1);
            page.count.share();
            let reader = {
                let page = Arc::clone(&page);
                thread::spawn(move || {
                    assert_eq!(page.read(), 1, "a snapshot stays as it was");
                    page.release();
                })
            };
            let written = Block::write(Arc::clone(&page), 2);
            assert_eq!(written.read(), 2);
            written.release();
            reader.join().unwrap();
            assert_eq!(page.frees(), 1);
            assert_eq!(written.frees(), 1);
        });
    }

    /// Two snapshots and the world, three threads, all letting go at once.
    #[test]
    fn the_last_of_three_frees_and_nobody_else() {
        loom::model(|| {
            let page = Block::new(1);
            let threads: Vec<_> = (0..2)
                .map(|_| {
                    page.count.share();
                    let page = Arc::clone(&page);
                    thread::spawn(move || {
                        assert_eq!(page.read(), 1);
                        page.release();
                    })
                })
                .collect();
            page.release();
            for thread in threads {
                thread.join().unwrap();
            }
            assert_eq!(page.frees(), 1);
        });
    }

    /// A reader clones its snapshot and passes it on while the world writes twice.
    #[test]
    fn a_snapshot_cloned_elsewhere_keeps_the_page() {
        loom::model(|| {
            let page = Block::new(1);
            page.count.share();
            let reader = {
                let page = Arc::clone(&page);
                thread::spawn(move || {
                    page.count.share();
                    page.release();
                    assert_eq!(page.read(), 1, "the clone stays as it was");
                    page.release();
                })
            };
            let written = Block::write(Block::write(Arc::clone(&page), 2), 3);
            assert_eq!(written.read(), 3);
            written.release();
            reader.join().unwrap();
            assert_eq!(page.frees(), 1);
            assert_eq!(written.frees(), 1);
        });
    }
}

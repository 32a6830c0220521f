//! Work for many, with results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does a work for each item on so many threads, and hands the results out in the order of the items, each as soon as those
/// before it are there. `begun` hears of each item that is taken up, in whatever order.
pub(crate) fn in_order<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
    mut result: impl FnMut(&T, R),
) {
    let threads = threads.clamp(1, items.len().max(1));
    if threads == 1 {
        items.iter().for_each(|item| result(item, work(item)));
        return;
    }
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    if sender.send((index, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut handed) = (BTreeMap::new(), 0);
        for (index, done) in receiver {
            early.insert(index, done);
            while let Some(done) = early.remove(&handed) {
                result(&items[handed], done);
                handed += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        let items: Vec<u32> = (0..200).collect();
        for threads in [1, 3, 300] {
            let mut results = Vec::new();
            in_order(&items, threads, |item| item * 2, |item, result| results.push((*item, result)));
            assert!(
                results.iter().map(|(item, _)| item).eq(&items) && results.iter().all(|(item, it)| *it == item * 2)
            );
        }
    }
}

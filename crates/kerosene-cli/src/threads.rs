//! Work in as many threads as are asked for.

/// Does work in so many threads; 0 for as many as there are processors.
///
/// ```
/// assert_eq!(kerosene_cli::with_threads(2, || 1 + 1), 2);
/// ```
pub fn with_threads<R: Send>(jobs: usize, work: impl FnOnce() -> R + Send) -> R {
    match rayon::ThreadPoolBuilder::new().num_threads(jobs).build() {
        Ok(pool) => pool.install(work),
        // A system that gives no threads still has the one that we are on.
        Err(_) => work(),
    }
}

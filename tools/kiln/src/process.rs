//! A stage as a process.

use kerosene_diagnostics::Diagnostic;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How long to wait between two looks at a process, at first and at most.
const FIRST_WAIT: Duration = Duration::from_micros(500);
const LONGEST_WAIT: Duration = Duration::from_millis(20);
/// Bytes of output that are read; a stage that says more goes unheard.
const MAX_OUTPUT: u64 = 16 << 20;

/// A stage that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    /// What it said of the source.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What it said otherwise, where it failed: the message of a crash, wrong usage.
    pub(crate) stderr: String,
}

/// Runs a program in a folder with its output in files of a scratch folder, until it ends or the build is cancelled.
pub(crate) fn run(
    program: &Path,
    arguments: &[OsString],
    folder: &Path,
    scratch: &Path,
    cancelled: &AtomicBool,
) -> io::Result<Ended> {
    let (stdout, stderr) = (scratch.join("stdout"), scratch.join("stderr"));
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.stdout(File::create(&stdout)?).stderr(File::create(&stderr)?);
    let mut child = command.spawn()?;
    let status = wait(&mut child, cancelled)?;
    let text = read(&stdout)?;
    let diagnostics = text.lines().filter_map(Diagnostic::from_json).collect();
    let stderr = read(&stderr)?;
    Ok(Ended { status, diagnostics, stderr })
}

/// Waits for a process, which is killed when the build is cancelled.
fn wait(child: &mut Child, cancelled: &AtomicBool) -> io::Result<ExitStatus> {
    let mut pause = FIRST_WAIT;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if cancelled.load(Ordering::Relaxed) {
            child.kill()?;
            return child.wait();
        }
        thread::park_timeout(pause);
        pause = (pause * 2).min(LONGEST_WAIT);
    }
}

fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_OUTPUT).read_to_end(&mut bytes)?;
    fs::remove_file(file)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

//! A folder in which a tool is called as a person calls it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A tool of the executable, and the folder in which it works.
pub(crate) struct Place {
    tool: &'static str,
    folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn of(tool: &'static str) -> Self {
        Self { tool, folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, in a folder that is made.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), bytes).unwrap();
    }

    /// Exit code, standard output and standard error.
    pub(crate) fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kerosene-tools"));
        let command = command.arg(self.tool).args(arguments).current_dir(self.folder.path());
        let Output { status, stdout, stderr } = command.output().unwrap();
        (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }

    /// Standard output of what has to succeed.
    pub(crate) fn done(&self, arguments: &[&str]) -> String {
        let (code, stdout, stderr) = self.run(arguments);
        assert_eq!(code, 0, "{stdout}{stderr}");
        stdout
    }
}

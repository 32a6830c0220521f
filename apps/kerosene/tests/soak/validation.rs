//! The Vulkan validation layers, and what they have to say.
//!
//! What the layers hand to wgpu ends in a logger that the program does not have, so they write to a file of
//! their own, whose first words prove that they are there.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Messages of the layers that are not about us: the SPIR-V checker of layers older than naga's shader language does not know
/// the number that names it.
const NOT_OURS: [&str; 1] = ["Invalid source language operand"];

/// The layers' settings and log.
pub(crate) struct Validation {
    folder: PathBuf,
}

impl Validation {
    pub(crate) fn new(folder: &Path) -> Self {
        let settings = format!(
            "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n\
             khronos_validation.report_flags = error,info\n\
             khronos_validation.log_filename = {}\n",
            folder.join("validation.log").display()
        );
        fs::write(folder.join("vk_layer_settings.txt"), settings).unwrap();
        Self { folder: folder.to_owned() }
    }

    /// Asks for the layers in a program that is to be started.
    pub(crate) fn ask(&self, command: &mut Command) {
        command.env("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation").env("VK_LAYER_SETTINGS_PATH", &self.folder);
    }

    /// Says whether they are loaded in the program, and holds their errors against it.
    pub(crate) fn judge(&self, process: u32) {
        let mapped = fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
        let loaded = mapped.lines().find(|line| line.contains("khronos_validation"));
        let log = fs::read_to_string(self.folder.join("validation.log")).unwrap_or_default();
        let listens = log.contains("Khronos Validation Layer Active");
        eprintln!(
            "validation layer: {:?}, its log begun: {listens}",
            loaded.and_then(|line| line.split(' ').next_back())
        );
        if crate::is_set("KEROSENE_VALIDATION") {
            assert!(loaded.is_some() && listens, "the validation layers are asked for and not there");
        }
        let errors: Vec<&str> = log
            .lines()
            .filter(|line| line.contains("Validation Error") && !NOT_OURS.iter().any(|it| line.contains(it)))
            .collect();
        eprintln!("validation errors: {}", errors.len());
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

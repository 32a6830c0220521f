//! Levels of a renderer: at once, or on a thread of their own while it draws.

use super::Renderer;
use super::loading::Loading;
use super::make::{LevelMaker, MadeLevel};
use crate::error::RenderError;
use crate::probes::ProbeProgress;
use kerosene_bsp::BspFile;
use kerosene_vfs::Vfs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The sky of a level that names none: a material of the base content without a picture, shown as a clear day of colours. Since
/// every level says so that says nothing else, sky materials of its own go before it.
pub const STOCK_SKY: &str = "dev/sky_kero";

/// What came of loading a level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LevelReport {
    /// Triangles, brush models included.
    pub triangles: usize,
    /// Materials that its faces name.
    pub materials: usize,
    /// Draw calls of the whole world: one for each section and material.
    pub batches: usize,
    /// What could not be read, in words, for the console: a placeholder stands for it.
    pub faults: Vec<String>,
}

impl Renderer {
    /// Loads a level in place of the one before, whose handles of materials, models and skies are good no longer.
    ///
    /// # Errors
    /// [`RenderError::TooLarge`] for more geometry than the GPU takes. What is missing is no error: see [`LevelReport`].
    pub fn load_level(&mut self, map: &BspFile, content: &Vfs) -> Result<LevelReport, RenderError> {
        self.unload_level();
        let (gpu, materials, wanted) = (&self.gpu, self.materials.emptied(), AtomicBool::new(true));
        let made = LevelMaker { gpu, materials, map, content, wanted: &wanted }.make()?;
        Ok(made.map_or_else(LevelReport::default, |made| self.take(made)))
    }

    /// Begins to load a level in place of the one before, which is gone at once: files are read, pictures decoded, geometry
    /// made and all of it uploaded on another thread, and pictures drawn meanwhile show nothing. One that was being loaded is
    /// given up. Handles that are asked for before [`Renderer::take_level`] has given the level are good no longer then.
    ///
    /// ```no_run
    /// # use kerosene_render::{Frame, Renderer};
    /// # fn example(renderer: &mut Renderer, map: std::sync::Arc<kerosene_bsp::BspFile>, content: kerosene_vfs::Vfs) {
    /// renderer.begin_level(map, content);
    /// while renderer.is_loading() {
    ///     // Draw a picture of what is said while one waits.
    ///     if let Some(Ok(report)) = renderer.take_level() {
    ///         println!("{} triangles", report.triangles);
    ///     }
    /// }
    /// # }
    /// ```
    pub fn begin_level(&mut self, map: Arc<BspFile>, content: Vfs) {
        self.unload_level();
        let (gpu, materials) = (Arc::clone(&self.gpu), self.materials.emptied());
        self.loading = Some(Loading::begin(gpu, materials, map, content, self.loading.take()));
    }

    /// Whether a level is being loaded that has not been taken.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.loading.as_ref().is_some_and(Loading::is_wanted)
    }

    /// Takes the level that was being loaded, if it is ready; never waits. `None` while it is not, and where none is loaded.
    ///
    /// # Errors
    /// As [`Renderer::load_level`]: there is no level then.
    pub fn take_level(&mut self) -> Option<Result<LevelReport, RenderError>> {
        self.loading.as_ref().filter(|loading| loading.is_finished())?;
        self.complete_level()
    }

    /// The same, and waits for it. `None` where none is loaded.
    ///
    /// # Errors
    /// As [`Renderer::load_level`].
    pub fn complete_level(&mut self) -> Option<Result<LevelReport, RenderError>> {
        let loading = self.loading.take()?;
        if !loading.is_wanted() {
            // Waits, where it must, for one that was given up.
            return None;
        }
        match loading.finish() {
            Ok(made) => made.map(|made| Ok(self.take(made))),
            Err(error) => Some(Err(error)),
        }
    }

    /// Forgets the level and all that was loaded for it, and gives up what is being loaded.
    pub fn unload_level(&mut self) {
        if let Some(loading) = &self.loading {
            loading.give_up();
        }
        self.level = None;
        self.probes = ProbeProgress::default();
        self.materials.clear();
        self.things.unload_level();
        self.wireframe_ready = false;
    }

    fn take(&mut self, made: MadeLevel) -> LevelReport {
        let sites = made.level.sites.clone();
        // What was asked for meanwhile was for no level.
        self.things.unload_level();
        self.things.take_level(made.things);
        (self.materials, self.level, self.wireframe_ready) = (made.materials, Some(made.level), false);
        self.place_probes(&sites);
        made.report
    }
}

//! Shaders that are changed while a program runs.

use super::Renderer;
use super::occlusion::Occlusion;
use super::output::Output;
use crate::error::RenderError;
use crate::material::Pipelines;
use crate::probes::ProbePass;
use crate::things::ThingShaders;

impl Renderer {
    /// Takes the shaders anew where their files have changed since they were last looked at, and says whether they have. Only
    /// development builds on a machine with the crate's sources have such files; elsewhere nothing ever changes.
    ///
    /// # Errors
    /// [`RenderError::Shader`] names the file and the line of what is not accepted, [`RenderError::Refused`] what does not fit
    /// together. Pictures are drawn as before then.
    pub fn reload_shaders(&mut self) -> Result<bool, RenderError> {
        // A level that is being made has pipelines of the shaders that were there when it was begun.
        if self.is_loading() || !self.shader_watch.has_changed() {
            return Ok(false);
        }
        let scope = self.gpu.device().push_error_scope(wgpu::ErrorFilter::Validation);
        let made = self.shaders_anew();
        let refused = pollster::block_on(scope.pop());
        let made = made?;
        if let Some(error) = refused {
            return Err(RenderError::Refused { what: "a shader", message: error.to_string() });
        }
        let (pipelines, things, (output, occlusion), probe_pass) = made;
        self.materials.pipelines = pipelines;
        self.things.take_shaders(things);
        (self.output, self.occlusion) = (output, occlusion);
        self.probe_pass = probe_pass;
        // What was bound for the old ones is bound again, and reflections are drawn again.
        self.targets = None;
        self.wireframe_ready = false;
        let sites = self.level.as_ref().map(|level| level.sites.clone()).unwrap_or_default();
        self.place_probes(&sites);
        Ok(true)
    }

    fn shaders_anew(&self) -> Result<(Pipelines, ThingShaders, (Output, Occlusion), ProbePass), RenderError> {
        let (gpu, layouts, samples) = (&self.gpu, &self.materials.layouts, self.settings.sample_count());
        let mut pipelines = Pipelines::new(gpu, layouts, samples)?;
        self.materials.make_pipelines(gpu, &mut pipelines);
        let things = self.things.shaders_anew(gpu.device(), samples, layouts)?;
        let output = Output::new(gpu, &layouts.frame, self.output_format)?;
        let occlusion = Occlusion::new(gpu, &layouts.frame, samples)?;
        Ok((pipelines, things, (output, occlusion), ProbePass::new(gpu, samples)?))
    }
}

//! The GPU: an adapter, a device and its queue.

mod error;

pub use error::GpuError;

use pollster::block_on;
use wgpu::{Adapter, Backends, Device, Features, Instance, InstanceDescriptor, Queue, Surface};

/// What a renderer uses where the adapter has it, and does without elsewhere.
const WISHES: Features = Features::TEXTURE_COMPRESSION_BC.union(Features::POLYGON_MODE_LINE);

/// An adapter with its device and queue. Renderers share one in an [`std::sync::Arc`].
#[derive(Debug)]
pub struct Gpu {
    instance: Instance,
    adapter: Adapter,
    device: Device,
    queue: Queue,
}

impl Gpu {
    /// A GPU, or a processor that does a GPU's work, to draw into textures with.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] where the machine has no driver, [`GpuError::Device`] where it gives no device.
    ///
    /// ```
    /// match kerosene_render::Gpu::off_screen() {
    ///     Ok(gpu) => assert!(!gpu.name().is_empty()),
    ///     Err(error) => assert!(error.to_string().contains("driver")),
    /// }
    /// ```
    pub fn off_screen() -> Result<Self, GpuError> {
        let instance = Instance::new(described(Backends::all()));
        Self::of(instance, None)
    }

    /// A GPU that can show its pictures on `target`, and the surface to do so. `backends` are those that may be used.
    ///
    /// # Errors
    /// As [`Gpu::off_screen`], and [`GpuError::Surface`].
    pub fn for_window(
        target: impl Into<wgpu::SurfaceTarget<'static>>,
        backends: Backends,
    ) -> Result<(Self, Surface<'static>), GpuError> {
        let instance = Instance::new(described(backends));
        let surface = instance.create_surface(target)?;
        Ok((Self::of(instance, Some(&surface))?, surface))
    }

    fn of(instance: Instance, surface: Option<&Surface<'static>>) -> Result<Self, GpuError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: surface,
            ..Default::default()
        };
        let adapter = block_on(instance.request_adapter(&options))?;
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("kerosene"),
            required_features: adapter.features() & WISHES,
            required_limits: wgpu::Limits::default().using_resolution(adapter.limits()),
            ..Default::default()
        };
        let (device, queue) = block_on(adapter.request_device(&descriptor))?;
        Ok(Self { instance, adapter, device, queue })
    }

    /// Where the adapter came from.
    #[must_use]
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The adapter.
    #[must_use]
    pub fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The device's queue.
    #[must_use]
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The adapter's name and how it is reached, for people.
    #[must_use]
    pub fn name(&self) -> String {
        let info = self.adapter.get_info();
        format!("{} ({})", info.name, info.backend)
    }

    /// Whether a processor does the GPU's work.
    pub(crate) fn is_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    /// Whether the device was given this.
    pub(crate) fn has(&self, feature: Features) -> bool {
        self.device.features().contains(feature)
    }
}

fn described(backends: Backends) -> InstanceDescriptor {
    // Validation layers and the like are switched on by wgpu's own environment variables.
    InstanceDescriptor { backends, ..InstanceDescriptor::new_without_display_handle_from_env() }
}

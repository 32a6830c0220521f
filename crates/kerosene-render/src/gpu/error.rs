//! Why there is no GPU.

/// Why there is no GPU.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No driver answers.
    #[error(
        "no GPU driver was found ({0}): install the driver of your graphics card, or a software driver (on Debian \
         `mesa-vulkan-drivers`)"
    )]
    NoAdapter(#[from] wgpu::RequestAdapterError),
    /// The driver gives no device.
    #[error("the graphics driver gives no device: {0}")]
    Device(#[from] wgpu::RequestDeviceError),
    /// The window cannot be drawn to.
    #[error("the window cannot be drawn to: {0}")]
    Surface(#[from] wgpu::CreateSurfaceError),
}

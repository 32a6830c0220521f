//! Pixels of floats.

/// An image of four float values a pixel, row by row from the top. What they mean is the business of who made it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plane {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// `width * height` pixels.
    pub(crate) pixels: Vec<[f32; 4]>,
}

impl Plane {
    /// The same image with every pixel changed.
    pub(crate) fn map(&self, change: impl Fn([f32; 4]) -> [f32; 4]) -> Self {
        Self { pixels: self.pixels.iter().map(|pixel| change(*pixel)).collect(), ..*self }
    }

    /// Whether some pixel is not opaque.
    pub(crate) fn has_alpha(&self) -> bool {
        self.pixels.iter().any(|pixel| pixel[3] < 1.0)
    }

    /// The average of all pixels.
    pub(crate) fn average(&self) -> [f32; 4] {
        let mut sums = [0.0_f64; 4];
        for pixel in &self.pixels {
            for (sum, value) in sums.iter_mut().zip(pixel) {
                *sum += f64::from(*value);
            }
        }
        sums.map(|sum| (sum / self.pixels.len().max(1) as f64) as f32)
    }
}

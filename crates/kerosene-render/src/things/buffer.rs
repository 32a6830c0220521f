//! Buffers that grow.

use wgpu::{Buffer, BufferDescriptor, BufferUsages, Device, Queue};

/// Least size of a buffer, in bytes: an empty one cannot be bound.
const LEAST: u64 = 4096;

/// A buffer that is written anew for each picture, and made larger where a picture has more than any before.
#[derive(Debug)]
pub(crate) struct GrowingBuffer {
    buffer: Buffer,
    usage: BufferUsages,
    label: &'static str,
}

impl GrowingBuffer {
    /// An empty one.
    pub(crate) fn new(device: &Device, label: &'static str, usage: BufferUsages) -> Self {
        let usage = usage | BufferUsages::COPY_DST;
        Self { buffer: made(device, label, usage, LEAST), usage, label }
    }

    /// Replaces what is in it; says whether it is another buffer now. What no buffer of this GPU holds is left out.
    pub(crate) fn write(&mut self, device: &Device, queue: &Queue, bytes: &[u8]) -> bool {
        let most = device.limits().max_buffer_size;
        let grows = bytes.len() as u64 > self.buffer.size();
        if grows {
            self.buffer = made(device, self.label, self.usage, (bytes.len() as u64).next_power_of_two().min(most));
        }
        if !bytes.is_empty() && bytes.len() as u64 <= self.buffer.size() {
            queue.write_buffer(&self.buffer, 0, bytes);
        }
        grows
    }

    /// The buffer.
    pub(crate) fn get(&self) -> &Buffer {
        &self.buffer
    }
}

fn made(device: &Device, label: &str, usage: BufferUsages, size: u64) -> Buffer {
    device.create_buffer(&BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
}

/// A buffer that stays as it is.
pub(crate) fn filled(device: &Device, queue: &Queue, label: &str, usage: BufferUsages, bytes: &[u8]) -> Buffer {
    let size = (bytes.len() as u64).next_multiple_of(4).max(4);
    let buffer = made(device, label, usage | BufferUsages::COPY_DST, size);
    if !bytes.is_empty() {
        queue.write_buffer(&buffer, 0, bytes);
    }
    buffer
}

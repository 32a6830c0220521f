//! Numbers from buffers, each place checked before it is read.

use super::container::Loaded;
use super::document::BufferView;
use crate::ForgeError;

/// Most elements of an accessor, and so what a file that claims much without having it can make us keep.
const MAX_COUNT: usize = 1 << 22;

/// Kinds of components, by the numbers that OpenGL has for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    const fn of(number: u32) -> Option<Self> {
        Some(match number {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    const fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// A number as it stands, or as the share of its greatest (glTF 2.0, 3.6.2.2).
    fn read(self, bytes: &[u8], normalized: bool) -> f64 {
        let share = |value: f64, greatest: f64| if normalized { (value / greatest).max(-1.0) } else { value };
        let pair = || bytes.first_chunk().copied().unwrap_or_default();
        let word = || bytes.first_chunk().copied().unwrap_or_default();
        let byte = bytes.first().copied().unwrap_or_default();
        match self {
            Self::I8 => share(f64::from(byte.cast_signed()), 127.0),
            Self::U8 => share(f64::from(byte), 255.0),
            Self::I16 => share(f64::from(i16::from_le_bytes(pair())), 32_767.0),
            Self::U16 => share(f64::from(u16::from_le_bytes(pair())), 65_535.0),
            Self::U32 => f64::from(u32::from_le_bytes(word())),
            Self::F32 => f64::from(f32::from_le_bytes(word())),
        }
    }
}

/// Numbers of an accessor.
pub(super) struct Numbers {
    /// Numbers of an element: 3 of a place.
    pub(super) width: usize,
    pub(super) values: Vec<f64>,
}

impl Numbers {
    /// How many elements there are.
    pub(super) fn len(&self) -> usize {
        self.values.len() / self.width
    }

    /// Elements of so many numbers; what is missing is 0.
    pub(super) fn elements<const N: usize>(&self) -> impl ExactSizeIterator<Item = [f64; N]> + '_ {
        self.values.chunks_exact(self.width).map(|element| {
            let mut numbers = [0.0; N];
            numbers.iter_mut().zip(element).for_each(|(number, value)| *number = *value);
            numbers
        })
    }
}

impl Loaded {
    /// All numbers of an accessor of one of some shapes (`SCALAR`, `VEC3`, ...); they are finite. `place` names who asks.
    pub(super) fn numbers(&self, index: usize, shapes: &[&str], place: &str) -> Result<Numbers, ForgeError> {
        let accessor = self.document.accessors.get(index);
        let accessor = accessor.ok_or_else(|| ForgeError::json(place, format!("there is no accessor {index}")))?;
        let here = format!("accessors[{index}]");
        let component = Component::of(accessor.component_type);
        let component =
            component.ok_or_else(|| ForgeError::json(format!("{here}.componentType"), "there is no such type"))?;
        let shown: String = accessor.shape.chars().take(20).collect();
        if !shapes.contains(&accessor.shape.as_str()) {
            let reason = format!("{place} needs {}, and this is \"{shown}\"", shapes.join(" or "));
            return Err(ForgeError::json(format!("{here}.type"), reason));
        }
        let width =
            width(&accessor.shape).ok_or_else(|| ForgeError::json(format!("{here}.type"), "there is no such type"))?;
        if accessor.count > MAX_COUNT {
            return Err(ForgeError::TooMany { what: "elements of an accessor", most: MAX_COUNT });
        }
        let left = self.budget.get().checked_sub(accessor.count * width);
        self.budget.set(left.ok_or(ForgeError::TooMany { what: "numbers", most: MAX_COUNT * 32 })?);
        let mut values = match accessor.buffer_view {
            Some(view) => {
                let layout = Layout { component, width, count: accessor.count, normalized: accessor.normalized };
                self.read(view, accessor.byte_offset, layout, &here)?
            }
            None => vec![0.0; accessor.count * width],
        };
        if let Some(sparse) = &accessor.sparse {
            let place = format!("{here}.sparse");
            if sparse.count > accessor.count {
                return Err(ForgeError::json(format!("{place}.count"), "there are not so many to be replaced"));
            }
            let kind = Component::of(sparse.indices.component_type)
                .filter(|kind| matches!(kind, Component::U8 | Component::U16 | Component::U32));
            let kind = kind
                .ok_or_else(|| ForgeError::json(format!("{place}.indices.componentType"), "it is none for indices"))?;
            let indices = Layout { component: kind, width: 1, count: sparse.count, normalized: false };
            let indices = self.read(sparse.indices.buffer_view, sparse.indices.byte_offset, indices, &place)?;
            let layout = Layout { component, width, count: sparse.count, normalized: accessor.normalized };
            let replaced = self.read(sparse.values.buffer_view, sparse.values.byte_offset, layout, &place)?;
            for (index, element) in indices.iter().zip(replaced.chunks_exact(width)) {
                let at = *index as usize * width;
                let old = values.get_mut(at..at + width);
                let old = old.ok_or_else(|| {
                    ForgeError::json(format!("{place}.indices"), format!("there is no element {index}"))
                })?;
                old.copy_from_slice(element);
            }
        }
        match values.iter().position(|value| !value.is_finite()) {
            Some(at) => Err(ForgeError::json(here, format!("element {} is no finite number", at / width))),
            None => Ok(Numbers { width, values }),
        }
    }

    /// Numbers of a view.
    fn read(&self, view: usize, offset: usize, layout: Layout, place: &str) -> Result<Vec<f64>, ForgeError> {
        let there = self.document.buffer_views.get(view);
        let there = there.ok_or_else(|| ForgeError::json(place, format!("there is no buffer view {view}")))?;
        let bytes = self.view(view, there)?;
        let Layout { component, width, count, normalized } = layout;
        let element = component.bytes() * width;
        let stride = there.byte_stride.unwrap_or(element);
        if stride < element {
            return Err(ForgeError::json(format!("bufferViews[{view}].byteStride"), "it is less than an element"));
        }
        // As many as are said fit, so what is kept is bounded by what is there.
        let end = count
            .checked_sub(1)
            .map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(element)?.checked_add(offset));
        let Some(bytes) = end.filter(|end| *end <= bytes.len()).and_then(|_| bytes.get(offset.min(bytes.len())..))
        else {
            return Err(ForgeError::json(
                place,
                format!("it reaches out of bufferViews[{view}], which has {} bytes", bytes.len()),
            ));
        };
        let mut values = Vec::with_capacity(count * width);
        for index in 0..count {
            let element = bytes.get(index * stride..).unwrap_or_default();
            let components = element.chunks_exact(component.bytes()).take(width);
            values.extend(components.map(|bytes| component.read(bytes, normalized)));
        }
        Ok(values)
    }

    /// The bytes of a view.
    fn view(&self, index: usize, view: &BufferView) -> Result<&[u8], ForgeError> {
        let error = |reason: String| ForgeError::json(format!("bufferViews[{index}]"), reason);
        let buffer =
            self.buffers.get(view.buffer).ok_or_else(|| error(format!("there is no buffer {}", view.buffer)))?;
        let end = view.byte_offset.checked_add(view.byte_length);
        let bytes = end.and_then(|end| buffer.get(view.byte_offset..end));
        bytes.ok_or_else(|| {
            error(format!("it reaches out of buffers[{}], which has {} bytes", view.buffer, buffer.len()))
        })
    }
}

/// How numbers lie in a view.
#[derive(Clone, Copy)]
struct Layout {
    component: Component,
    width: usize,
    count: usize,
    normalized: bool,
}

/// Numbers of an element. Matrices of bytes and shorts have gaps, and none that is read here is one.
fn width(shape: &str) -> Option<usize> {
    Some(match shape {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" => 4,
        "MAT4" => 16,
        _ => return None,
    })
}

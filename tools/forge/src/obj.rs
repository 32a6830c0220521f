//! Wavefront OBJ: polygons with texture coordinates and normals, by material, object and smoothing group.
//!
//! Lengths are inches unless the options say metres, and Y is up unless they say Z: that is what modelling programs write.
//! Points, lines, curves and free-form surfaces are left out. A material is known by the name in `usemtl`; what the `.mtl`
//! file says of it is the business of the material of that name, so that file is not read.

use crate::axes::Axes;
use crate::polygon;
use crate::scene::{Corner, MAX_TRIANGLES, Scene, Triangle, is_collision};
use crate::{ForgeError, Options};
use kerosene_diagnostics::{Diagnostic, SourcePosition, codes};
use kerosene_math::{DVec3, Vec2, Vec3, units::UNITS_PER_METRE};

/// Most corners of a polygon.
const MAX_CORNERS: usize = 4096;

/// Reads an OBJ.
pub(crate) fn read(name: &str, bytes: &[u8], options: &Options) -> Result<Scene, ForgeError> {
    let unit = if options.scale_metres { UNITS_PER_METRE } else { 1.0 };
    let mut reader = Reader { axes: Axes::new(options, unit), name, ..Reader::default() };
    // A statement goes on after a line that ends in a backslash.
    let mut statement = String::new();
    for (text, line) in bytes.split(|byte| *byte == b'\n').zip(1..) {
        reader.line = if statement.is_empty() { line } else { reader.line };
        // Names may be in any encoding; everything else is ASCII.
        let text = String::from_utf8_lossy(text.strip_suffix(b"\r").unwrap_or(text));
        if let Some(part) = text.strip_suffix('\\') {
            statement.push_str(part);
            statement.push(' ');
        } else if statement.is_empty() {
            reader.statement(&text)?;
        } else {
            statement.push_str(&text);
            reader.statement(&std::mem::take(&mut statement))?;
        }
    }
    reader.statement(&statement)?;
    Ok(reader.scene)
}

/// A corner as a face names it: position, texture coordinate, normal, each from 0.
type Named = (usize, Option<usize>, Option<usize>);

struct Reader<'a> {
    axes: Axes,
    name: &'a str,
    scene: Scene,
    line: u32,
    positions: Vec<Vec3>,
    uvs: Vec<Vec2>,
    normals: Vec<Vec3>,
    material: u32,
    smoothing: u32,
    /// The faces are of a mesh that is collided with.
    collision: bool,
    told_of_lines: bool,
}

impl Default for Reader<'_> {
    fn default() -> Self {
        let mut scene = Scene::default();
        let material = scene.material("");
        let (positions, uvs, normals) = (Vec::new(), Vec::new(), Vec::new());
        let (collision, told_of_lines) = (false, false);
        let axes = Axes::new(&Options::default(), 1.0);
        Self {
            axes,
            name: "",
            scene,
            line: 0,
            positions,
            uvs,
            normals,
            material,
            smoothing: 0,
            collision,
            told_of_lines,
        }
    }
}

impl Reader<'_> {
    fn error(&self, reason: impl Into<String>) -> ForgeError {
        ForgeError::Line { line: self.line, reason: reason.into() }
    }

    fn statement(&mut self, text: &str) -> Result<(), ForgeError> {
        let text = text.split('#').next().unwrap_or_default().trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "v" => {
                let [x, y, z] = self.numbers(rest)?;
                let place = self.axes.place(DVec3::new(x, y, z));
                self.positions.push(place);
            }
            "vt" => {
                // Texture coordinates of one number are of a line; V points up.
                let [u, v] = self.numbers(&format!("{rest} 0"))?;
                self.uvs.push(Vec2::new(u as f32, (1.0 - v) as f32));
            }
            "vn" => {
                let [x, y, z] = self.numbers(rest)?;
                let direction = self.axes.direction(DVec3::new(x, y, z));
                self.normals.push(direction);
            }
            "f" => self.face(rest)?,
            "usemtl" => self.material = self.scene.material(rest.trim()),
            "o" | "g" => self.group(rest.trim()),
            "s" => self.smoothing = if rest.trim() == "off" { 0 } else { rest.trim().parse().unwrap_or(0) },
            "l" | "p" | "curv" | "curv2" | "surf" => self.left_out(word),
            // Comments, materials' files and what display programs add.
            _ => {}
        }
        Ok(())
    }

    fn group(&mut self, name: &str) {
        self.collision = is_collision(name);
        if self.collision {
            self.scene.collision.push(Vec::new());
        }
    }

    fn left_out(&mut self, word: &str) {
        if !self.told_of_lines {
            self.told_of_lines = true;
            let message = format!("only faces are read: \"{word}\" and other points, lines and curves are left out");
            let place = SourcePosition::line(self.name, self.line);
            self.scene.diagnostics.push(Diagnostic::new(codes::MODEL_PART_LEFT_OUT, message).at(place));
        }
    }

    /// So many finite numbers; more may follow.
    fn numbers<const N: usize>(&self, text: &str) -> Result<[f64; N], ForgeError> {
        let mut numbers = [0.0; N];
        let mut words = text.split_whitespace();
        for number in &mut numbers {
            let word = words.next().ok_or_else(|| self.error(format!("{N} numbers are expected")))?;
            let read: Option<f64> = word.parse().ok().filter(|number: &f64| number.is_finite());
            *number = read.ok_or_else(|| self.error(format!("\"{}\" is no finite number", shown(word))))?;
        }
        Ok(numbers)
    }

    fn face(&mut self, text: &str) -> Result<(), ForgeError> {
        let named = text.split_whitespace().map(|word| self.named(word)).collect::<Result<Vec<_>, _>>()?;
        if named.len() < 3 {
            return Err(self.error("a face has three corners or more"));
        }
        if named.len() > MAX_CORNERS {
            return Err(
                self.error(format!("a face has {} corners, and at most {MAX_CORNERS} are read: cut it", named.len()))
            );
        }
        if self.scene.count() + named.len() > MAX_TRIANGLES {
            return Err(ForgeError::TooMany { what: "triangles", most: MAX_TRIANGLES });
        }
        let corners: Vec<_> = named.iter().map(|named| self.corner(named)).collect();
        let places: Vec<_> = corners.iter().map(|corner| corner.position.as_dvec3()).collect();
        for triangle in polygon::triangles(&places) {
            if let (true, Some(mesh)) = (self.collision, self.scene.collision.last_mut()) {
                mesh.push(triangle.map(|corner| places[corner]));
            } else {
                let corners = triangle.map(|corner| corners[corner]);
                self.scene.triangles.push(Triangle { material: self.material, smoothing: self.smoothing, corners });
            }
        }
        Ok(())
    }

    fn corner(&self, (position, uv, normal): &Named) -> Corner {
        let mut corner = Corner::at(self.positions[*position]);
        corner.uv = uv.map_or(Vec2::ZERO, |uv| self.uvs[uv]);
        corner.normal = normal.map_or(Vec3::ZERO, |normal| self.normals[normal]);
        corner
    }

    /// `position`, `position/uv`, `position//normal` or `position/uv/normal`; negative ones count from the last.
    fn named(&self, word: &str) -> Result<Named, ForgeError> {
        let mut parts = word.split('/');
        let mut next = |count: usize| match parts.next() {
            None | Some("") => Ok(None),
            Some(part) => self.index(part, count).map(Some),
        };
        let position = next(self.positions.len())?.ok_or_else(|| self.error("a corner names no position"))?;
        Ok((position, next(self.uvs.len())?, next(self.normals.len())?))
    }

    fn index(&self, text: &str, count: usize) -> Result<usize, ForgeError> {
        let number: i64 = text.parse().map_err(|_| self.error(format!("\"{}\" is no whole number", shown(text))))?;
        let index = if number < 0 { count as i64 + number } else { number - 1 };
        usize::try_from(index)
            .ok()
            .filter(|index| *index < count)
            .ok_or_else(|| self.error(format!("a corner names number {number}, and there are {count} before it")))
    }
}

/// As much of a word as a message shows.
fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}

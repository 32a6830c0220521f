//! What a level remembers beside its entities and players, in a save.
//!
//! The dice, two `u64`; who touches what: `u32`, each two handles; length of the movers' last step, `f32`; those that
//! moved: `u32`, each a handle and six `f32`, where it came from; a map that was asked for: `u32`, 0 for none, 1 for a
//! fresh one, 2 for a level change, then its name and the landmark as texts.

use crate::{map_change::MapRequest, snapshot::MoverSnapshot, touches::Touches};
use kerosene_bsp::ModelPose;
use kerosene_entity::{ContainerError, EntityId, SectionReader};
use kerosene_math::{Angles, Pcg32, Vec3};

/// Most bytes of a map's or a landmark's name.
const MAX_TEXT: usize = 1024;

/// The section, taken apart.
#[derive(Debug)]
pub(super) struct LevelPart {
    pub(super) random: Pcg32,
    pub(super) touches: Touches,
    pub(super) movers: MoverSnapshot,
    pub(super) requested_map: Option<MapRequest>,
}

impl LevelPart {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = bytemuck::bytes_of(&self.random).to_vec();
        let pairs = self.touches.pairs();
        put_u32(&mut out, pairs.len() as u32);
        for entity in pairs.flatten() {
            out.extend_from_slice(&entity.to_bits().to_le_bytes());
        }
        put_u32(&mut out, self.movers.seconds.to_bits());
        put_u32(&mut out, self.movers.moved.len() as u32);
        for &(entity, ModelPose { origin, angles }) in &self.movers.moved {
            out.extend_from_slice(&entity.to_bits().to_le_bytes());
            for number in [origin.x, origin.y, origin.z, angles.pitch, angles.yaw, angles.roll] {
                put_u32(&mut out, number.to_bits());
            }
        }
        match &self.requested_map {
            None => put_u32(&mut out, 0),
            Some(MapRequest { map, landmark }) => {
                put_u32(&mut out, 1 + u32::from(landmark.is_some()));
                for text in [map.as_str(), landmark.as_deref().unwrap_or_default()] {
                    put_u32(&mut out, text.len() as u32);
                    out.extend_from_slice(text.as_bytes());
                }
            }
        }
        out
    }

    pub(super) fn read(mut reader: SectionReader<'_>) -> Result<Self, ContainerError> {
        let random = bytemuck::pod_read_unaligned(&reader.array::<{ size_of::<Pcg32>() }>("the dice")?);
        let count = reader.count(16, "touches")?;
        let pairs = (0..count).map(|_| Ok([entity(&mut reader)?, entity(&mut reader)?]));
        let pairs = pairs.collect::<Result<Vec<_>, ContainerError>>()?;
        let at = reader.clone();
        let seconds = reader.f32("the movers' step")?;
        if !(0.0..=1.0).contains(&seconds) {
            return Err(at.error("the movers' step is no second or less"));
        }
        let count = reader.count(32, "the movers")?;
        let moved = (0..count).map(|_| Ok((entity(&mut reader)?, pose(&mut reader)?)));
        let moved = moved.collect::<Result<Vec<_>, ContainerError>>()?;
        let requested_map = requested_map(&mut reader)?;
        reader.end()?;
        let touches = Touches::of_pairs(pairs.into_iter());
        Ok(Self { random, touches, movers: MoverSnapshot { seconds, moved }, requested_map })
    }
}

fn put_u32(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn entity(reader: &mut SectionReader<'_>) -> Result<EntityId, ContainerError> {
    let at = reader.clone();
    EntityId::from_bits(reader.u64("an entity")?).ok_or_else(|| at.error("an entity is none"))
}

fn pose(reader: &mut SectionReader<'_>) -> Result<ModelPose, ContainerError> {
    let mut number = || reader.f32("where a mover came from");
    let origin = Vec3::new(number()?, number()?, number()?);
    let angles = Angles { pitch: number()?, yaw: number()?, roll: number()? };
    Ok(ModelPose { origin, angles })
}

fn requested_map(reader: &mut SectionReader<'_>) -> Result<Option<MapRequest>, ContainerError> {
    let at = reader.clone();
    let kind = reader.u32("whether a map was asked for")?;
    if kind == 0 {
        return Ok(None);
    }
    if kind > 2 {
        return Err(at.error("no map is asked for in such a way"));
    }
    let map = reader.text(MAX_TEXT, "the next map")?.to_owned();
    let landmark = reader.text(MAX_TEXT, "its landmark")?.to_owned();
    Ok(Some(MapRequest { map, landmark: (kind == 2).then_some(landmark) }))
}

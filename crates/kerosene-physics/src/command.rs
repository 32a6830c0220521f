//! One tick's input of one player, as data: what a demo records and a network sends.

use bitflags::bitflags;
use kerosene_math::Angles;

bitflags! {
    /// Buttons held during a tick.
    ///
    /// Movement reads [`JUMP`](Self::JUMP), [`DUCK`](Self::DUCK) and [`WALK`](Self::WALK); the others travel along
    /// for the game. The bits are part of the demo format and never change their meaning.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct Buttons: u32 {
        /// Primary attack.
        const ATTACK = 1 << 0;
        /// Jump; swim up; let go of a ladder.
        const JUMP = 1 << 1;
        /// Duck; pull the feet up in the air.
        const DUCK = 1 << 2;
        /// Use what is looked at.
        const USE = 1 << 3;
        /// Move at walking speed.
        const WALK = 1 << 4;
        /// Secondary attack.
        const ATTACK2 = 1 << 5;
        /// Reload.
        const RELOAD = 1 << 6;
        /// Zoom.
        const ZOOM = 1 << 7;
        /// First button that a game may define.
        const GAME1 = 1 << 16;
        /// Second button that a game may define.
        const GAME2 = 1 << 17;
    }
}

/// One player's input for one tick.
///
/// Moves are fractions of full speed, -1 to 1, as a stick or a pair of keys gives them; values outside are clamped
/// and a NaN counts as 0, so a damaged command cannot damage the simulation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlayerCommand {
    /// Buttons held.
    pub buttons: Buttons,
    /// Where the player looks, in degrees; movement takes pitch as at most straight up or down, and ignores roll.
    pub view: Angles,
    /// Forward (1) or back (-1).
    pub forward: f32,
    /// Right (1) or left (-1).
    pub side: f32,
    /// Up (1) or down (-1), where there is no ground: in water, on ladders, without clipping.
    pub up: f32,
}

impl PlayerCommand {
    /// Size of [`to_bytes`](Self::to_bytes).
    pub const BYTES: usize = 28;

    /// The command as little-endian bytes: buttons, pitch, yaw, roll, forward, side, up.
    ///
    /// ```
    /// use kerosene_physics::{Buttons, PlayerCommand};
    /// let command = PlayerCommand { buttons: Buttons::JUMP, forward: 1.0, ..PlayerCommand::default() };
    /// assert_eq!(PlayerCommand::from_bytes(&command.to_bytes()), command);
    /// ```
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let words = [
            self.buttons.bits(),
            self.view.pitch.to_bits(),
            self.view.yaw.to_bits(),
            self.view.roll.to_bits(),
            self.forward.to_bits(),
            self.side.to_bits(),
            self.up.to_bits(),
        ];
        let mut bytes = [0; Self::BYTES];
        for (chunk, word) in bytes.chunks_exact_mut(4).zip(words) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The command that [`to_bytes`](Self::to_bytes) wrote. Any bytes are a command; unknown buttons are kept.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let word = |index: usize| {
            let at = index * 4;
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let float = |index: usize| f32::from_bits(word(index));
        Self {
            buttons: Buttons::from_bits_retain(word(0)),
            view: Angles { pitch: float(1), yaw: float(2), roll: float(3) },
            forward: float(4),
            side: float(5),
            up: float(6),
        }
    }

    /// The command with every number finite and in range: moves in -1..=1, angles 0 where they are not finite.
    #[must_use]
    pub(crate) fn sanitized(&self) -> Self {
        let fraction = |value: f32| if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 };
        Self {
            buttons: self.buttons,
            view: sanitized_view(self.view),
            forward: fraction(self.forward),
            side: fraction(self.side),
            up: fraction(self.up),
        }
    }
}

/// Finite angles, pitch within straight up and straight down, no roll.
fn sanitized_view(view: Angles) -> Angles {
    let finite = |degrees: f32| if degrees.is_finite() { degrees } else { 0.0 };
    Angles::new(finite(view.pitch).clamp(-90.0, 90.0), finite(view.yaw), 0.0)
}

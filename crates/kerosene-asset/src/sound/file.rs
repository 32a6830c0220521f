//! A sound in memory and as a file.

use super::{SoundDecoder, SoundEncoding, SoundError, head};
use crate::provenance::{PROVENANCE, Provenance};
use kerosene_container::{Container, ContainerBuilder, Tag};

/// The first bytes of a sound's file.
pub const SOUND_MAGIC: Tag = Tag(*b"KAUD");

/// Version of the files that are written and read.
pub const SOUND_VERSION: u32 = 1;

/// Most channels: left and right.
pub const MAX_CHANNELS: u32 = 2;

/// Fewest frames a second.
pub const MIN_RATE: u32 = 4_000;

/// Most frames a second.
pub const MAX_RATE: u32 = 192_000;

/// Most samples of all channels together: 256 MiB where they are floats, 23 minutes of two channels at 48 kHz would be.
pub const MAX_SAMPLES: u64 = 1 << 26;

const HEAD: Tag = Tag(*b"HEAD");
const DATA: Tag = Tag(*b"DATA");

/// The part of a sound that is played again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoundLoop {
    /// The first frame of it.
    pub start: u32,
    /// The first frame after it.
    pub end: u32,
}

/// How loud a sound is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SoundLevels {
    /// The largest sample, without its sign: 1 is full scale.
    pub peak: f32,
    /// The square root of the mean of the squares: 1 is full scale all the time.
    pub rms: f32,
    /// Loudness as people hear it, in LUFS (ITU-R BS.1770-4); nothing where it is silent.
    pub loudness: Option<f32>,
}

/// A sound.
///
/// ```
/// use kerosene_asset::{Sound, SoundEncoding};
///
/// let click = Sound::new(SoundEncoding::Pcm16, 8000, 1, 3, vec![0, 0, 255, 127, 0, 0])?;
/// let read = Sound::from_bytes(&click.to_bytes())?;
/// assert_eq!(read, click);
/// assert_eq!(read.to_samples(), [0, 32767, 0]);
/// # Ok::<(), kerosene_asset::SoundError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Sound {
    encoding: SoundEncoding,
    rate: u32,
    channels: u32,
    frames: u32,
    loop_points: Option<SoundLoop>,
    data: Vec<u8>,
    /// How loud it is.
    pub levels: SoundLevels,
    /// What it was made from.
    pub provenance: Provenance,
}

impl Sound {
    /// A sound of encoded samples. A frame is a sample of each channel.
    ///
    /// # Errors
    /// Rate, channels or frames that no sound has; bytes that are not as many as they need.
    pub fn new(
        encoding: SoundEncoding,
        rate: u32,
        channels: u32,
        frames: u32,
        data: Vec<u8>,
    ) -> Result<Self, SoundError> {
        if !(MIN_RATE..=MAX_RATE).contains(&rate) {
            return Err(SoundError::Rate { rate });
        }
        if !(1..=MAX_CHANNELS).contains(&channels) {
            return Err(SoundError::Channels { channels });
        }
        let samples = u64::from(frames) * u64::from(channels);
        if samples == 0 || samples > MAX_SAMPLES {
            return Err(SoundError::Samples { samples });
        }
        let (found, expected) = (data.len() as u64, encoding.data_bytes(frames, channels));
        if found != expected {
            return Err(SoundError::Bytes { found, expected });
        }
        let (levels, provenance) = (SoundLevels::default(), Provenance::default());
        Ok(Self { encoding, rate, channels, frames, loop_points: None, data, levels, provenance })
    }

    /// The sound with a loop, or without one.
    ///
    /// # Errors
    /// [`SoundError::Loop`].
    pub fn looping(mut self, points: Option<SoundLoop>) -> Result<Self, SoundError> {
        if let Some(SoundLoop { start, end }) = points
            && !(start < end && end <= self.frames)
        {
            return Err(SoundError::Loop { start, end, frames: self.frames });
        }
        self.loop_points = points;
        Ok(self)
    }

    /// How its samples are stored.
    #[must_use]
    pub const fn encoding(&self) -> SoundEncoding {
        self.encoding
    }

    /// Frames a second.
    #[must_use]
    pub const fn rate(&self) -> u32 {
        self.rate
    }

    /// 1, or 2: left and right.
    #[must_use]
    pub const fn channels(&self) -> u32 {
        self.channels
    }

    /// How many frames there are.
    #[must_use]
    pub const fn frames(&self) -> u32 {
        self.frames
    }

    /// How long it lasts, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        f64::from(self.frames) / f64::from(self.rate)
    }

    /// The part that is played again and again, if it loops.
    #[must_use]
    pub const fn loop_points(&self) -> Option<SoundLoop> {
        self.loop_points
    }

    /// The encoded samples.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    /// Every sample once, frame by frame. What plays a sound uses [`SoundDecoder`], which takes no memory.
    #[must_use]
    pub fn to_samples(&self) -> Vec<i16> {
        let mut samples = vec![0; self.frames as usize * self.channels as usize];
        SoundDecoder::new(self).once().read(&mut samples);
        samples
    }

    /// The file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        ContainerBuilder::new(SOUND_MAGIC, SOUND_VERSION)
            .section(HEAD, head::to_bytes(self))
            .section(PROVENANCE, self.provenance.to_bytes())
            .section(DATA, self.data.clone())
            .to_bytes()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is no sound; memory is only taken for what is there.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SoundError> {
        let container = Container::parse(bytes, SOUND_MAGIC, SOUND_VERSION)?;
        let head = head::read(container.reader(HEAD)?)?;
        let provenance = Provenance::read(container.reader(PROVENANCE)?)?;
        let data = container.section(DATA)?.to_vec();
        let sound = Self::new(head.encoding, head.rate, head.channels, head.frames, data)?;
        Ok(Self { levels: head.levels, provenance, ..sound.looping(head.loop_points)? })
    }
}

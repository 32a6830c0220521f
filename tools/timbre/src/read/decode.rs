//! Decoding of what is coded, by `symphonia`.

use super::{Flaws, RecordingKind, kind::after_id3, loops};
use crate::{Recording, TimbreError};
use kerosene_asset::{MAX_SAMPLES, SoundLoop};
use std::io::Cursor;
use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::MediaSourceStream;
use symphonia::default::{formats, get_codecs};

/// Most channels of a recording: more than a sound has, since they can be mixed into one.
pub(super) const MAX_CHANNELS: usize = 32;

/// Decodes a recording of a kind. Loops of tags are in it, those of chunks are not.
pub(super) fn decode(kind: RecordingKind, bytes: &[u8]) -> Result<(Recording, Flaws), TimbreError> {
    let mut reader = open(kind, bytes).map_err(|error| TimbreError::damaged(&error))?;
    let track = reader.default_track(TrackType::Audio).ok_or(TimbreError::NoTrack)?;
    let (id, said, parameters) = (track.id, track.num_frames, track.codec_params.clone());
    let Some(CodecParameters::Audio(parameters)) = parameters else { return Err(TimbreError::NoTrack) };
    let decoder = get_codecs().make_audio_decoder(&parameters, &AudioDecoderOptions::default());
    let mut decoder = decoder.map_err(|error| TimbreError::damaged(&error))?;
    let mut samples = Samples::default();
    while let Some(packet) = next(&mut *reader)? {
        if packet.track_id == id {
            samples.take(&mut *decoder, &packet)?;
        }
    }
    let frames = samples.channels.first().map_or(0, Vec::len);
    let loop_points = loop_of_tags(&mut *reader, frames);
    let is_short = |said: &u64| frames as u64 + tolerance(kind) < *said;
    let flaws = Flaws {
        said_frames: said.filter(is_short),
        no_end: kind == RecordingKind::Ogg && !has_last_page(bytes),
        no_numbers: samples.no_numbers,
        odd_loop: None,
    };
    Ok((Recording { rate: samples.rate, channels: samples.channels, loop_points }, flaws))
}

/// Frames by which a whole recording may be shorter than it says: what encoders put before and after the sound.
const fn tolerance(kind: RecordingKind) -> u64 {
    match kind {
        RecordingKind::Wav | RecordingKind::Flac => 0,
        RecordingKind::Ogg | RecordingKind::Mp3 => 4 * 1152,
    }
}

/// Whether the last page of an Ogg says that it is the last (RFC 3533, 6).
fn has_last_page(bytes: &[u8]) -> bool {
    let last = bytes.windows(4).rposition(|window| window == b"OggS");
    last.and_then(|at| bytes.get(at + 5)).is_some_and(|flags| flags & 4 != 0)
}

fn open(kind: RecordingKind, bytes: &[u8]) -> Result<Box<dyn FormatReader + '_>, Error> {
    let bytes = after_id3(bytes);
    let stream = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let options = FormatOptions::default();
    Ok(match kind {
        RecordingKind::Wav => return Err(Error::Unsupported("samples that are not coded")),
        RecordingKind::Flac => Box::new(formats::FlacReader::try_new(stream, options)?),
        RecordingKind::Ogg => Box::new(formats::OggReader::try_new(stream, options)?),
        RecordingKind::Mp3 => Box::new(formats::MpaReader::try_new(stream, options)?),
    })
}

/// The next packet. A file that is cut off ends there, as players take it; what is missing is told by its length.
fn next(reader: &mut dyn FormatReader) -> Result<Option<symphonia::core::packet::Packet>, TimbreError> {
    match reader.next_packet() {
        Ok(packet) => Ok(packet),
        Err(Error::IoError(reason)) if reason.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(TimbreError::damaged(&error)),
    }
}

/// What has been decoded.
#[derive(Default)]
struct Samples {
    rate: u32,
    channels: Vec<Vec<f32>>,
    piece: Vec<Vec<f32>>,
    no_numbers: usize,
}

impl Samples {
    /// Decodes a packet and appends it. The first one says rate and channels.
    fn take(
        &mut self,
        decoder: &mut dyn AudioDecoder,
        packet: &symphonia::core::packet::Packet,
    ) -> Result<(), TimbreError> {
        let decoded = decoder.decode(packet).map_err(|error| TimbreError::damaged(&error))?;
        let (rate, count) = (decoded.spec().rate(), decoded.num_planes());
        if count == 0 || count > MAX_CHANNELS {
            return Err(TimbreError::Channels { channels: count });
        }
        if self.channels.is_empty() {
            (self.rate, self.channels) = (rate, vec![Vec::new(); count]);
        }
        if (rate, count) != (self.rate, self.channels.len()) {
            return Err(TimbreError::Changes);
        }
        let frames = self.channels[0].len() + decoded.frames();
        if (frames * count) as u64 > MAX_SAMPLES {
            return Err(TimbreError::TooLong);
        }
        decoded.copy_to_vecs_planar(&mut self.piece);
        for (channel, piece) in self.channels.iter_mut().zip(&self.piece) {
            // Floats of a file may be no numbers.
            self.no_numbers += piece.iter().filter(|sample| !sample.is_finite()).count();
            channel.extend(piece.iter().map(|sample| if sample.is_finite() { *sample } else { 0.0 }));
        }
        Ok(())
    }
}

/// The loop that tags say.
fn loop_of_tags(reader: &mut dyn FormatReader, frames: usize) -> Option<SoundLoop> {
    let mut metadata = reader.metadata();
    let revision = metadata.skip_to_latest()?;
    let tracks = revision.per_track.iter().flat_map(|track| &track.metadata.tags);
    let tags = revision.media.tags.iter().chain(tracks);
    loops::of_tags(tags.map(|tag| (tag.raw.key.as_str(), tag.raw.value.to_string())), frames)
}

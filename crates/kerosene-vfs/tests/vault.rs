//! Archives: what was packed is read, equal content gives equal bytes, damage is named.
#![allow(clippy::unwrap_used, reason = "tests")]

use kerosene_vfs::vault::{CONTENT_ALIGNMENT, ContentHash, Damage, EncodedContent, Encoding};
use kerosene_vfs::{Access, EntryKind, READ_LIMIT, Vault, VaultError, VaultWriter, Vfs, VfsError};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::io::Cursor;

const LEVEL: i32 = 3;

fn pack(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut writer = VaultWriter::new(Cursor::new(Vec::new())).unwrap();
    for (name, bytes) in files {
        writer.add(name, &EncodedContent::new(bytes.into(), LEVEL).unwrap()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn open(bytes: Vec<u8>) -> Result<Vault, VaultError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.vault");
    std::fs::write(&path, bytes).unwrap();
    Vault::open(path)
}

/// A few files: one that compresses, one that does not, two that are equal, one that is empty.
fn sample() -> BTreeMap<String, Vec<u8>> {
    let mut noise = 1_u32;
    let noise = std::iter::repeat_with(|| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (noise >> 24) as u8
    });
    [
        ("maps/e1m1.kbsp", vec![7; 50_000]),
        ("materials/brick.ktex", noise.take(3_001).collect()),
        ("materials/copy.kmat", b"shader lit".repeat(40)),
        ("materials/stone.kmat", b"shader lit".repeat(40)),
        ("readme.txt", Vec::new()),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes))
    .into()
}

#[test]
fn what_was_packed_is_read() {
    let files = sample();
    let vault = open(pack(&files)).unwrap();
    assert_eq!(vault.len(), 5);
    for (name, bytes) in &files {
        assert_eq!(vault.read(name).unwrap().as_deref(), Some(&bytes[..]), "{name}");
        assert_eq!(vault.size_of(name), Some(bytes.len() as u64));
    }
    assert!(vault.read("maps").unwrap().is_none() && vault.read("maps/e1m1").unwrap().is_none());
    let entries: Vec<_> = vault.entries().collect();
    assert!(entries.iter().map(|entry| entry.name).eq(files.keys()));
    let encodings: Vec<_> = entries.iter().map(|entry| entry.encoding).collect();
    use Encoding::{Stored, Zstd};
    assert_eq!(encodings, [Zstd, Stored, Zstd, Zstd, Stored]);
    assert_eq!(entries[2].hash, entries[3].hash);
    assert_eq!(entries[2].hash, ContentHash::of(&files["materials/copy.kmat"]));
    assert_eq!(vault.damaged().count(), 0);
}

#[test]
fn equal_contents_are_kept_once_and_aligned() {
    let noise = sample()["materials/brick.ktex"].clone();
    let one: BTreeMap<_, _> = [("a".to_owned(), noise.clone())].into();
    let many: BTreeMap<_, _> = (0..100).map(|at| (format!("f{at}"), noise.clone())).collect();
    let (one, many) = (pack(&one), pack(&many));
    assert!(many.len() < one.len() + 100 * 16, "{} against {}", many.len(), one.len());
    let start = many.windows(noise.len()).position(|window| window == noise).unwrap();
    assert_eq!(start as u64 % CONTENT_ALIGNMENT, 0);
}

#[test]
fn names_must_be_in_order_and_in_their_normal_form() {
    let content = EncodedContent::new(b"x".into(), 0).unwrap();
    let mut writer = VaultWriter::new(Cursor::new(Vec::new())).unwrap();
    let mut add = |name: &str| writer.add(name, &content).map_err(|error| error.to_string());
    add("maps").unwrap();
    add("maps-old/a").unwrap();
    let below = add("maps/a").unwrap_err();
    assert_eq!(below, "\"maps\" is a file and \"maps/a\" lies below it: rename one of them");
    for refused in ["maps", "a", "../z", "/z", "Z", "z/../z", "z\\a", "z//a", "z:a", "z./a", ""] {
        assert!(add(refused).is_err(), "{refused:?} was taken");
    }
    add("z").unwrap();
    let vault = open(writer.finish().unwrap().into_inner()).unwrap();
    assert_eq!(vault.entries().map(|entry| entry.name).collect::<Vec<_>>(), ["maps", "maps-old/a", "z"]);
}

/// Every byte belongs to a hash or to padding: any change of any bit is refused when the archive is opened, or found in
/// exactly the file that it is in.
#[test]
fn every_flipped_bit_is_found() {
    let files: BTreeMap<_, _> = [("a", vec![1; 100]), ("b", (0..40).collect()), ("c", vec![])]
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .into();
    let sound = pack(&files);
    let mut unseen = 0;
    for bit in 0..sound.len() * 8 {
        let mut bytes = sound.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let Ok(vault) = Vault::from_bytes(bytes) else { continue };
        let damaged = vault.damaged().count();
        let refused = files.keys().filter(|name| vault.read(name).is_err()).count();
        assert_eq!(damaged, refused);
        assert!(damaged <= 1, "bit {bit} damages {damaged} files");
        unseen += usize::from(damaged == 0 && vault.check_padding().is_ok());
        for (name, bytes) in files.iter().filter(|(name, _)| vault.read(name).is_ok()) {
            assert_eq!(vault.read(name).unwrap().as_deref(), Some(&bytes[..]));
        }
    }
    // A frame of zstd has bits that mean nothing (RFC 8878, 3.1.1.1.1).
    assert!(unseen <= 2, "{unseen} bits are not looked at");
}

#[test]
fn truncated_and_foreign_archives_are_refused() {
    let sound = pack(&sample());
    for length in (0..sound.len()).step_by(7) {
        let refused = Vault::from_bytes(sound[..length].to_vec());
        assert!(refused.is_err(), "{length} bytes were taken for an archive");
    }
    let error = Vault::from_bytes(b"PK\x03\x04 a zip file").unwrap_err().to_string();
    assert_eq!(error, "this is no .vault archive (it does not begin with KVLT)");
    let mut newer = sound.clone();
    newer[4] = 2;
    let error = Vault::from_bytes(newer).unwrap_err().to_string();
    assert!(error.contains("version 2, newer than 1"), "{error}");
    let longer = [sound, vec![0]].concat();
    let error = Vault::from_bytes(longer).unwrap_err();
    assert!(matches!(error, VaultError::Damaged { damage: Damage::Length { .. }, .. }), "{error}");
}

/// What is done to an archive, with the offset of its index.
type Change = fn(&mut [u8], usize);

/// An archive whose index is made right again after `change` saw it, as somebody who means harm would.
fn forged(change: impl FnOnce(&mut [u8], usize)) -> Result<Vault, VaultError> {
    let mut bytes = pack(&[("aa".to_owned(), vec![9; 64]), ("ab".to_owned(), vec![])].into());
    let index = u64::from_le_bytes(bytes[24..32].try_into().unwrap()) as usize;
    change(&mut bytes, index);
    let hash = blake3::hash(&[&bytes[..48], &bytes[index..]].concat());
    bytes[48..64].copy_from_slice(&hash.as_bytes()[..16]);
    Vault::from_bytes(bytes)
}

#[test]
fn hostile_indices_are_refused_by_what_is_wrong_with_them() {
    use Damage::{ContentEncoding, ContentPlace, ContentSize, EntryName, EntryOrder, EntryPlace, IndexSize};
    assert!(forged(|_, _| {}).is_ok());
    const NAMES: usize = 2 * 64 + 2 * 8;
    let cases: [(Damage, Change); 12] = [
        (EntryName(0), |bytes, index| bytes[index + NAMES..][..2].copy_from_slice(b"..")),
        (EntryName(0), |bytes, index| bytes[index + NAMES..][..2].copy_from_slice(b"/a")),
        (EntryName(1), |bytes, index| bytes[index + NAMES + 2..][..2].copy_from_slice(b"aB")),
        (EntryName(1), |bytes, index| bytes[index + NAMES + 2..][..2].copy_from_slice(&[0xff, 0xff])),
        (EntryOrder(1), |bytes, index| bytes[index + NAMES + 3] = b'a'),
        (EntryPlace(0), |bytes, index| bytes[index + 2 * 64 + 4] = 2),
        (EntryPlace(0), |bytes, index| bytes[index + 2 * 64] = 200),
        (ContentEncoding(1), |bytes, index| bytes[index + 64 + 56] = 2),
        (ContentPlace(0), |bytes, index| bytes[index + 32] = 65),
        (ContentPlace(0), |bytes, index| bytes[index + 47] = 0x80),
        (ContentSize(0), |bytes, index| bytes[index + 52] = 1),
        (IndexSize, |bytes, _| bytes[8..12].copy_from_slice(&u32::MAX.to_le_bytes())),
    ];
    for (expected, change) in cases {
        match forged(change) {
            Err(VaultError::Damaged { damage, .. }) => assert_eq!(damage, expected),
            other => panic!("{expected}: {other:?}"),
        }
    }
}

/// A content that says it is small and is not, and one that says it is larger than it is, are damaged and cost no more
/// memory than they say.
#[test]
fn a_content_that_lies_about_its_size_is_damaged() {
    for size in [63_u64, 65, READ_LIMIT] {
        let vault = forged(|bytes, index| bytes[index + 48..index + 56].copy_from_slice(&size.to_le_bytes())).unwrap();
        let error = vault.read("aa").unwrap_err().to_string();
        assert!(error.starts_with("aa is damaged in the archive"), "{error}");
    }
}

#[test]
fn a_file_that_is_too_large_for_its_reader_is_refused_before_it_is_unpacked() {
    let vault = open(pack(&sample())).unwrap();
    let mut vfs = Vfs::new();
    vfs.mount_vault("game.vault", vault);
    let error = vfs.locate("maps/e1m1.kbsp").unwrap().read("maps/e1m1.kbsp", 100).unwrap_err();
    assert!(matches!(error, VfsError::TooLarge { len: 50_000, limit: 100, .. }), "{error}");
}

#[test]
fn loose_files_win_over_archives_and_folders_are_listed_together() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("materials")).unwrap();
    std::fs::write(folder.path().join("materials/Stone.kmat"), "mine").unwrap();
    let mut vfs = Vfs::new();
    vfs.mount_folder(folder.path(), Access::ReadOnly);
    vfs.mount_vault("game.vault", open(pack(&sample())).unwrap());
    assert_eq!(&*vfs.read("Materials/stone.kmat").unwrap(), b"mine");
    assert_eq!(&*vfs.read("materials/COPY.kmat").unwrap(), b"shader lit".repeat(40));
    let listed = vfs.list("materials").unwrap();
    let listed: Vec<_> = listed.iter().map(|entry| (entry.name.as_str(), entry.layer == "game.vault")).collect();
    assert_eq!(listed, [("brick.ktex", true), ("copy.kmat", true), ("stone.kmat", false)]);
    let top = vfs.list("").unwrap();
    let top: Vec<_> = top.iter().map(|entry| (entry.name.as_str(), entry.kind)).collect();
    use EntryKind::{Directory, File};
    assert_eq!(top, [("maps", Directory), ("materials", Directory), ("readme.txt", File)]);
    assert!(matches!(vfs.list("maps/e1m1.kbsp"), Err(VfsError::NotFound { .. })));
}

proptest! {
    /// Any files give an archive from which each is read, whose bytes say nothing but the files.
    #[test]
    fn any_files_are_packed_and_read(
        files in prop::collection::btree_map("[a-d]{1,2}(/[a-d]{1,2}){0,2}", prop::collection::vec(0..4_u8, 0..200), 0..12)
    ) {
        let is_folder = |name: &str| files.keys().any(|other| other.starts_with(&format!("{name}/")));
        let files: BTreeMap<_, _> = files.clone().into_iter().filter(|(name, _)| !is_folder(name)).collect();
        let bytes = pack(&files);
        prop_assert_eq!(&bytes, &pack(&files));
        let vault = Vault::from_bytes(bytes).unwrap();
        prop_assert_eq!(vault.len(), files.len());
        for (name, content) in &files {
            let read = vault.read(name).unwrap();
            prop_assert_eq!(read.as_deref(), Some(&content[..]));
        }
    }
}

/// A pipe without a writer was waited for.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_archive() {
    let error = Vault::open("/dev/null").unwrap_err().to_string();
    assert_eq!(error, "an archive is a file, and this is none");
}

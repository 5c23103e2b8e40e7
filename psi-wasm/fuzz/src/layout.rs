//! A second, plain reading of the table of messages in `SECURITY.md`: field by field, value by value,
//! with the table's numbers and none of the crate's constants.

use psi_wasm::errors::Error;
use psi_wasm::hashing::{Tag, hash};
use psi_wasm::wire::Kind;

/// Bytes before the fields.
pub const HEADER: usize = 8;
/// The most slots that a message may have.
pub const MOST_SLOTS: u32 = 10_000;
/// The ciphertext moduli.
const PRIMES: [u32; 3] = [2_147_377_153, 2_147_352_577, 2_147_295_233];
/// The place of the key id in public keys. It is a hash of what follows.
const KEY_ID: core::ops::Range<usize> = HEADER..HEADER + 16;

/// A field after the header.
#[derive(Clone, Copy)]
enum Field {
    /// This many bytes of any value.
    Any(usize),
    /// One byte for each slot, 0 or 1.
    Bits(usize),
    /// Packed values.
    Residues(Residues),
}

/// `count` values of `bits` bits, none above `largest`.
#[derive(Clone, Copy)]
struct Residues {
    count: usize,
    bits: usize,
    largest: u32,
}

impl Field {
    const fn bytes(self) -> usize {
        match self {
            Self::Any(bytes) | Self::Bits(bytes) => bytes,
            Self::Residues(Residues { count, bits, .. }) => count * bits / 8,
        }
    }
}

/// Whether messages of this kind state a number of slots.
#[must_use]
pub const fn counted(kind: Kind) -> bool {
    !matches!(kind, Kind::PrivateKeys | Kind::PublicKeys)
}

fn fields(kind: Kind, slots: usize) -> Vec<Field> {
    let ciphertexts = slots.div_ceil(100);
    let residues = |count, bits, largest| {
        Field::Residues(Residues {
            count,
            bits,
            largest,
        })
    };
    let each_prime = |count| PRIMES.map(|prime| residues(count, 31, prime - 1));
    match kind {
        Kind::PrivateKeys => vec![Field::Any(32), Field::Any(32)],
        Kind::PublicKeys => [&[Field::Any(16), Field::Any(32)][..], &each_prime(4096)].concat(),
        Kind::Request => [
            &[Field::Any(32), Field::Any(32)][..],
            &each_prime(1024).repeat(ciphertexts),
        ]
        .concat(),
        // round((q0 − 1) / 2^15) and round((q0 − 1) / 2)
        Kind::Reply => vec![
            Field::Any(16),
            Field::Any(32),
            residues(1024 * ciphertexts, 16, 65_533),
            residues(4096 * ciphertexts, 30, 1_073_688_576),
            Field::Any(32 * slots),
        ],
        Kind::ClientState => vec![
            Field::Any(32),
            Field::Any(32),
            Field::Any(32),
            Field::Bits(slots),
        ],
        Kind::ServerState => vec![Field::Any(32), Field::Bits(slots), Field::Any(16 * slots)],
    }
}

/// The fields with their offsets.
fn placed(kind: Kind, slots: usize) -> impl Iterator<Item = (usize, Field)> {
    fields(kind, slots).into_iter().scan(HEADER, |next, field| {
        let begin = *next;
        *next += field.bytes();
        Some((begin, field))
    })
}

/// The place of a packed value: its first byte, the number of bytes it touches, and the position of
/// its lowest bit.
const fn window(place: usize, bits: usize) -> (usize, usize, usize) {
    let (first, shift) = (place * bits / 8, place * bits % 8);
    (first, (shift + bits).div_ceil(8), shift)
}

fn value(packed: &[u8], place: usize, bits: usize) -> u64 {
    let (first, touched, shift) = window(place, bits);
    let wide = packed[first..first + touched]
        .iter()
        .rev()
        .fold(0, |wide, byte| wide << 8 | u64::from(*byte));
    (wide >> shift) & ((1 << bits) - 1)
}

fn set_value(packed: &mut [u8], place: usize, bits: usize, value: u64) {
    let (first, _, shift) = window(place, bits);
    for bit in 0..bits {
        let (byte, at) = (first + (shift + bit) / 8, (shift + bit) % 8);
        let wanted = u8::from(value >> bit & 1 == 1);
        packed[byte] = packed[byte] & !(1 << at) | wanted << at;
    }
}

/// The key id that public keys of the right length must have.
fn key_id(public_keys: &[u8]) -> [u8; 16] {
    let (seed, packed) = public_keys[KEY_ID.end..].split_at(32);
    let hash = hash(Tag::PublicKeys, &[&[2], seed, packed]);
    core::array::from_fn(|at| hash[at])
}

/// The refusal that is due for these bytes as a message of this kind. None if they must be read.
#[must_use]
pub fn verdict(kind: Kind, bytes: &[u8]) -> Option<Error> {
    let Some((header, body)) = bytes.split_first_chunk::<HEADER>() else {
        return Some(Error::Length);
    };
    let [magic @ .., number, s0, s1, s2, s3] = header;
    if magic != b"WS\x02" {
        return Some(Error::Version);
    }
    if *number != kind as u8 {
        return Some(Error::Kind);
    }
    let slots = u32::from_le_bytes([*s0, *s1, *s2, *s3]);
    let allowed = if counted(kind) { 1..=MOST_SLOTS } else { 0..=0 };
    if !allowed.contains(&slots) {
        return Some(Error::Slots);
    }
    let slots = slots as usize;
    let length: usize = fields(kind, slots).iter().map(|field| field.bytes()).sum();
    if body.len() != length {
        return Some(Error::Length);
    }
    if kind == Kind::PublicKeys && bytes[KEY_ID] != key_id(bytes) {
        return Some(Error::Keys);
    }
    placed(kind, slots).find_map(|(begin, field)| {
        let content = &bytes[begin..begin + field.bytes()];
        match field {
            Field::Any(_) => None,
            Field::Bits(_) => content.iter().any(|bit| *bit > 1).then_some(Error::Bits),
            Field::Residues(Residues {
                count,
                bits,
                largest,
            }) => (0..count)
                .any(|place| value(content, place, bits) > u64::from(largest))
                .then_some(Error::Residue),
        }
    })
}

/// A message of this kind with everything right that a fuzzer cannot guess: header, length, bits and
/// key id. The rest is `data`, repeated. Its fifth byte gives the number of slots, up to 255, if the
/// kind has any. Its last three bytes may set a value near its largest.
#[must_use]
pub fn fitted(kind: Kind, data: &[u8]) -> Vec<u8> {
    let slots = if counted(kind) {
        data.get(4).map_or(1, |slots| (*slots).max(1))
    } else {
        0
    };
    let length: usize = fields(kind, slots.into()).iter().map(|f| f.bytes()).sum();
    let mut bytes = vec![b'W', b'S', 2, kind as u8, slots, 0, 0, 0];
    let body = data.get(HEADER..).filter(|body| !body.is_empty());
    bytes.extend(body.unwrap_or(&[0]).iter().cycle().take(length));
    for (begin, field) in placed(kind, slots.into()) {
        if let Field::Bits(count) = field {
            for bit in &mut bytes[begin..begin + count] {
                *bit &= 1;
            }
        }
    }
    if let [.., low, high, which] = data
        && which & 4 == 0
    {
        let place = usize::from(u16::from_le_bytes([*low, *high]));
        bytes = with_edge(kind, bytes, usize::from(which >> 3), place, which & 3);
    }
    named(kind, bytes)
}

/// The message with one packed value set near its largest: one below it (`step` 0), the largest
/// itself, or one or two above it, which must be refused. Kinds without packed values stay unchanged.
#[must_use]
pub fn with_edge(kind: Kind, mut bytes: Vec<u8>, field: usize, place: usize, step: u8) -> Vec<u8> {
    let slots = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
    let packed: Vec<_> = placed(kind, slots)
        .filter_map(|(begin, field)| match field {
            Field::Residues(residues) => Some((begin, residues)),
            _ => None,
        })
        .collect();
    if !packed.is_empty() {
        let (begin, residues) = packed[field % packed.len()];
        let value = u64::from(residues.largest) - 1 + u64::from(step);
        set_value(
            &mut bytes[begin..],
            place % residues.count,
            residues.bits,
            value,
        );
    }
    bytes
}

/// Public keys with their own id; other kinds unchanged.
#[must_use]
pub fn named(kind: Kind, mut bytes: Vec<u8>) -> Vec<u8> {
    if kind == Kind::PublicKeys {
        let id = key_id(&bytes);
        bytes[KEY_ID].copy_from_slice(&id);
    }
    bytes
}

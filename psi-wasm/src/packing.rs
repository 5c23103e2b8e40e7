//! Residues on the wire: values of fixed width, lowest bit first, without gaps.
#![forbid(unsafe_code)]

use crate::errors::Error;
use crate::params::packed_bytes;

/// Appends `count` values, each below `2^bits`, to `bytes`.
pub fn pack(bytes: &mut Vec<u8>, bits: u32, count: usize, values: impl Iterator<Item = u32>) {
    let start = bytes.len();
    bytes.resize(start + packed_bytes(count, bits), 0);
    let (words, last) = bytes[start..].as_chunks_mut::<4>();
    let mut words = words.iter_mut();
    let mut waiting = 0u64;
    let mut available = 0;
    for value in values.take(count) {
        waiting |= u64::from(value) << available;
        available += bits;
        if available >= 32
            && let Some(word) = words.next()
        {
            *word = low_word(waiting).to_le_bytes();
            waiting >>= 32;
            available -= 32;
        }
    }
    let rest = low_word(waiting).to_le_bytes();
    match words.next() {
        Some(word) => *word = rest,
        None => last.copy_from_slice(&rest[..last.len()]),
    }
}

/// Reads `count` values of `bits` bits from `bytes` and passes each one with its place to `keep`.
///
/// # Errors
/// [`Error::Length`] if `bytes` does not have the length of the values, [`Error::Residue`] if a
/// value is above `largest` or a bit after the last value is set.
pub fn unpack(
    bytes: &[u8],
    bits: u32,
    count: usize,
    largest: u32,
    mut keep: impl FnMut(usize, u32),
) -> Result<(), Error> {
    if bytes.len() != packed_bytes(count, bits) {
        return Err(Error::Length);
    }
    let mask = (1u64 << bits) - 1;
    let mut words = bytes.chunks(4).map(|chunk| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from(u32::from_le_bytes(word))
    });
    let mut waiting = 0u64;
    let mut available = 0;
    let mut excess = 0;
    for place in 0..count {
        if available < bits {
            waiting |= words.next().unwrap_or(0) << available;
            available += 32;
        }
        let value = low_word(waiting & mask);
        // The sign bit of the difference is set when the value is too large.
        excess |= u64::from(largest).wrapping_sub(u64::from(value)) >> 63;
        keep(place, value);
        waiting >>= bits;
        available -= bits;
    }
    if excess | waiting == 0 {
        Ok(())
    } else {
        Err(Error::Residue)
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the low half is meant")]
const fn low_word(wide: u64) -> u32 {
    wide as u32
}

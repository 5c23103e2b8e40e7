//! Residues on the wire: fixed-width values, least significant bit first, without gaps.
#![forbid(unsafe_code)]

use crate::errors::Error;
use crate::params::packed_bytes;

/// Appends `values`, each below `2^bits`, to `bytes`.
pub fn pack(bytes: &mut Vec<u8>, bits: u32, values: impl Iterator<Item = u32>) {
    let mut waiting = 0u64;
    let mut count = 0;
    for value in values {
        waiting |= u64::from(value) << count;
        count += bits;
        if count >= 32 {
            bytes.extend_from_slice(&low_word(waiting).to_le_bytes());
            waiting >>= 32;
            count -= 32;
        }
    }
    let rest = waiting.to_le_bytes();
    bytes.extend_from_slice(&rest[..count.div_ceil(8) as usize]);
}

/// Reads `count` values of `bits` bits from `bytes` and hands each, with its place, to `keep`.
///
/// # Errors
/// [`Error::Length`] when `bytes` has another length than the values fill;
/// [`Error::Residue`] when a value is above `largest`.
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

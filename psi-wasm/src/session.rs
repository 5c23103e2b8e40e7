//! The session: one hash over everything that both parties saw, which every token is bound to.
#![forbid(unsafe_code)]

use crate::errors::Error;
use crate::hashing::{Hash, Tag, hash};
use crate::messages::key_id;
use crate::params::MAX_SLOTS;
use crate::wire::{VERSION, slot_number};

/// `H(version ‖ key id ‖ H(public keys) ‖ H(request) ‖ nonce ‖ slot count ‖ c0 ‖ c1)`.
#[must_use]
pub fn session(
    key_hash: &Hash,
    request_hash: &Hash,
    nonce: &Hash,
    slots: usize,
    packed: &[u8],
) -> Hash {
    let count = slot_number(slots).to_le_bytes();
    hash(
        Tag::Session,
        &[
            &[VERSION],
            &key_id(key_hash),
            key_hash,
            request_hash,
            nonce,
            &count,
            packed,
        ],
    )
}

/// Checks a party's bits: one byte each, 0 or 1, from 1 to [`MAX_SLOTS`] of them.
///
/// # Errors
/// [`Error::Slots`] and [`Error::Bits`].
pub fn check_bits(bits: &[u8]) -> Result<(), Error> {
    if bits.is_empty() || bits.len() > MAX_SLOTS {
        return Err(Error::Slots);
    }
    // One branch on all bits together: valid bits never show.
    if bits.iter().fold(0, |all, bit| all | bit) > 1 {
        Err(Error::Bits)
    } else {
        Ok(())
    }
}

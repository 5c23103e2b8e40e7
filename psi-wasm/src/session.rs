//! The session: one hash over everything that both parties saw. Every token is bound to it.
#![forbid(unsafe_code)]

use crate::errors::Error;
use crate::hashing::{Hash, Tag, hash};
use crate::messages::key_id;
use crate::params::{CONTEXT_BYTES, MAX_SLOTS};
use crate::wire::{VERSION, slot_number};

/// What the parties compare about, as the caller hashed it. It is never sent: a party that has
/// another context computes another session, and then no slot matches.
pub type Context = [u8; CONTEXT_BYTES];

/// What a session is the hash of, besides the version.
pub struct Transcript<'a> {
    /// The context.
    pub context: &'a Context,
    /// `H(public keys)`.
    pub key_hash: &'a Hash,
    /// `H(request)`.
    pub request_hash: &'a Hash,
    /// The server's nonce.
    pub nonce: &'a Hash,
    /// The number of slots.
    pub slots: usize,
    /// All `c0`, then all `c1` of the reply, as sent.
    pub packed: &'a [u8],
}

impl Transcript<'_> {
    /// `H(version ‖ context ‖ key id ‖ H(public keys) ‖ H(request) ‖ nonce ‖ slot count ‖ c0 ‖ c1)`.
    #[must_use]
    pub fn session(&self) -> Hash {
        let count = slot_number(self.slots).to_le_bytes();
        hash(
            Tag::Session,
            &[
                &[VERSION],
                self.context,
                &key_id(self.key_hash),
                self.key_hash,
                self.request_hash,
                self.nonce,
                &count,
                self.packed,
            ],
        )
    }
}

/// Checks a party's bits: one byte each, 0 or 1, between 1 and [`MAX_SLOTS`] of them.
///
/// # Errors
/// [`Error::Slots`] and [`Error::Bits`].
pub fn check_bits(bits: &[u8]) -> Result<(), Error> {
    if bits.is_empty() || bits.len() > MAX_SLOTS {
        return Err(Error::Slots);
    }
    // One branch on all bits together, so valid bits never influence it.
    if bits.iter().fold(0, |all, bit| all | bit) > 1 {
        Err(Error::Bits)
    } else {
        Ok(())
    }
}

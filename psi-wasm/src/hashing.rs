//! The hashes of the protocol: BLAKE3 with an eight-byte tag for each use.
#![forbid(unsafe_code)]

use zeroize::Zeroizing;

use crate::params::{HASH_BYTES, TOKEN_BYTES};

/// A 256-bit hash.
pub type Hash = [u8; HASH_BYTES];

/// What a hash is for.
#[derive(Clone, Copy)]
pub enum Tag {
    /// Public keys: their seed and `b`. The first 16 bytes are the key id.
    PublicKeys,
    /// A whole request.
    Request,
    /// A session: the context and everything that both parties saw.
    Session,
    /// All output of the self-test.
    SelfTest,
}

/// `BLAKE3(tag ‖ parts)`. For each tag every part has a fixed length, or one that an earlier part
/// determines, so different inputs never give the same bytes to hash.
#[must_use]
#[inline(never)]
pub fn hash(tag: Tag, parts: &[&[u8]]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(match tag {
        Tag::PublicKeys => b"psi2keys",
        Tag::Request => b"psi2requ",
        Tag::Session => b"psi2sess",
        Tag::SelfTest => b"psi2test",
    });
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// `BLAKE3(tag ‖ session ‖ slot ‖ token)`: whoever holds the token can recognise the match.
#[must_use]
#[inline(never)]
pub fn slot_hash(session: &Hash, slot: u32, token: &[u8; TOKEN_BYTES]) -> Hash {
    const SLOT: usize = 8 + HASH_BYTES;
    const TOKEN: usize = SLOT + 4;
    let mut input = Zeroizing::new([0; TOKEN + TOKEN_BYTES]);
    input[..8].copy_from_slice(b"psi2slot");
    input[8..SLOT].copy_from_slice(session);
    input[SLOT..TOKEN].copy_from_slice(&slot.to_le_bytes());
    input[TOKEN..].copy_from_slice(token);
    blake3::hash(input.as_ref()).into()
}

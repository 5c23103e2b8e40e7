//! The known answer that a build must give before it handles anybody's bits.
#![forbid(unsafe_code)]

use crate::client;
use crate::hashing::{Hash, Tag, hash};
use crate::keys::PrivateKeys;
use crate::params::SLOTS_PER_CIPHERTEXT;
use crate::sampling::Seed;
use crate::server;
use crate::session::Context;

/// The hash that [`answer`] must give.
pub const KNOWN: Hash = [
    122, 42, 56, 217, 200, 187, 228, 2, 43, 63, 68, 235, 69, 118, 78, 67, 77, 31, 100, 129, 51, 99,
    28, 14, 156, 209, 209, 165, 99, 203, 171, 159,
];

const CONTEXT: Context = [4; 32];
const MINE: [u8; SLOTS_PER_CIPHERTEXT] = every(3);
const THEIRS: [u8; SLOTS_PER_CIPHERTEXT] = every(2);

const fn every(step: usize) -> [u8; SLOTS_PER_CIPHERTEXT] {
    let mut bits = [0; SLOTS_PER_CIPHERTEXT];
    let mut slot = 0;
    while slot < bits.len() {
        bits[slot] = 1;
        slot += step;
    }
    bits
}

/// Whether this build computes correctly on this platform. It catches an engine that miscompiles
/// the kernel, vector instructions above all, before a comparison silently misses matches.
#[must_use]
pub fn passes() -> bool {
    answer().is_some_and(|found| found == KNOWN)
}

/// Compares two fixed vectors of one ciphertext under fixed seeds and hashes every message and
/// the outcome.
#[must_use]
pub fn answer() -> Option<Hash> {
    let seed = |byte| Seed::from_bytes([byte; 32]);
    let (keys, public) = PrivateKeys::generate(seed(1));
    let (state, request) = client::request(&keys, &seed(2), &MINE, &CONTEXT).ok()?;
    let (answered, reply) = server::answer(&public, &request, &THEIRS, &CONTEXT, &seed(3)).ok()?;
    let outcome = state.open(&keys, &reply).ok()?;
    let parts: [&[u8]; 6] = [
        &public,
        &request,
        &reply,
        &answered.session,
        &outcome.matches,
        &outcome.tokens,
    ];
    Some(hash(Tag::SelfTest, &parts))
}

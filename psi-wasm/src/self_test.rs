//! The known answer that a build must give before anybody's bits pass through it.
#![forbid(unsafe_code)]

use crate::client;
use crate::hashing::{Hash, Tag, hash};
use crate::keys::PrivateKeys;
use crate::params::SLOTS_PER_CIPHERTEXT;
use crate::sampling::Seed;
use crate::server;

/// The hash that [`answer`] must give.
pub const KNOWN: Hash = [
    16, 5, 213, 14, 175, 111, 24, 245, 165, 178, 46, 17, 113, 117, 71, 120, 143, 122, 45, 87, 209,
    150, 172, 70, 212, 1, 129, 135, 236, 86, 61, 79,
];

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

/// Whether this build computes rightly on this platform. An engine that compiles the kernel
/// wrongly (vector instructions above all) is found here, not in a comparison that silently
/// misses matches.
#[must_use]
pub fn passes() -> bool {
    answer().is_some_and(|found| found == KNOWN)
}

/// Compares two fixed vectors of one ciphertext under fixed seeds: the hash of every message
/// and of the outcome.
#[must_use]
pub fn answer() -> Option<Hash> {
    let seed = |byte| Seed::from_bytes([byte; 32]);
    let (keys, public) = PrivateKeys::generate(seed(1));
    let (state, request) = client::request(&keys, &seed(2), &MINE).ok()?;
    let (answered, reply) = server::answer(&public, &request, &THEIRS, &seed(3)).ok()?;
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

//! Uniform polynomials from a public seed.
#![forbid(unsafe_code)]

use super::{Purpose, Stream};
use crate::ntt::Rows;
use crate::params::{RESIDUE_BITS, RING_DIMENSION, SEED_BYTES};
use crate::quad::Quad;
use crate::ring::Polynomial;

/// The uniform polynomial of a public seed for ciphertext `index`. A uniform element is uniform in
/// either form, so it is drawn as residues, the form in which it is used.
#[must_use]
#[inline(never)]
pub fn uniform(seed: &[u8; SEED_BYTES], index: usize, prime: usize, rows: &Rows) -> Polynomial {
    let mut stream = Stream::new(seed, Purpose::Uniform, index, prime);
    let mut polynomial = Polynomial::zero();
    let mut words = vec![[0u8; 4]; RING_DIMENSION];
    let mut residues = vec![0; RING_DIMENSION + 1];
    let mut kept = 0;
    while kept < RING_DIMENSION {
        stream.fill(words.as_flattened_mut());
        for word in &words {
            let residue = u32::from_le_bytes(*word) & ((1 << RESIDUE_BITS) - 1);
            // Every residue is written and counted only if it is below the prime. The surplus
            // overwrites the last place.
            residues[kept.min(RING_DIMENSION)] = residue;
            kept += usize::from(residue < rows.modulus.value);
        }
    }
    for (entry, lanes) in polynomial
        .entries_mut()
        .iter_mut()
        .zip(residues.chunks_exact(4))
    {
        *entry = Quad([lanes[0], lanes[1], lanes[2], lanes[3]]);
    }
    polynomial
}

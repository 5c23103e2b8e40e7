//! The flooding of a reply.
#![forbid(unsafe_code)]

use super::Stream;
use crate::modulus::PRIME_MODULI;
use crate::ntt::{Columns, Transform, prime_factor};
use crate::params::FLOOD_BITS;
use crate::quad::{Factor, Quad};
use crate::ring::Polynomial;
use crate::secret::SecretBytes;

/// Flooding: uniform integers in `[-2^78, 2^78)`, as residues modulo `q0`, `q1` and `q2`. The
/// fourth lane is meaningless.
pub const FLOODING: Flooding = Flooding::new();

/// The constants of the flooding.
pub struct Flooding {
    pieces: [Factor; 2],
    offset: Quad,
}

impl Flooding {
    /// The residues of the pieces' weights, 2^30 and 2^60, and of 2^78.
    const fn new() -> Self {
        Self {
            pieces: [power_of_two(30), power_of_two(60)],
            offset: power_of_two(FLOOD_BITS).value,
        }
    }

    /// Adds a fresh value to every coefficient.
    #[inline(never)]
    pub fn add(&self, target: &mut Polynomial, mut stream: Stream, columns: &Columns) {
        const PIECE: u64 = (1 << 30) - 1;
        let q = columns.moduli();
        let mut bytes = SecretBytes::zero(12 * target.entries().len());
        stream.fill(&mut bytes);
        for (entry, chunk) in target.entries_mut().iter_mut().zip(bytes.chunks_exact(12)) {
            let word = |at: usize| {
                u64::from(u32::from_le_bytes([
                    chunk[at],
                    chunk[at + 1],
                    chunk[at + 2],
                    chunk[at + 3],
                ]))
            };
            let low = word(0) | (word(4) << 32);
            // 64 low bits and 15 high ones, 79 in all.
            let high = word(8) & ((1 << (FLOOD_BITS + 1 - 64)) - 1);
            let [first, second, third] =
                [low & PIECE, (low >> 30) & PIECE, (low >> 60) | (high << 4)]
                    .map(|piece| Quad::splat(truncate(piece)));
            let sum = first
                .add(second.times(&self.pieces[0], q), q)
                .add(third.times(&self.pieces[1], q), q)
                .sub(self.offset, q);
            *entry = entry.add(sum, q);
        }
    }
}

const fn power_of_two(exponent: u32) -> Factor {
    let [q0, q1, q2] = PRIME_MODULI;
    prime_factor([
        q0.pow(2, exponent),
        q1.pow(2, exponent),
        q2.pow(2, exponent),
    ])
}

/// A piece below 2^32.
#[allow(
    clippy::cast_possible_truncation,
    reason = "pieces have at most 30 bits"
)]
const fn truncate(piece: u64) -> u32 {
    piece as u32
}

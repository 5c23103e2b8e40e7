//! Slots, sub-slots and plaintext polynomials.
//!
//! A plaintext is a polynomial in `Y` modulo `t`; its 1024 residues are the sub-slots, and
//! slot `i` of a ciphertext owns sub-slots `10·i` to `10·i + 9`. Products of plaintexts are
//! products sub-slot by sub-slot. The work happens in the fourth lane of [`Columns`], whose
//! modulus is `t`.
#![forbid(unsafe_code)]

use crate::modulus::{Modulus, PRIME_MODULI};
use crate::ntt::{Columns, Transform, forward, inverse, prime_factor};
use crate::params::{
    C0_DROPPED_BITS, PLAIN_MODULUS, PRIMES, SUBSLOT_BITS, SUBSLOTS_PER_SLOT, TOKEN_BYTES,
};
use crate::quad::{Factor, Quad};
use crate::ring::Polynomial;
use crate::rns::lift;

/// The lane of [`Columns`] whose modulus is `t`.
const PLAIN: usize = 3;
/// The bits that a sub-slot carries.
const SUBSLOT_MASK: u32 = (1 << SUBSLOT_BITS) - 1;

/// The encoder, ready for use.
pub const ENCODER: Encoder = Encoder::new();

/// Fixed factors of the encodings.
pub struct Encoder {
    /// `Q` modulo `t`, in the plaintext lane.
    scale: Factor,
    /// `t^-1` modulo each prime.
    plain_inverse: Factor,
    /// `2^32` modulo each prime.
    montgomery: Factor,
}

impl Encoder {
    /// Computes the factors.
    const fn new() -> Self {
        let t = Modulus::new(PLAIN_MODULUS);
        let [q0, q1, q2] = PRIME_MODULI;
        let scale = t.mul(
            t.mul(q0.value % PLAIN_MODULUS, q1.value % PLAIN_MODULUS),
            q2.value % PLAIN_MODULUS,
        );
        Self {
            scale: Factor {
                value: Quad([0, 0, 0, scale]),
                quotient: Quad([0, 0, 0, t.shoup(scale)]),
            },
            plain_inverse: prime_factor([
                q0.invert(PLAIN_MODULUS),
                q1.invert(PLAIN_MODULUS),
                q2.invert(PLAIN_MODULUS),
            ]),
            montgomery: prime_factor([q0.montgomery_one, q1.montgomery_one, q2.montgomery_one]),
        }
    }

    /// `round(Q·x/t)` of the plaintext `x` whose sub-slots repeat the slots' bits (0 or 1, at
    /// most 100 of them), as coefficients modulo the primes.
    ///
    /// With `c` the centred residue of `Q·x` modulo `t`, the rounded quotient is exactly
    /// `(Q·x − c)/t`, which is `−c·t^-1` modulo every divisor of `Q`.
    #[must_use]
    pub fn scaled_bits(&self, bits: &[u8], columns: &Columns) -> Polynomial {
        let q = columns.moduli();
        let mut plain = Polynomial::zero();
        for (subslots, bit) in plain
            .entries_mut()
            .chunks_exact_mut(SUBSLOTS_PER_SLOT)
            .zip(bits)
        {
            for subslot in subslots {
                subslot.0[PLAIN] = u32::from(*bit);
            }
        }
        inverse(plain.entries_mut(), columns);
        for entry in plain.entries_mut() {
            let remainder = centred(entry.times(&self.scale, q).0[PLAIN]);
            *entry = modulo_primes(-remainder).times(&self.plain_inverse, q);
        }
        plain
    }

    /// The plaintext whose sub-slots carry the tokens' bits (16 bytes each, at most 100
    /// tokens), centred, in Montgomery form, as residues modulo the primes.
    #[must_use]
    pub fn tokens(&self, tokens: &[u8], columns: &Columns) -> Polynomial {
        let q = columns.moduli();
        let mut plain = Polynomial::zero();
        let slots = plain.entries_mut().chunks_exact_mut(SUBSLOTS_PER_SLOT);
        for (subslots, token) in slots.zip(tokens.chunks_exact(TOKEN_BYTES)) {
            for (index, subslot) in subslots.iter_mut().enumerate() {
                let (first, shift) = place(index);
                let window = token[first..]
                    .iter()
                    .take(3)
                    .rev()
                    .fold(0, |all, byte| (all << 8) | u32::from(*byte));
                subslot.0[PLAIN] = (window >> shift) & SUBSLOT_MASK;
            }
        }
        inverse(plain.entries_mut(), columns);
        for entry in plain.entries_mut() {
            *entry = modulo_primes(centred(entry.0[PLAIN])).times(&self.montgomery, q);
        }
        forward(plain.entries_mut(), columns);
        plain
    }
}

/// Reads the tokens out of a decrypted polynomial into `tokens` (zeros, 16 bytes a slot, at most 100
/// slots). `phase` holds `c0 + c1·s` modulo `q0` in its first lane. `excess` gets one byte a slot,
/// which is zero if the slot's sub-slots are in range; those of an honest reply always are.
pub fn read_tokens(mut phase: Polynomial, columns: &Columns, tokens: &mut [u8], excess: &mut [u8]) {
    for entry in phase.entries_mut() {
        *entry = Quad([0, 0, 0, rounded(entry.0[0])]);
    }
    forward(phase.entries_mut(), columns);
    let slots = phase.entries().chunks_exact(SUBSLOTS_PER_SLOT);
    for ((subslots, token), excess) in slots.zip(tokens.chunks_exact_mut(TOKEN_BYTES)).zip(excess) {
        let mut outside = 0;
        for (index, subslot) in subslots.iter().enumerate() {
            let (first, shift) = place(index);
            let value = subslot.0[PLAIN];
            outside |= value >> SUBSLOT_BITS;
            let mut window = (value & SUBSLOT_MASK) << shift;
            for byte in token[first..].iter_mut().take(3) {
                *byte |= low_byte(window);
                window >>= 8;
            }
            // Whatever is left lies beyond the token's 128 bits; it must be zero.
            outside |= window;
        }
        *excess = low_byte(outside | (outside >> 8));
    }
}

/// Where a sub-slot's bits begin: the byte of the token and the bit in that byte.
const fn place(index: usize) -> (usize, usize) {
    let bit = index * SUBSLOT_BITS as usize;
    (bit / 8, bit % 8)
}

/// A reply's `c0` residue, scaled back and below `q0`.
#[must_use]
pub fn restored(c0: u32) -> u32 {
    let scaled = c0 << C0_DROPPED_BITS;
    scaled.min(scaled.wrapping_sub(PRIMES[0]))
}

/// `round(t·v/q0)` modulo `t` for `v < q0`, exactly and without a division.
///
/// `q0` is so close to 2^31 that shifting by 31 gives the quotient or one less, and the remainder
/// decides which. A quotient of `t` itself becomes 0.
#[must_use]
pub fn rounded(v: u32) -> u32 {
    let prime = u64::from(PRIMES[0]);
    let numerator = u64::from(v) * u64::from(PLAIN_MODULUS) + prime / 2;
    let estimate = numerator >> 31;
    let remainder = numerator - estimate * prime;
    let quotient = low_word(estimate + ((prime - 1).wrapping_sub(remainder) >> 63));
    quotient.min(quotient.wrapping_sub(PLAIN_MODULUS))
}

/// The integer of smallest absolute value with this residue modulo `t`.
fn centred(value: u32) -> i32 {
    let value = value.cast_signed();
    let modulus = PLAIN_MODULUS.cast_signed();
    value - (modulus & ((modulus / 2 - value) >> 31))
}

fn modulo_primes(value: i32) -> Quad {
    Quad([
        lift(value, PRIMES[0]),
        lift(value, PRIMES[1]),
        lift(value, PRIMES[2]),
        0,
    ])
}

#[allow(clippy::cast_possible_truncation, reason = "the low byte is meant")]
const fn low_byte(value: u32) -> u8 {
    value as u8
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the quotient is below 2^14"
)]
const fn low_word(value: u64) -> u32 {
    value as u32
}

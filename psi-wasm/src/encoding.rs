//! Slots, sub-slots and plaintext polynomials.
//!
//! A plaintext is a polynomial in `Y` modulo `t`; its 1024 residues are the sub-slots, and
//! slot `i` of a ciphertext owns sub-slots `10·i` to `10·i + 9`. Products of plaintexts are
//! products sub-slot by sub-slot. The work happens in the fourth lane of [`Columns`], whose
//! modulus is `t`.
#![forbid(unsafe_code)]

use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroizing;

use crate::modulus::Modulus;
use crate::ntt::{Columns, Transform, forward, inverse};
use crate::params::{
    C0_DROPPED_BITS, PLAIN_MODULUS, PRIMES, SLOTS_PER_CIPHERTEXT, SUBSLOT_BITS, SUBSLOTS_PER_SLOT, TOKEN_BYTES,
};
use crate::quad::{Factor, Quad};
use crate::ring::Polynomial;
use crate::rns::lift;

/// The lane of [`Columns`] whose modulus is `t`.
const PLAIN: usize = 3;
/// Token bits in the last sub-slot of a slot: 128 − 9 · 13.
const LAST_SUBSLOT_BITS: u32 = 8 * 16 - SUBSLOT_BITS * 9;

/// A token on its way out of a ciphertext.
pub type Token = Zeroizing<[u8; TOKEN_BYTES]>;

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
    #[must_use]
    pub fn new() -> Self {
        let t = Modulus::new(PLAIN_MODULUS);
        let primes = PRIMES.map(Modulus::new);
        let each = |value: fn(Modulus) -> u32| {
            let quotients = primes.map(|m| m.shoup(value(m)));
            let [a, b, c] = primes.map(value);
            Factor { value: Quad([a, b, c, 0]), quotient: Quad([quotients[0], quotients[1], quotients[2], 0]) }
        };
        let scale = PRIMES.iter().fold(1, |product, prime| t.mul(product, prime % PLAIN_MODULUS));
        Self {
            scale: Factor { value: Quad([0, 0, 0, scale]), quotient: Quad([0, 0, 0, t.shoup(scale)]) },
            plain_inverse: each(|m| m.invert(PLAIN_MODULUS)),
            montgomery: each(|m| m.montgomery_one),
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
        for (subslots, bit) in plain.entries_mut().chunks_exact_mut(SUBSLOTS_PER_SLOT).zip(bits) {
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

    /// The plaintext whose sub-slots carry the tokens' bits (at most 100 tokens), centred, in
    /// Montgomery form, as residues modulo the primes.
    #[must_use]
    pub fn tokens(&self, tokens: &[[u8; TOKEN_BYTES]], columns: &Columns) -> Polynomial {
        let q = columns.moduli();
        let mut plain = Polynomial::zero();
        for (subslots, token) in plain.entries_mut().chunks_exact_mut(SUBSLOTS_PER_SLOT).zip(tokens) {
            let mut rest = Zeroizing::new(u128::from_le_bytes(*token));
            for subslot in subslots {
                subslot.0[PLAIN] = low_bits(*rest);
                *rest >>= SUBSLOT_BITS;
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

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads the tokens out of a decrypted polynomial: `phase` holds `c0 + c1·s` modulo `q0` in
/// its first lane. The choice beside a token says whether its sub-slots are in range; a reply
/// that was made by the rules has no others.
#[must_use]
pub fn read_tokens(mut phase: Polynomial, columns: &Columns) -> Vec<(Token, Choice)> {
    for entry in phase.entries_mut() {
        *entry = Quad([0, 0, 0, rounded(entry.0[0])]);
    }
    forward(phase.entries_mut(), columns);
    let slots = phase.entries().chunks_exact(SUBSLOTS_PER_SLOT).take(SLOTS_PER_CIPHERTEXT);
    slots.map(read_token).collect()
}

fn read_token(subslots: &[Quad]) -> (Token, Choice) {
    let mut token = Zeroizing::new(0u128);
    let mut excess = 0;
    let mut width = LAST_SUBSLOT_BITS;
    for subslot in subslots.iter().rev() {
        excess |= subslot.0[PLAIN] >> width;
        *token = (*token << SUBSLOT_BITS) | u128::from(subslot.0[PLAIN]);
        width = SUBSLOT_BITS;
    }
    (Zeroizing::new(token.to_le_bytes()), excess.ct_eq(&0))
}

/// A reply's `c0` residue, scaled back and below `q0`.
#[must_use]
pub fn restored(c0: u32) -> u32 {
    let scaled = c0 << C0_DROPPED_BITS;
    scaled.min(scaled.wrapping_sub(PRIMES[0]))
}

/// `round(t·v/q0)` modulo `t` for `v < q0`, exactly and without a division.
///
/// `q0` is so near to 2^31 that shifting by 31 gives the quotient or one less; the remainder
/// tells which. A quotient of `t` itself is 0.
#[must_use]
pub fn rounded(v: u32) -> u32 {
    let prime = u64::from(PRIMES[0]);
    let numerator = u64::from(v) * u64::from(PLAIN_MODULUS) + prime / 2;
    let estimate = numerator >> 31;
    let remainder = numerator - estimate * prime;
    let quotient = low_word(estimate + ((prime - 1).wrapping_sub(remainder) >> 63));
    quotient.min(quotient.wrapping_sub(PLAIN_MODULUS))
}

/// A residue modulo `t` as the integer of least size.
fn centred(value: u32) -> i32 {
    let value = value.cast_signed();
    let modulus = PLAIN_MODULUS.cast_signed();
    value - (modulus & ((modulus / 2 - value) >> 31))
}

fn modulo_primes(value: i32) -> Quad {
    Quad([lift(value, PRIMES[0]), lift(value, PRIMES[1]), lift(value, PRIMES[2]), 0])
}

#[allow(clippy::cast_possible_truncation, reason = "masked to 13 bits")]
fn low_bits(value: u128) -> u32 {
    value as u32 & ((1 << SUBSLOT_BITS) - 1)
}

#[allow(clippy::cast_possible_truncation, reason = "the quotient is below 2^14")]
fn low_word(value: u64) -> u32 {
    value as u32
}

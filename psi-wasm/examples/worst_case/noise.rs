//! The worst-case noise of an honest key, request and reply: every error, rounding and ternary
//! coefficient is as large as possible, with signs that add up.

use psi_wasm::params::{
    C0_DROPPED_BITS, C1_DROPPED_BITS, ERROR_BOUND, FLOOD_BITS, PLAIN_MODULUS, PRIMES,
    RING_DIMENSION, SUBRING_DIMENSION, SUBRING_STRIDE,
};

use super::fraction::{Fraction, plus, times};

/// The parameters that determine the noise. Tests worsen them to see the program fail.
#[derive(Clone, Copy)]
pub struct Scheme {
    /// Ciphertext moduli; the reply keeps the first.
    pub primes: [u128; 3],
    /// Plaintext modulus, odd.
    pub plain: u128,
    /// Largest size of an error coefficient.
    pub error: u128,
    /// Flooding is uniform in `[-2^flood_bits, 2^flood_bits)`.
    pub flood_bits: u32,
    /// Low bits that `c0` loses.
    pub c0_dropped: u32,
    /// Low bits that `c1` loses.
    pub c1_dropped: u32,
}

/// The stage at which the noise is measured.
#[derive(Clone, Copy)]
pub enum Stage {
    /// The product plus an encryption of zero, modulo `Q`.
    Mixed,
    /// Flooding added.
    Flooded,
    /// Switched to `q0`, every bit kept.
    Switched,
    /// Low bits dropped, as sent. This is one rounding together with the switch.
    Sent,
}

impl Stage {
    /// In the order of the protocol.
    pub const ALL: [Self; 4] = [Self::Mixed, Self::Flooded, Self::Switched, Self::Sent];

    /// The name in the report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mixed => "before flooding",
            Self::Flooded => "after flooding",
            Self::Switched => "after the switch",
            Self::Sent => "with low bits dropped",
        }
    }
}

/// The largest size of coefficient `k` of a negacyclic product, which is a signed sum of `a_i·b_j`
/// over all `i + j ≡ k`. `a` and `b` bound the sizes of the factors' coefficients.
fn largest_product(a: &[u128], b: &[u128], k: usize) -> u128 {
    let size = a.len();
    a.iter().enumerate().fold(0, |sum, (i, value)| {
        plus(sum, times(*value, b[(k + size - i) % size]))
    })
}

impl Scheme {
    /// The parameters of the crate.
    #[must_use]
    pub fn ours() -> Self {
        Self {
            primes: PRIMES.map(u128::from),
            plain: u128::from(PLAIN_MODULUS),
            error: u128::from(ERROR_BOUND),
            flood_bits: FLOOD_BITS,
            c0_dropped: C0_DROPPED_BITS,
            c1_dropped: C1_DROPPED_BITS,
        }
    }

    /// `t` times the largest noise of each coefficient at a power of `Y`, before flooding:
    /// `p·(e' + r) + e0 − e·u + e1·s`, where `r = c/t` with `|c| ≤ (t−1)/2` is the
    /// rounding of the encoding.
    #[must_use]
    pub fn mixed(&self) -> Vec<u128> {
        let half = (self.plain - 1) / 2;
        let tokens = [half; SUBRING_DIMENSION];
        let fresh = [plus(times(self.plain, self.error), half); SUBRING_DIMENSION];
        let errors = vec![self.error; RING_DIMENSION];
        let ternary = vec![1; RING_DIMENSION];
        (0..SUBRING_DIMENSION)
            .map(|k| {
                let product = largest_product(&tokens, &fresh, k);
                let masked = largest_product(&errors, &ternary, SUBRING_STRIDE * k);
                let zero = plus(self.error, times(2, masked));
                plus(product, times(self.plain, zero))
            })
            .collect()
    }

    /// The largest distance of each flooded integer from its noise-free value `round(Q·m/t)` plus
    /// flooding: the noise, plus a half for that rounding.
    #[must_use]
    pub fn shifts(&self) -> Vec<u128> {
        let each = self.mixed().into_iter();
        each.map(|noise| plus(times(2, noise), self.plain) / (2 * self.plain))
            .collect()
    }

    /// The largest noise of any coefficient at a stage.
    #[must_use]
    pub fn noise(&self, stage: Stage) -> Fraction {
        let mixed = self.mixed().into_iter().max().unwrap_or(0);
        let flooded = plus(mixed, times(self.plain, 1 << self.flood_bits));
        let [_, q1, q2] = self.primes;
        // Twice the noise over 2·t·q1·q2, plus the rounding of c0, plus the rounding of every
        // coefficient of c1 times one of the ternary secret.
        let rounded = |c0_dropped: u32, c1_dropped: u32| {
            let halves = plus(
                1 << c0_dropped,
                times(RING_DIMENSION as u128, 1 << c1_dropped),
            );
            let unit = times(self.plain, times(q1, q2));
            Fraction {
                numerator: plus(times(2, flooded), times(unit, halves)),
                denominator: times(2, unit),
            }
        };
        let over_plain = |numerator| Fraction {
            numerator,
            denominator: self.plain,
        };
        match stage {
            Stage::Mixed => over_plain(mixed),
            Stage::Flooded => over_plain(flooded),
            Stage::Switched => rounded(0, 0),
            Stage::Sent => rounded(self.c0_dropped, self.c1_dropped),
        }
    }

    /// Decryption is certain while the noise is below the modulus of the stage over `2t`.
    #[must_use]
    pub fn bound(&self, stage: Stage) -> Fraction {
        let [q0, q1, q2] = self.primes;
        let numerator = match stage {
            Stage::Mixed | Stage::Flooded => times(q0, times(q1, q2)),
            Stage::Switched | Stage::Sent => q0,
        };
        Fraction {
            numerator,
            denominator: 2 * self.plain,
        }
    }
}

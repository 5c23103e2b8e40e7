//! Residue number system: lifting small integers to the primes, and the exact switch from
//! `Q = q0·q1·q2` to `q0`.
#![forbid(unsafe_code)]

use crate::modulus::PRIME_MODULI;
use crate::ntt::{factor, moduli};
use crate::quad::{Factor, Moduli, Quad};

/// The switch, ready for use.
pub const SWITCH: Switch = Switch::new();

/// The constants of the switch.
pub struct Switch {
    moduli: [Moduli; 3],
    /// `q1^-1` modulo `q2`.
    first_inverse: Factor,
    /// `q1` modulo `q0`.
    first: Factor,
    /// `(q1·q2)^-1` modulo `q0`.
    divisor_inverse: Factor,
}

impl Switch {
    /// Computes the constants.
    const fn new() -> Self {
        let [q0, q1, q2] = PRIME_MODULI;
        let divisor = q0.mul(q1.value, q2.value);
        Self {
            moduli: [moduli(q0), moduli(q1), moduli(q2)],
            first_inverse: factor(q2, q2.invert(q1.value - q2.value)),
            first: factor(q0, q1.value),
            divisor_inverse: factor(q0, q0.invert(divisor)),
        }
    }

    /// `floor(v / (q1·q2))` of the integers `v` in `[0, Q)` with residues `v0`, `v1`, `v2`.
    ///
    /// By Garner's formula `v mod q1·q2 = v1 + q1·h` with `h = (v2 − v1)·q1^-1 mod q2`. The rest of
    /// `v` divides exactly, so one multiplication modulo `q0` gives the quotient, which is below
    /// `q0`. Because `q2 < q1 < q0 < 2·q2`, `v1` needs at most one subtraction.
    #[inline(always)]
    #[must_use]
    pub fn quotient(&self, v0: Quad, v1: Quad, v2: Quad) -> Quad {
        let [q0, _, q2] = &self.moduli;
        let digit = v2.sub(v1.reduce(q2), q2).times(&self.first_inverse, q2);
        v0.sub(v1, q0)
            .sub(digit.times(&self.first, q0), q0)
            .times(&self.divisor_inverse, q0)
    }

    /// `round(v / (q1·q2·2^bits))`: one rounding for the switch and the dropped bits, because
    /// half of the divisor is `2^(bits−1)` times `q1·q2`. `bits` is at least 1.
    #[inline(always)]
    #[must_use]
    pub fn rounded(&self, v0: Quad, v1: Quad, v2: Quad, bits: u32) -> Quad {
        let quotient = self.quotient(v0, v1, v2);
        Quad(quotient.0.map(|lane| (lane + (1 << (bits - 1))) >> bits))
    }
}

/// A signed integer of size below `q`, as a residue.
#[allow(
    clippy::cast_sign_loss,
    reason = "two's complement plus the modulus where negative"
)]
#[inline(always)]
#[must_use]
pub fn lift(value: i32, q: u32) -> u32 {
    (value as u32).wrapping_add(q & (value >> 31) as u32)
}

//! Arithmetic modulo one odd prime below 2^31, for use in constants too.
#![forbid(unsafe_code)]

use crate::params::PRIMES;

/// A prime modulus and the constants of its reductions.
#[derive(Clone, Copy)]
pub struct Modulus {
    /// The prime itself.
    pub value: u32,
    /// `value^-1` modulo 2^32, for Montgomery reduction.
    pub inverse: u32,
    /// `2^32` modulo `value`: one in Montgomery form.
    pub montgomery_one: u32,
}

/// The ciphertext primes.
pub const PRIME_MODULI: [Modulus; 3] = [
    Modulus::new(PRIMES[0]),
    Modulus::new(PRIMES[1]),
    Modulus::new(PRIMES[2]),
];

impl Modulus {
    /// Prepares `value`, an odd prime below 2^31.
    ///
    /// # Panics
    /// When it is even or too large.
    #[must_use]
    pub const fn new(value: u32) -> Self {
        assert!(value % 2 == 1 && value < 1 << 31);
        // Newton's iteration doubles the number of correct low bits: 3, 6, 12, 24, 48.
        let mut inverse = value;
        let mut step = 0;
        while step < 4 {
            inverse = inverse.wrapping_mul(2u32.wrapping_sub(value.wrapping_mul(inverse)));
            step += 1;
        }
        Self {
            value,
            inverse,
            montgomery_one: narrow((1 << 32) % value as u64),
        }
    }

    /// `a · b`. It divides, so it is for public values and tables only.
    #[must_use]
    pub const fn mul(self, a: u32, b: u32) -> u32 {
        narrow(a as u64 * b as u64 % self.value as u64)
    }

    /// `base^exponent`. For public values and tables only.
    #[must_use]
    pub const fn pow(self, base: u32, mut exponent: u32) -> u32 {
        let mut square = base % self.value;
        let mut result = 1;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.mul(result, square);
            }
            square = self.mul(square, square);
            exponent >>= 1;
        }
        result
    }

    /// `a^-1`, by Fermat. For public values and tables only.
    #[must_use]
    pub const fn invert(self, a: u32) -> u32 {
        self.pow(a, self.value - 2)
    }

    /// The primitive root of unity of order `order`, a power of two, with the smallest base.
    ///
    /// `base^((q−1)/order)` has exactly that order when its `order/2`-th power is −1.
    ///
    /// # Panics
    /// When `order` does not divide `q − 1`.
    #[must_use]
    pub const fn root_of_unity(self, order: u32) -> u32 {
        assert!((self.value - 1).is_multiple_of(order));
        let mut base = 2;
        loop {
            let root = self.pow(base, (self.value - 1) / order);
            if self.pow(root, order / 2) == self.value - 1 {
                return root;
            }
            base += 1;
        }
    }

    /// `floor(factor · 2^32 / value)`: the quotient that makes a fixed factor fast (Shoup).
    #[must_use]
    pub const fn shoup(self, factor: u32) -> u32 {
        narrow(((factor as u64) << 32) / self.value as u64)
    }
}

/// The low half. Callers pass values below 2^32.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the value is below 2^32 by construction"
)]
const fn narrow(wide: u64) -> u32 {
    wide as u32
}

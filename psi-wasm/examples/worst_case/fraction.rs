//! Fractions of natural numbers. Arithmetic panics instead of overflowing.

/// `numerator / denominator`.
#[derive(Clone, Copy)]
pub struct Fraction {
    /// The number above the line.
    pub numerator: u128,
    /// The number below the line, not zero.
    pub denominator: u128,
}

impl Fraction {
    /// Whether this is less than `other`, exactly.
    #[must_use]
    pub fn below(&self, other: &Self) -> bool {
        times(self.numerator, other.denominator) < times(other.numerator, self.denominator)
    }

    /// The largest integer that is not larger.
    #[must_use]
    pub const fn floor(&self) -> u128 {
        self.numerator / self.denominator
    }

    /// The smallest integer that is not smaller.
    #[must_use]
    pub const fn ceiling(&self) -> u128 {
        self.numerator.div_ceil(self.denominator)
    }
}

/// The product.
///
/// # Panics
/// When it does not fit.
#[must_use]
pub fn times(a: u128, b: u128) -> u128 {
    a.checked_mul(b).expect("a product beyond 128 bits")
}

/// The sum.
///
/// # Panics
/// When it does not fit.
#[must_use]
pub fn plus(a: u128, b: u128) -> u128 {
    a.checked_add(b).expect("a sum beyond 128 bits")
}

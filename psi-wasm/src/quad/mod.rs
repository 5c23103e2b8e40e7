//! Four residues side by side: the one arithmetic type of the kernel.
//!
//! All algorithms are written once, over [`Quad`]. Its operations come from `simd` if the compiler
//! may use WebAssembly's 128-bit instructions, and from `scalar` otherwise. Both give the same
//! values, and neither branches on them.
#![deny(unsafe_code)]

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[path = "scalar.rs"]
mod lanes;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "simd.rs"]
mod lanes;

use zeroize::Zeroize;

/// Four 32-bit lanes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Quad(pub [u32; 4]);

impl Zeroize for Quad {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// A factor with its Shoup quotients: multiplying by it needs no division.
#[derive(Clone, Copy, Default)]
pub struct Factor {
    /// The factor, below the modulus.
    pub value: Quad,
    /// `floor(value · 2^32 / q)`.
    pub quotient: Quad,
}

/// A modulus in each lane, with its inverse modulo 2^32.
#[derive(Clone, Copy, Default)]
pub struct Moduli {
    /// The primes.
    pub value: Quad,
    /// Their inverses modulo 2^32.
    pub inverse: Quad,
}

impl Quad {
    /// The same value in every lane.
    #[inline(always)]
    #[must_use]
    pub const fn splat(value: u32) -> Self {
        Self([value; 4])
    }

    /// `self + other` modulo 2^32.
    #[inline(always)]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        lanes::plus(self, other)
    }

    /// `self − other` modulo 2^32.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        lanes::minus(self, other)
    }

    /// Reduces a value below `2q` to one below `q`: the smaller of `x` and `x − q`, because a
    /// negative difference wraps to a large number.
    #[inline(always)]
    #[must_use]
    pub fn reduce(self, q: &Moduli) -> Self {
        lanes::min(self, lanes::minus(self, q.value))
    }

    /// `self + other` modulo `q`, for operands below `q`.
    #[inline(always)]
    #[must_use]
    pub fn add(self, other: Self, q: &Moduli) -> Self {
        lanes::plus(self, other).reduce(q)
    }

    /// `self − other` modulo `q`, for operands below `q`.
    #[inline(always)]
    #[must_use]
    pub fn sub(self, other: Self, q: &Moduli) -> Self {
        let difference = lanes::minus(self, other);
        lanes::min(difference, lanes::plus(difference, q.value))
    }

    /// `self · factor` modulo `q`, below `q`, for any `self` below 2^32.
    ///
    /// With `w' = floor(w·2^32/q)` the estimate `floor(x·w'/2^32)` of `x·w/q` is at most one
    /// too small (Harvey, "Faster arithmetic for number-theoretic transforms", 2014).
    #[inline(always)]
    #[must_use]
    pub fn times(self, factor: &Factor, q: &Moduli) -> Self {
        let estimate = lanes::mul_high(self, factor.quotient);
        let remainder = lanes::minus(
            lanes::mul_low(self, factor.value),
            lanes::mul_low(estimate, q.value),
        );
        remainder.reduce(q)
    }

    /// `self · other / 2^32` modulo `q` (Montgomery), below `q`, for operands below `q`.
    #[inline(always)]
    #[must_use]
    pub fn montgomery(self, other: Self, q: &Moduli) -> Self {
        let (low, high) = lanes::mul_wide(self, other);
        high.montgomery_difference(low, q)
    }

    /// The sum of four products, divided by `2^32` modulo `q` (Montgomery), below `q`, for
    /// operands below `q`. The sum of four products stays below `2^64`, so one reduction is enough.
    #[inline(always)]
    #[must_use]
    pub fn montgomery_sum(pairs: [(Self, Self); 4], q: &Moduli) -> Self {
        let (low, high) = lanes::sum_of_products(pairs);
        // 4·q² / 2^32 < 2·q
        high.reduce(q).montgomery_difference(low, q)
    }

    /// The Montgomery reduction of `low + 2^32·self`, for `self` below `q`.
    #[inline(always)]
    fn montgomery_difference(self, low: Self, q: &Moduli) -> Self {
        let correction = lanes::mul_high(lanes::mul_low(low, q.inverse), q.value);
        let difference = lanes::minus(self, correction);
        lanes::min(difference, lanes::plus(difference, q.value))
    }

    /// Lanes picked from `self` (0 to 3) and `other` (4 to 7).
    #[inline(always)]
    #[must_use]
    pub fn pick<const A: usize, const B: usize, const C: usize, const D: usize>(
        self,
        other: Self,
    ) -> Self {
        lanes::pick::<A, B, C, D>(self, other)
    }

    /// Lane-wise `self & mask`.
    #[inline(always)]
    #[must_use]
    pub fn and(self, mask: Self) -> Self {
        lanes::and(self, mask)
    }
}

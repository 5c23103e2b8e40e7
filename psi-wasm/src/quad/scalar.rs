//! Lane operations without vector instructions.
#![forbid(unsafe_code)]

use super::Quad;

#[inline(always)]
fn zip(a: Quad, b: Quad, f: impl Fn(u32, u32) -> u32) -> Quad {
    Quad([
        f(a.0[0], b.0[0]),
        f(a.0[1], b.0[1]),
        f(a.0[2], b.0[2]),
        f(a.0[3], b.0[3]),
    ])
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a product of two 32-bit values shifted by 32"
)]
#[inline(always)]
fn high(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}

#[inline(always)]
pub(super) fn plus(a: Quad, b: Quad) -> Quad {
    zip(a, b, u32::wrapping_add)
}

#[inline(always)]
pub(super) fn minus(a: Quad, b: Quad) -> Quad {
    zip(a, b, u32::wrapping_sub)
}

#[inline(always)]
pub(super) fn and(a: Quad, b: Quad) -> Quad {
    zip(a, b, |x, y| x & y)
}

/// The smaller of two values, selected by a mask from the comparison, without a branch.
#[inline(always)]
pub(super) fn min(a: Quad, b: Quad) -> Quad {
    zip(a, b, |x, y| {
        let smaller = 0u32.wrapping_sub(u32::from(x < y));
        y ^ ((x ^ y) & smaller)
    })
}

#[inline(always)]
pub(super) fn mul_low(a: Quad, b: Quad) -> Quad {
    zip(a, b, u32::wrapping_mul)
}

#[inline(always)]
pub(super) fn mul_high(a: Quad, b: Quad) -> Quad {
    zip(a, b, high)
}

#[inline(always)]
pub(super) fn mul_wide(a: Quad, b: Quad) -> (Quad, Quad) {
    (mul_low(a, b), mul_high(a, b))
}

/// Low and high words of the sums of products, which stay below 2^64.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the halves of a 64-bit value"
)]
#[inline(always)]
pub(super) fn sum_of_products(pairs: [(Quad, Quad); 4]) -> (Quad, Quad) {
    let sums: [u64; 4] = core::array::from_fn(|lane| {
        pairs
            .iter()
            .map(|(a, b)| u64::from(a.0[lane]) * u64::from(b.0[lane]))
            .sum()
    });
    (
        Quad(sums.map(|sum| sum as u32)),
        Quad(sums.map(|sum| (sum >> 32) as u32)),
    )
}

#[inline(always)]
pub(super) fn pick<const A: usize, const B: usize, const C: usize, const D: usize>(
    a: Quad,
    b: Quad,
) -> Quad {
    let lane = |index: usize| {
        if index < 4 {
            a.0[index]
        } else {
            b.0[index - 4]
        }
    };
    Quad([lane(A), lane(B), lane(C), lane(D)])
}

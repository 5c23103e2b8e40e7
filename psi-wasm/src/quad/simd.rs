//! Lane operations with WebAssembly's `simd128`. This is the only module with unsafe code.
#![allow(
    unsafe_code,
    reason = "moving four lanes in and out of a vector register"
)]

use core::arch::wasm32::{
    i32x4_add, i32x4_mul, i32x4_shuffle, i32x4_sub, i64x2_add, u32x4_min, u64x2_extmul_high_u32x4,
    u64x2_extmul_low_u32x4, v128, v128_and,
};

use super::Quad;

#[inline(always)]
fn wide(quad: Quad) -> v128 {
    // SAFETY: both types are 16 bytes and every bit pattern is valid for both.
    unsafe { core::mem::transmute::<Quad, v128>(quad) }
}

#[inline(always)]
fn narrow(vector: v128) -> Quad {
    // SAFETY: both types are 16 bytes and every bit pattern is valid for both.
    unsafe { core::mem::transmute::<v128, Quad>(vector) }
}

#[inline(always)]
pub(super) fn plus(a: Quad, b: Quad) -> Quad {
    narrow(i32x4_add(wide(a), wide(b)))
}

#[inline(always)]
pub(super) fn minus(a: Quad, b: Quad) -> Quad {
    narrow(i32x4_sub(wide(a), wide(b)))
}

#[inline(always)]
pub(super) fn and(a: Quad, b: Quad) -> Quad {
    narrow(v128_and(wide(a), wide(b)))
}

#[inline(always)]
pub(super) fn min(a: Quad, b: Quad) -> Quad {
    narrow(u32x4_min(wide(a), wide(b)))
}

#[inline(always)]
pub(super) fn mul_low(a: Quad, b: Quad) -> Quad {
    narrow(i32x4_mul(wide(a), wide(b)))
}

#[inline(always)]
fn products(a: Quad, b: Quad) -> (v128, v128) {
    (
        u64x2_extmul_low_u32x4(wide(a), wide(b)),
        u64x2_extmul_high_u32x4(wide(a), wide(b)),
    )
}

#[inline(always)]
pub(super) fn mul_high(a: Quad, b: Quad) -> Quad {
    let (first, second) = products(a, b);
    narrow(i32x4_shuffle::<1, 3, 5, 7>(first, second))
}

/// The low and the high words of four products.
#[inline(always)]
fn words((first, second): (v128, v128)) -> (Quad, Quad) {
    (
        narrow(i32x4_shuffle::<0, 2, 4, 6>(first, second)),
        narrow(i32x4_shuffle::<1, 3, 5, 7>(first, second)),
    )
}

#[inline(always)]
pub(super) fn mul_wide(a: Quad, b: Quad) -> (Quad, Quad) {
    words(products(a, b))
}

#[inline(always)]
pub(super) fn sum_of_products(pairs: [(Quad, Quad); 4]) -> (Quad, Quad) {
    let [p0, p1, p2, p3] = pairs.map(|(a, b)| products(a, b));
    let sum = |a: (v128, v128), b: (v128, v128)| (i64x2_add(a.0, b.0), i64x2_add(a.1, b.1));
    words(sum(sum(p0, p1), sum(p2, p3)))
}

#[inline(always)]
pub(super) fn pick<const A: usize, const B: usize, const C: usize, const D: usize>(
    a: Quad,
    b: Quad,
) -> Quad {
    narrow(i32x4_shuffle::<A, B, C, D>(wide(a), wide(b)))
}

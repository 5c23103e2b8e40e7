//! The number-theoretic transform over the subring.
//!
//! A polynomial in `X` is four polynomials in `Y = X^4`, one in each lane: the coefficient of
//! `X^(4j+i)` is lane `i` of entry `j`. Because `Y^1024 = −1`, one negacyclic transform of
//! 1024 points with the four lanes side by side takes the ring to 1024 residues modulo
//! `X^4 − r_j`, and the lanes never mix. The incomplete transform follows Lyubashevsky
//! and Seiler (NTTRU, ePrint 2019/040); the loops are Cooley–Tukey down and
//! Gentleman–Sande up, with the outputs in bit-reversed order.
//!
//! The same loop transforms polynomials in `Y` modulo several primes at once: lanes then
//! hold the residues modulo `q0`, `q1`, `q2` and `t` (see [`Columns`]).
#![forbid(unsafe_code)]

mod tables;

pub use tables::{Columns, Rows, Tables, Twiddle, factor, moduli, prime_factor};

use crate::params::SUBRING_DIMENSION;
use crate::quad::{Factor, Moduli, Quad};

/// 1024 entries of four lanes.
pub type Entries = [Quad; SUBRING_DIMENSION];

/// The constants of a transform: its moduli and the root of unity for each block.
pub trait Transform {
    /// The modulus of each lane.
    fn moduli(&self) -> &Moduli;
    /// The form in which roots are stored.
    type Root;
    /// `ψ^brv(index)` for every index: the root that splits block `index` (1 is the whole ring).
    fn roots(&self) -> &[Self::Root];
    /// The root as a factor of all lanes.
    fn factor(root: &Self::Root) -> Factor;
    /// The inverse of 1024, the factor by which a transform and its inverse scale.
    fn scale(&self) -> &Factor;
}

/// Coefficients to residues, in place. Any lanes below `2q`; the result is below `q`.
///
/// Each pass does two layers, so that every entry is loaded and stored five times instead of ten.
#[inline(never)]
pub fn forward<T: Transform>(entries: &mut Entries, transform: &T) {
    let q = *transform.moduli();
    // The sum and difference of a value and a product, both below 2q.
    let butterfly = |a: Quad, b: Quad, root: &Factor| {
        let first = a.reduce(&q);
        let second = b.times(root, &q);
        (first.plus(second), first.plus(q.value).minus(second))
    };
    let both_layers = |[e0, e1, e2, e3]: [Quad; 4], [root, left, right]: &[Factor; 3]| {
        let (low0, high0) = butterfly(e0, e2, root);
        let (low1, high1) = butterfly(e1, e3, root);
        let (out0, out1) = butterfly(low0, low1, left);
        let (out2, out3) = butterfly(high0, high1, right);
        [out0, out1, out2, out3]
    };
    let mut blocks = 1;
    while blocks < SUBRING_DIMENSION / 4 {
        let groups = entries.chunks_exact_mut(SUBRING_DIMENSION / blocks);
        for (group, roots) in groups.zip(splitting(transform, blocks)) {
            for (((a, b), c), d) in quarters(group) {
                [*a, *b, *c, *d] = both_layers([*a, *b, *c, *d], &roots);
            }
        }
        blocks *= 4;
    }
    // In the last pass each group has four entries, and the results are reduced as they are stored.
    let groups = entries.as_chunks_mut().0.iter_mut();
    for (group, roots) in groups.zip(splitting(transform, blocks)) {
        *group = both_layers(*group, &roots).map(|entry| entry.reduce(&q));
    }
}

/// Residues to coefficients, in place. Lanes below `q`, before and after.
#[inline(never)]
pub fn inverse<T: Transform>(entries: &mut Entries, transform: &T) {
    let q = *transform.moduli();
    // The root is that of the opposite block, which is minus the inverse of the block's own.
    let butterfly =
        |a: Quad, b: Quad, root: &Factor| (a.add(b, &q), b.plus(q.value).minus(a).times(root, &q));
    let both_layers = |[e0, e1, e2, e3]: [Quad; 4], [root, left, right]: &[Factor; 3]| {
        let (low0, low1) = butterfly(e0, e1, right);
        let (high0, high1) = butterfly(e2, e3, left);
        let (out0, out2) = butterfly(low0, high0, root);
        let (out1, out3) = butterfly(low1, high1, root);
        [out0, out1, out2, out3]
    };
    let mut blocks = SUBRING_DIMENSION / 4;
    let groups = entries.as_chunks_mut().0.iter_mut();
    for (group, roots) in groups.zip(splitting(transform, blocks).rev()) {
        *group = both_layers(*group, &roots);
    }
    while blocks > 1 {
        blocks /= 4;
        let groups = entries.chunks_exact_mut(SUBRING_DIMENSION / blocks);
        for (group, roots) in groups.zip(splitting(transform, blocks).rev()) {
            for (((a, b), c), d) in quarters(group) {
                [*a, *b, *c, *d] = both_layers([*a, *b, *c, *d], &roots);
            }
        }
    }
    let scale = transform.scale();
    for entry in entries {
        *entry = entry.times(scale, &q);
    }
}

/// For each of `blocks` blocks, the root that splits it and the roots that split its halves.
#[inline(always)]
fn splitting<T: Transform>(
    transform: &T,
    blocks: usize,
) -> impl DoubleEndedIterator<Item = [Factor; 3]> {
    let roots = &transform.roots()[blocks..4 * blocks];
    let (own, halves) = roots.split_at(blocks);
    own.iter()
        .zip(halves.as_chunks().0)
        .map(|(root, [left, right])| [root, left, right].map(T::factor))
}

/// The four quarters of a group, side by side.
#[inline(always)]
fn quarters(
    group: &mut [Quad],
) -> impl Iterator<Item = (((&mut Quad, &mut Quad), &mut Quad), &mut Quad)> {
    let (low, high) = group.split_at_mut(group.len() / 2);
    let (a, b) = low.split_at_mut(low.len() / 2);
    let (c, d) = high.split_at_mut(high.len() / 2);
    a.iter_mut().zip(b).zip(c).zip(d)
}

//! The number-theoretic transform over the subring, and its tables.
//!
//! A polynomial in `X` is four polynomials in `Y = X^4`, one a lane: the coefficient of
//! `X^(4j+i)` is lane `i` of entry `j`. Because `Y^1024 = −1`, one negacyclic transform of
//! 1024 points with the four lanes side by side takes the ring to 1024 residues modulo
//! `X^4 − r_j`, and no lane ever meets another. The incomplete transform follows Lyubashevsky
//! and Seiler (NTTRU, ePrint 2019/040); the loops are Cooley–Tukey down and
//! Gentleman–Sande up, with the outputs in bit-reversed order.
//!
//! The same loop transforms polynomials in `Y` modulo several primes at once: lanes then
//! hold the residues modulo `q0`, `q1`, `q2` and `t` (see [`Columns`]).
#![forbid(unsafe_code)]

use std::sync::OnceLock;

use crate::modulus::{Modulus, PRIME_MODULI};
use crate::params::{PLAIN_MODULUS, SUBRING_DIMENSION};
use crate::quad::{Factor, Moduli, Quad};

/// 1024 entries of four lanes.
pub type Entries = [Quad; SUBRING_DIMENSION];

/// A factor and its Shoup quotient, the same for all lanes.
pub type Twiddle = (u32, u32);

/// What a transform needs to know: moduli, and the root of unity for each block.
pub trait Transform {
    /// The modulus of each lane.
    fn moduli(&self) -> &Moduli;
    /// How a root is kept.
    type Root;
    /// `ψ^brv(index)` for every index: the root that splits block `index` (1 is the whole ring).
    fn roots(&self) -> &[Self::Root];
    /// The root as a factor of all lanes.
    fn factor(root: &Self::Root) -> Factor;
    /// What undoes the factor 1024 of a transform and its inverse.
    fn scale(&self) -> &Factor;
}

/// One prime in all lanes: transforms a polynomial in `X`.
pub struct Rows {
    /// The prime and its constants.
    pub modulus: Modulus,
    moduli: Moduli,
    roots: Vec<Twiddle>,
    leaves: Vec<Twiddle>,
    scale: Factor,
}

/// `q0`, `q1`, `q2` and `t` in the lanes: transforms a polynomial in `Y` modulo each.
pub struct Columns {
    moduli: Moduli,
    roots: Vec<Factor>,
    scale: Factor,
}

/// All tables, made once.
pub struct Tables {
    /// One a ciphertext prime.
    pub rows: [Rows; 3],
    /// All moduli side by side.
    pub columns: Columns,
}

impl Transform for Rows {
    #[inline(always)]
    fn moduli(&self) -> &Moduli {
        &self.moduli
    }

    type Root = Twiddle;

    #[inline(always)]
    fn roots(&self) -> &[Twiddle] {
        &self.roots
    }

    #[inline(always)]
    fn factor(root: &Twiddle) -> Factor {
        splat(*root)
    }

    #[inline(always)]
    fn scale(&self) -> &Factor {
        &self.scale
    }
}

impl Transform for Columns {
    #[inline(always)]
    fn moduli(&self) -> &Moduli {
        &self.moduli
    }

    type Root = Factor;

    #[inline(always)]
    fn roots(&self) -> &[Factor] {
        &self.roots
    }

    #[inline(always)]
    fn factor(root: &Factor) -> Factor {
        *root
    }

    #[inline(always)]
    fn scale(&self) -> &Factor {
        &self.scale
    }
}

#[inline(always)]
const fn splat((value, quotient): Twiddle) -> Factor {
    Factor {
        value: Quad::splat(value),
        quotient: Quad::splat(quotient),
    }
}

/// A fixed factor modulo `modulus`, in all lanes.
#[must_use]
pub const fn factor(modulus: Modulus, value: u32) -> Factor {
    splat((value, modulus.shoup(value)))
}

impl Rows {
    fn new(modulus: Modulus) -> Self {
        let roots = roots(modulus);
        // Block 512 + i splits into Y = root and Y = −root.
        let leaves = (0..SUBRING_DIMENSION)
            .map(|leaf| {
                let root = roots[usize::midpoint(SUBRING_DIMENSION, leaf)].0;
                let value = if leaf % 2 == 0 {
                    root
                } else {
                    modulus.value - root
                };
                (value, modulus.shoup(value))
            })
            .collect();
        Self {
            moduli: moduli(modulus),
            scale: factor(modulus, inverse_dimension(modulus)),
            modulus,
            roots,
            leaves,
        }
    }

    /// `r_j`: the value of `X^4` in residue `leaf` of the transform.
    #[inline(always)]
    #[must_use]
    pub fn leaf(&self, leaf: usize) -> Factor {
        splat(self.leaves[leaf])
    }
}

impl Tables {
    fn new() -> Self {
        let [q0, q1, q2] = PRIME_MODULI;
        let all = [q0, q1, q2, Modulus::new(PLAIN_MODULUS)];
        let tables = all.map(roots);
        let columns = Columns {
            moduli: Moduli {
                value: Quad(all.map(|m| m.value)),
                inverse: Quad(all.map(|m| m.inverse)),
            },
            roots: (0..SUBRING_DIMENSION)
                .map(|index| Factor {
                    value: Quad([0, 1, 2, 3].map(|lane: usize| tables[lane][index].0)),
                    quotient: Quad([0, 1, 2, 3].map(|lane: usize| tables[lane][index].1)),
                })
                .collect(),
            scale: Factor {
                value: Quad(all.map(inverse_dimension)),
                quotient: Quad(all.map(|m| m.shoup(inverse_dimension(m)))),
            },
        };
        Self {
            rows: PRIME_MODULI.map(Rows::new),
            columns,
        }
    }

    /// The tables, made at the first call.
    #[must_use]
    pub fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }
}

/// One prime in all lanes.
#[must_use]
pub const fn moduli(modulus: Modulus) -> Moduli {
    Moduli {
        value: Quad::splat(modulus.value),
        inverse: Quad::splat(modulus.inverse),
    }
}

/// A fixed factor modulo each of the ciphertext primes, one a lane; nothing in the fourth.
#[must_use]
pub const fn prime_factor([a, b, c]: [u32; 3]) -> Factor {
    let [q0, q1, q2] = PRIME_MODULI;
    Factor {
        value: Quad([a, b, c, 0]),
        quotient: Quad([q0.shoup(a), q1.shoup(b), q2.shoup(c), 0]),
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the dimension is 1024")]
fn inverse_dimension(modulus: Modulus) -> u32 {
    modulus.invert(SUBRING_DIMENSION as u32)
}

/// `ψ^brv(index)` for a primitive 2048-th root of unity `ψ`.
#[allow(clippy::cast_possible_truncation, reason = "the dimension is 1024")]
fn roots(modulus: Modulus) -> Vec<Twiddle> {
    let psi = modulus.root_of_unity(2 * SUBRING_DIMENSION as u32);
    let mut roots = vec![(0, 0); SUBRING_DIMENSION];
    let mut power = 1;
    let shift = usize::BITS - SUBRING_DIMENSION.ilog2();
    for exponent in 0..SUBRING_DIMENSION {
        roots[exponent.reverse_bits() >> shift] = (power, modulus.shoup(power));
        power = modulus.mul(power, psi);
    }
    roots
}

/// Coefficients to residues, in place. Any lanes below `2q`; the result is below `q`.
///
/// Each pass does two layers, so that an entry is loaded and stored five times, not ten.
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
    // The last pass has nothing to loop over in a group, and reduces as it stores.
    let groups = entries.as_chunks_mut().0.iter_mut();
    for (group, roots) in groups.zip(splitting(transform, blocks)) {
        *group = both_layers(*group, &roots).map(|entry| entry.reduce(&q));
    }
}

/// Residues to coefficients, in place. Lanes below `q`, before and after.
#[inline(never)]
pub fn inverse<T: Transform>(entries: &mut Entries, transform: &T) {
    let q = *transform.moduli();
    // The root is that of the opposite block: minus the inverse of the block's own.
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

/// For each of `blocks` blocks: the root that splits it, and the roots that split its halves.
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

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

use crate::modulus::Modulus;
use crate::params::{PLAIN_MODULUS, PRIMES, SUBRING_DIMENSION};
use crate::quad::{Factor, Moduli, Quad};

/// 1024 entries of four lanes.
pub type Entries = [Quad; SUBRING_DIMENSION];

/// A factor and its Shoup quotient, the same for all lanes.
type Twiddle = (u32, u32);

/// What a transform needs to know: moduli, and the root of unity for each block.
pub trait Transform {
    /// The modulus of each lane.
    fn moduli(&self) -> &Moduli;
    /// `ψ^brv(index)`: the root that splits block `index` (1 is the whole ring).
    fn root(&self, index: usize) -> Factor;
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

    #[inline(always)]
    fn root(&self, index: usize) -> Factor {
        splat(self.roots[index])
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

    #[inline(always)]
    fn root(&self, index: usize) -> Factor {
        self.roots[index]
    }

    #[inline(always)]
    fn scale(&self) -> &Factor {
        &self.scale
    }
}

#[inline(always)]
fn splat((value, quotient): Twiddle) -> Factor {
    Factor {
        value: Quad::splat(value),
        quotient: Quad::splat(quotient),
    }
}

/// A fixed factor modulo `modulus`, in all lanes.
#[must_use]
pub fn factor(modulus: Modulus, value: u32) -> Factor {
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
            moduli: Moduli {
                value: Quad::splat(modulus.value),
                inverse: Quad::splat(modulus.inverse),
            },
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
        let primes = PRIMES.map(Modulus::new);
        let all = [primes[0], primes[1], primes[2], Modulus::new(PLAIN_MODULUS)];
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
            rows: primes.map(Rows::new),
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
pub fn forward(entries: &mut Entries, transform: &impl Transform) {
    let q = *transform.moduli();
    // The sum and difference of a value and a product, both below 2q.
    let butterfly = |a: Quad, b: Quad, root: &Factor| {
        let first = a.reduce(&q);
        let second = b.times(root, &q);
        (first.plus(second), first.plus(q.value).minus(second))
    };
    let mut blocks = 1;
    while blocks < SUBRING_DIMENSION {
        for (block, group) in entries
            .chunks_exact_mut(SUBRING_DIMENSION / blocks)
            .enumerate()
        {
            let root = transform.root(blocks + block);
            let inner =
                [2 * (blocks + block), 2 * (blocks + block) + 1].map(|index| transform.root(index));
            for (((a, b), c), d) in quarters(group) {
                let (low0, high0) = butterfly(*a, *c, &root);
                let (low1, high1) = butterfly(*b, *d, &root);
                (*a, *b) = butterfly(low0, low1, &inner[0]);
                (*c, *d) = butterfly(high0, high1, &inner[1]);
            }
        }
        blocks *= 4;
    }
    for entry in entries {
        *entry = entry.reduce(&q);
    }
}

/// Residues to coefficients, in place. Lanes below `q`, before and after.
#[inline(never)]
pub fn inverse(entries: &mut Entries, transform: &impl Transform) {
    let q = *transform.moduli();
    // The root is that of the opposite block: minus the inverse of the block's own.
    let butterfly =
        |a: Quad, b: Quad, root: &Factor| (a.add(b, &q), b.plus(q.value).minus(a).times(root, &q));
    let mut blocks = SUBRING_DIMENSION / 4;
    while blocks > 0 {
        for (block, group) in entries
            .chunks_exact_mut(SUBRING_DIMENSION / blocks)
            .enumerate()
        {
            let opposite = 2 * blocks - 1 - block;
            let root = transform.root(opposite);
            let inner = [2 * opposite + 1, 2 * opposite].map(|index| transform.root(index));
            for (((a, b), c), d) in quarters(group) {
                let (low0, low1) = butterfly(*a, *b, &inner[0]);
                let (high0, high1) = butterfly(*c, *d, &inner[1]);
                (*a, *c) = butterfly(low0, high0, &root);
                (*b, *d) = butterfly(low1, high1, &root);
            }
        }
        blocks /= 4;
    }
    let scale = transform.scale();
    for entry in entries {
        *entry = entry.times(scale, &q);
    }
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

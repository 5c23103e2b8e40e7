//! The tables of the transforms: moduli, roots of unity and their quotients.
#![forbid(unsafe_code)]

use std::sync::OnceLock;

use super::Transform;
use crate::modulus::{Modulus, PRIME_MODULI};
use crate::params::{PLAIN_MODULUS, SUBRING_DIMENSION};
use crate::quad::{Factor, Moduli, Quad};

/// A factor and its Shoup quotient, the same for all lanes.
pub type Twiddle = (u32, u32);

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

/// All tables, computed once.
pub struct Tables {
    /// One for each ciphertext prime.
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

    /// The tables, computed at the first call.
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

/// A fixed factor modulo each ciphertext prime, one in each lane. The fourth lane is zero.
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

//! Polynomials of the ring, as residues, and the products that the protocol needs.
#![forbid(unsafe_code)]

use zeroize::Zeroize;

use crate::ntt::{Entries, Rows, Transform};
use crate::params::SUBRING_DIMENSION;
use crate::quad::Quad;

/// 1024 entries of four lanes on the heap, wiped when dropped. Most are secret or would reveal a
/// secret, and wiping the public ones costs little.
pub struct Polynomial(Box<Entries>);

impl Drop for Polynomial {
    #[inline(never)]
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Polynomial {
    /// All zero.
    #[inline(never)]
    #[must_use]
    pub fn zero() -> Self {
        Self(Box::new([Quad::default(); SUBRING_DIMENSION]))
    }

    /// The entries.
    #[inline(always)]
    #[must_use]
    pub fn entries(&self) -> &Entries {
        &self.0
    }

    /// The entries, for writing.
    #[inline(always)]
    #[must_use]
    pub fn entries_mut(&mut self) -> &mut Entries {
        &mut self.0
    }
}

/// The product `a · b` in one residue ring `X^4 − r`; `b` in Montgomery form.
#[inline(always)]
fn product(a: Quad, b: Quad, wrapped: Quad, rows: &Rows) -> Quad {
    // Multiplying by X moves every lane up by one. The last one comes back in lane 0, times r.
    let by_x = a.pick::<7, 0, 1, 2>(wrapped);
    let by_x2 = a.pick::<6, 7, 0, 1>(wrapped);
    let by_x3 = a.pick::<5, 6, 7, 0>(wrapped);
    Quad::montgomery_sum(
        [
            (a, b.pick::<0, 0, 0, 0>(b)),
            (by_x, b.pick::<1, 1, 1, 1>(b)),
            (by_x2, b.pick::<2, 2, 2, 2>(b)),
            (by_x3, b.pick::<3, 3, 3, 3>(b)),
        ],
        rows.moduli(),
    )
}

/// `target += a · b` over all residues, `b` in Montgomery form.
#[inline(never)]
pub fn add_product(target: &mut Polynomial, a: &Polynomial, b: &Polynomial, rows: &Rows) {
    let q = rows.moduli();
    let factors = a.entries().iter().zip(b.entries());
    for (leaf, (target, (a, b))) in target.entries_mut().iter_mut().zip(factors).enumerate() {
        let wrapped = a.times(&rows.leaf(leaf), q);
        *target = target.add(product(*a, *b, wrapped, rows), q);
    }
}

/// `target *= b` for a polynomial `b` in `Y`, given by lane `lane` of `columns` in Montgomery
/// form. The lanes of `target` do not mix.
#[inline(never)]
pub fn subring_product(target: &mut Polynomial, columns: &Polynomial, lane: usize, rows: &Rows) {
    for (target, factor) in target.entries_mut().iter_mut().zip(columns.entries()) {
        *target = target.montgomery(Quad::splat(factor.0[lane]), rows.moduli());
    }
}

/// Lane 0 of the product `a · b`, which is its part in the subring, written to lane `lane`
/// of `columns`; `b` in Montgomery form. The product's other lanes are never computed.
#[inline(never)]
pub fn subring_part(
    columns: &mut Polynomial,
    lane: usize,
    a: &Polynomial,
    b: &Polynomial,
    rows: &Rows,
) {
    let q = rows.moduli();
    let factors = a.entries().iter().zip(b.entries());
    for (leaf, (column, (a, b))) in columns.entries_mut().iter_mut().zip(factors).enumerate() {
        let wrapped = a.times(&rows.leaf(leaf), q);
        // a0·b0 + r·(a1·b3 + a2·b2 + a3·b1)
        let terms = a
            .pick::<0, 5, 6, 7>(wrapped)
            .montgomery(b.pick::<0, 3, 2, 1>(*b), q);
        let pairs = terms.add(terms.pick::<2, 3, 0, 1>(terms), q);
        let sum = pairs.add(pairs.pick::<1, 0, 3, 2>(pairs), q);
        column.0[lane] = sum.0[0];
    }
}

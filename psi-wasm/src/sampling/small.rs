//! Small coefficients: ternary secrets and binomial errors.
#![forbid(unsafe_code)]

use zeroize::Zeroize;

use super::Stream;
use crate::ntt::Rows;
use crate::params::{ERROR_BITS, ERROR_BOUND, RING_DIMENSION};
use crate::quad::Quad;
use crate::ring::Polynomial;
use crate::rns::lift;
use crate::secret::SecretBytes;

/// Small signed coefficients of one polynomial, wiped when dropped.
pub struct Small(Vec<i8>);

impl Drop for Small {
    #[inline(never)]
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Small {
    /// Independent uniform values among −1, 0 and 1, five from each byte below 3^5.
    #[must_use]
    #[inline(never)]
    pub fn ternary(mut stream: Stream) -> Self {
        const ACCEPTED: u8 = 243;
        let mut values = Vec::with_capacity(RING_DIMENSION + 4);
        let mut bytes = SecretBytes::zero(896);
        while values.len() < RING_DIMENSION {
            stream.fill(&mut bytes);
            for byte in bytes.iter().filter(|byte| **byte < ACCEPTED) {
                let mut rest = u32::from(*byte);
                let digits: [i8; 5] = core::array::from_fn(|_| {
                    // floor(rest / 3) for any byte, without a division
                    let third = (rest * 171) >> 9;
                    let digit = rest - 3 * third;
                    rest = third;
                    small(digit, 1)
                });
                values.extend_from_slice(&digits);
                if values.len() >= RING_DIMENSION {
                    break;
                }
            }
        }
        values.truncate(RING_DIMENSION);
        Self(values)
    }

    /// `count` independent values of binomial(40, 1/2) − 20, each the number of ones among 40 fair
    /// bits, minus 20.
    #[must_use]
    #[inline(never)]
    pub fn binomial(mut stream: Stream, count: usize) -> Self {
        const WIDTH: usize = ERROR_BITS as usize / 8;
        let mut bytes = SecretBytes::zero(count * WIDTH);
        stream.fill(&mut bytes);
        let (fair, _) = bytes.as_chunks::<WIDTH>();
        let ones = |[a, b, c, d, e]: [u8; WIDTH]| {
            u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]).count_ones()
        };
        Self(
            fair.iter()
                .map(|fair| small(ones(*fair), ERROR_BOUND))
                .collect(),
        )
    }

    /// The values.
    #[must_use]
    pub fn values(&self) -> &[i8] {
        &self.0
    }

    /// The polynomial modulo a prime.
    #[must_use]
    #[inline(never)]
    pub fn lifted(&self, rows: &Rows) -> Polynomial {
        let q = rows.modulus.value;
        self.map(|value| lift(i32::from(value), q))
    }

    /// A ternary polynomial modulo a prime in Montgomery form: −1, 0, 1 become
    /// `q − (2^32 mod q)`, 0 and `2^32 mod q` by masks.
    #[must_use]
    #[inline(never)]
    pub fn ternary_montgomery(&self, rows: &Rows) -> Polynomial {
        let (one, q) = (rows.modulus.montgomery_one, rows.modulus.value);
        let to_minus_one = q.wrapping_sub(2 * one);
        self.map(|value| {
            let nonzero = 0u32.wrapping_sub(u32::from(value.cast_unsigned() & 1));
            let negative = (i32::from(value) >> 31).cast_unsigned();
            nonzero & one.wrapping_add(negative & to_minus_one)
        })
    }

    fn map(&self, residue: impl Fn(i8) -> u32) -> Polynomial {
        let mut polynomial = Polynomial::zero();
        for (entry, values) in polynomial
            .entries_mut()
            .iter_mut()
            .zip(self.0.chunks_exact(4))
        {
            *entry = Quad(core::array::from_fn(|lane| residue(values[lane])));
        }
        polynomial
    }
}

/// `value − offset`, for values below 41.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "both are below 41"
)]
const fn small(value: u32, offset: u32) -> i8 {
    value as i8 - offset as i8
}

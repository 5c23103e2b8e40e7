//! The scheme from its definition: exact integers, schoolbook products, naive evaluation. It
//! shares nothing with the kernel but the parameters, and is as slow as that sounds.
#![allow(dead_code, reason = "each test uses a part")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "test arithmetic on values of known size"
)]

use psi_wasm::params::{PLAIN_MODULUS, PRIMES, RING_DIMENSION, SUBRING_DIMENSION};
use psi_wasm::ring::Polynomial;

/// `Q`, 93 bits.
pub const Q: i128 = PRIMES[0] as i128 * PRIMES[1] as i128 * PRIMES[2] as i128;
pub const T: i128 = PLAIN_MODULUS as i128;

/// A polynomial in `X` with integer coefficients.
pub type Integers = Vec<i128>;

pub fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut result, mut square) = (1, base % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        exponent /= 2;
    }
    result
}

/// The powers of the primitive 2048-th root of unity with the smallest base.
pub fn root_powers(modulus: u64) -> Vec<u64> {
    let psi = (2..modulus)
        .map(|base| power(base, (modulus - 1) / 2048, modulus))
        .find(|root| power(*root, 1024, modulus) == modulus - 1)
        .unwrap();
    (0..2048)
        .map(|exponent| power(psi, exponent, modulus))
        .collect()
}

/// `Y` in residue `leaf` is `ψ` to this power: the leaves are in bit-reversed order.
pub fn leaf_exponent(leaf: usize) -> usize {
    let reversed = (0..10).fold(0, |all, bit| (all << 1) | ((leaf >> bit) & 1));
    2 * reversed + 1
}

/// Residues of a polynomial in `Y` at each leaf, by evaluation.
pub fn evaluate(coefficients: &[u64], modulus: u64) -> Vec<u64> {
    let powers = root_powers(modulus);
    (0..SUBRING_DIMENSION)
        .map(|leaf| {
            let exponent = leaf_exponent(leaf);
            let terms = coefficients.iter().enumerate();
            terms.fold(0, |sum, (k, c)| {
                (sum + c * powers[exponent * k % 2048]) % modulus
            })
        })
        .collect()
}

/// The polynomial in `Y` with these residues, by the inverse sum.
pub fn interpolate(residues: &[u64], modulus: u64) -> Vec<u64> {
    let powers = root_powers(modulus);
    let scale = power(1024, modulus - 2, modulus);
    (0..SUBRING_DIMENSION)
        .map(|k| {
            let terms = residues.iter().enumerate();
            let sum = terms.fold(0, |sum, (leaf, residue)| {
                (sum + residue * powers[(2048 - leaf_exponent(leaf) * k % 2048) % 2048]) % modulus
            });
            sum * scale % modulus
        })
        .collect()
}

/// The integer in `[0, Q)` with these residues: the textbook sum of the Chinese remainder theorem.
pub fn combine(residues: [u64; 3]) -> i128 {
    let terms = residues.iter().zip(PRIMES).map(|(residue, prime)| {
        let others = Q / prime as i128;
        let inverse = power(
            (others % prime as i128) as u64,
            prime as u64 - 2,
            prime as u64,
        );
        others * (residue * inverse % prime as u64) as i128 % Q
    });
    terms.sum::<i128>() % Q
}

/// The polynomial in `X` over the integers modulo `Q` whose residues the kernel holds.
pub fn from_rows(rows: &[Polynomial; 3]) -> Integers {
    let mut lanes: Vec<Vec<Vec<u64>>> = Vec::new();
    for (polynomial, prime) in rows.iter().zip(PRIMES) {
        let lane = |lane: usize| -> Vec<u64> {
            polynomial
                .entries()
                .iter()
                .map(|entry| entry.0[lane] as u64)
                .collect()
        };
        lanes.push(
            (0..4)
                .map(|i| interpolate(&lane(i), prime as u64))
                .collect(),
        );
    }
    (0..RING_DIMENSION)
        .map(|k| combine([0, 1, 2].map(|p: usize| lanes[p][k % 4][k / 4])))
        .collect()
}

/// The polynomial in `Y`, as one in `X`, whose residues modulo the primes stand in the lanes.
pub fn from_columns(columns: &Polynomial) -> Integers {
    let residues: Vec<Vec<u64>> = PRIMES
        .iter()
        .enumerate()
        .map(|(lane, prime)| {
            let values: Vec<u64> = columns
                .entries()
                .iter()
                .map(|entry| entry.0[lane] as u64)
                .collect();
            interpolate(&values, *prime as u64)
        })
        .collect();
    let mut integers = vec![0; RING_DIMENSION];
    for k in 0..SUBRING_DIMENSION {
        integers[4 * k] = combine([0, 1, 2].map(|p: usize| residues[p][k]));
    }
    integers
}

/// `a · b` modulo `X^4096 + 1` and `modulus`, where `b` is so small that no sum overflows.
pub fn multiply(a: &[i128], b: &[i128], modulus: i128) -> Integers {
    let mut product = vec![0; RING_DIMENSION];
    for (j, b) in b.iter().enumerate().filter(|(_, b)| **b != 0) {
        for (i, a) in a.iter().enumerate() {
            let (place, wrapped) = ((i + j) % RING_DIMENSION, i + j >= RING_DIMENSION);
            product[place] += if wrapped { -a * b } else { a * b };
        }
    }
    product
        .iter()
        .map(|value| value.rem_euclid(modulus))
        .collect()
}

pub fn add(a: &[i128], b: &[i128], modulus: i128) -> Integers {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a + b).rem_euclid(modulus))
        .collect()
}

/// The residue of least size.
pub fn centred(value: i128, modulus: i128) -> i128 {
    let value = value.rem_euclid(modulus);
    if value > modulus / 2 {
        value - modulus
    } else {
        value
    }
}

/// `round(numerator / denominator)`, halves up.
pub fn rounded(numerator: i128, denominator: i128) -> i128 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

/// A plaintext, as a polynomial in `X` with coefficients in `[0, t)`, from its sub-slots.
pub fn plaintext(subslots: &[u64]) -> Integers {
    let mut all = subslots.to_vec();
    all.resize(SUBRING_DIMENSION, 0);
    let mut integers = vec![0; RING_DIMENSION];
    for (k, value) in interpolate(&all, PLAIN_MODULUS as u64)
        .into_iter()
        .enumerate()
    {
        integers[4 * k] = value as i128;
    }
    integers
}

/// The 13-bit pieces of a token, lowest first.
pub fn pieces(token: &[u8]) -> Vec<u64> {
    let token = u128::from_le_bytes(token.try_into().unwrap());
    (0..10)
        .map(|index| (token >> (13 * index)) as u64 % 8192)
        .collect()
}

/// How far `phase` is from an exact encoding of the plaintext modulo `modulus`, times `t`.
pub fn noise_times_t(phase: i128, plain: i128, modulus: i128) -> i128 {
    centred(T * phase - modulus * plain, T * modulus).abs()
}

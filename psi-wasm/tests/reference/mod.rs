//! The scheme by its definition, with exact integers, schoolbook products and naive evaluation. It
//! shares only the parameters with the kernel, and it is slow.
#![allow(dead_code, reason = "each test uses a part")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "test arithmetic on values of known size"
)]

pub mod opening;
pub mod protocol;
pub mod samples;
pub mod wire;

use psi_wasm::params::{PLAIN_MODULUS, PRIMES, RING_DIMENSION, SUBRING_DIMENSION};

/// `Q`, 93 bits.
pub const Q: i128 = PRIMES[0] as i128 * PRIMES[1] as i128 * PRIMES[2] as i128;
pub const T: i128 = PLAIN_MODULUS as i128;

/// A polynomial in `X` with integer coefficients.
pub type Integers = Vec<i128>;

/// Residues modulo each prime. For a polynomial in `X`, place `4·leaf + i` holds the coefficient of
/// `X^i` of the polynomial modulo `X^4 − r_leaf`. For one in `Y`, place `leaf` holds its value there.
pub type Residues = [Vec<u64>; 3];

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

/// The values at each leaf of a polynomial in `Y`.
pub fn evaluate(coefficients: &[u64], modulus: u64) -> Vec<u64> {
    let powers = root_powers(modulus);
    let value = |exponent: usize| {
        let terms = coefficients.iter().enumerate();
        let sum: u128 = terms
            .map(|(k, c)| (c * powers[exponent * k % 2048]) as u128)
            .sum();
        (sum % modulus as u128) as u64
    };
    (0..SUBRING_DIMENSION)
        .map(|leaf| value(leaf_exponent(leaf)))
        .collect()
}

/// The polynomial in `Y` with these values, by the inverse sum.
pub fn interpolate(values: &[u64], modulus: u64) -> Vec<u64> {
    let powers = root_powers(modulus);
    let scale = power(1024, modulus - 2, modulus);
    let opposite: Vec<usize> = (0..SUBRING_DIMENSION)
        .map(|leaf| 2048 - leaf_exponent(leaf))
        .collect();
    (0..SUBRING_DIMENSION)
        .map(|k| {
            let terms = values.iter().zip(&opposite);
            let sum: u128 = terms
                .map(|(value, exponent)| (value * powers[exponent * k % 2048]) as u128)
                .sum();
            (sum % modulus as u128) as u64 * scale % modulus
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

/// Every fourth of `all`, from the `lane`-th.
fn lane(all: &[u64], lane: usize) -> Vec<u64> {
    all.iter().skip(lane).step_by(4).copied().collect()
}

/// The polynomial in `X`, modulo `Q`, with these residues.
pub fn from_residues(residues: &Residues) -> Integers {
    let lanes: Vec<Vec<Vec<u64>>> = residues
        .iter()
        .zip(PRIMES)
        .map(|(all, prime)| {
            let lanes = (0..4).map(|i| interpolate(&lane(all, i), prime as u64));
            lanes.collect()
        })
        .collect();
    (0..RING_DIMENSION)
        .map(|k| combine([0, 1, 2].map(|p: usize| lanes[p][k % 4][k / 4])))
        .collect()
}

/// The residues of a polynomial in `X`.
pub fn to_residues(polynomial: &[i128]) -> Residues {
    PRIMES.map(|prime| {
        let all: Vec<u64> = polynomial
            .iter()
            .map(|value| value.rem_euclid(prime as i128) as u64)
            .collect();
        let lanes: Vec<Vec<u64>> = (0..4)
            .map(|i| evaluate(&lane(&all, i), prime as u64))
            .collect();
        (0..RING_DIMENSION)
            .map(|place| lanes[place % 4][place / 4])
            .collect()
    })
}

/// The polynomial in `Y`, as one in `X`, with these values.
pub fn from_values(values: &Residues) -> Integers {
    let lanes: Vec<Vec<u64>> = values
        .iter()
        .zip(PRIMES)
        .map(|(all, prime)| interpolate(all, prime as u64))
        .collect();
    let coefficients =
        (0..SUBRING_DIMENSION).map(|k| combine([0, 1, 2].map(|p: usize| lanes[p][k])));
    spread(&coefficients.collect::<Vec<_>>())
}

/// The values of the part in `Y` of a polynomial in `X`.
pub fn to_values(polynomial: &[i128]) -> Residues {
    PRIMES.map(|prime| {
        let part = polynomial.iter().step_by(4);
        let all: Vec<u64> = part
            .map(|value| value.rem_euclid(prime as i128) as u64)
            .collect();
        evaluate(&all, prime as u64)
    })
}

/// A polynomial in `Y`, as one in `X`.
pub fn spread(coefficients: &[i128]) -> Integers {
    let mut integers = vec![0; RING_DIMENSION];
    for (k, value) in coefficients.iter().enumerate() {
        integers[4 * k] = *value;
    }
    integers
}

/// `a · b` modulo `X^4096 + 1` and `modulus`, for a `b` small enough that no sum overflows.
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

/// The residue of smallest absolute value.
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
    let coefficients = interpolate(&all, PLAIN_MODULUS as u64);
    spread(&coefficients.into_iter().map(i128::from).collect::<Vec<_>>())
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

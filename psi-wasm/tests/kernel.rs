//! Properties of the kernel against naive arithmetic.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "test arithmetic on values of known size"
)]

mod reference;

use proptest::prelude::{ProptestConfig, any, prop, prop_assert, prop_assert_eq, proptest};
use psi_wasm::errors::Error;
use psi_wasm::modulus::Modulus;
use psi_wasm::ntt::{Tables, factor, forward, inverse};
use psi_wasm::packing::{pack, unpack};
use psi_wasm::params::{PLAIN_MODULUS, PRIMES, SUBRING_DIMENSION};
use psi_wasm::quad::{Moduli, Quad};
use psi_wasm::ring::{Polynomial, add_product, subring_part};
use psi_wasm::rns::SWITCH;
use psi_wasm::sampling::{Purpose, Seed, Small, uniform};
use reference::{Q, combine, evaluate, from_residues, from_values, interpolate, multiply};

fn moduli(prime: u32) -> Moduli {
    let modulus = Modulus::new(prime);
    Moduli {
        value: Quad::splat(prime),
        inverse: Quad::splat(modulus.inverse),
    }
}

fn plain_polynomial(lane: usize, values: &[u64]) -> Polynomial {
    let mut polynomial = Polynomial::zero();
    for (entry, value) in polynomial.entries_mut().iter_mut().zip(values) {
        entry.0[lane] = *value as u32;
    }
    polynomial
}

fn lane(polynomial: &Polynomial, lane: usize) -> Vec<u64> {
    polynomial
        .entries()
        .iter()
        .map(|entry| u64::from(entry.0[lane]))
        .collect()
}

/// All lanes of every entry, one after the other.
fn rows_of(polynomial: &Polynomial) -> Vec<u64> {
    let entries = polynomial.entries().iter();
    entries.flat_map(|entry| entry.0.map(u64::from)).collect()
}

#[test]
fn lanes_agree_with_wide_arithmetic_at_the_edges() {
    for prime in PRIMES.into_iter().chain([PLAIN_MODULUS]) {
        let q = moduli(prime);
        let montgomery = (1u64 << 32) % u64::from(prime);
        let back = reference::power(montgomery, u64::from(prime) - 2, u64::from(prime));
        for a in [0, 1, 2, prime / 2, prime / 2 + 1, prime - 2, prime - 1] {
            for b in [0, 1, 2, prime / 2, prime / 2 + 1, prime - 2, prime - 1] {
                let wide = |value: u64| (value % u64::from(prime)) as u32;
                let (left, right) = (Quad::splat(a), Quad::splat(b));
                let (a, b) = (u64::from(a), u64::from(b));
                assert_eq!(left.add(right, &q).0, [wide(a + b); 4]);
                assert_eq!(left.sub(right, &q).0, [wide(a + u64::from(prime) - b); 4]);
                let fixed = factor(Modulus::new(prime), b as u32);
                assert_eq!(left.times(&fixed, &q).0, [wide(a * b); 4]);
                assert_eq!(
                    left.montgomery(right, &q).0,
                    [wide(wide(a * b) as u64 * back); 4]
                );
                // A fixed factor also takes unreduced operands.
                assert_eq!(
                    Quad::splat(u32::MAX).times(&fixed, &q).0,
                    [wide(u64::from(u32::MAX) * b); 4]
                );
            }
        }
    }
}

#[test]
fn transform_is_evaluation_at_every_modulus() {
    let tables = Tables::get();
    for (index, modulus) in PRIMES.into_iter().chain([PLAIN_MODULUS]).enumerate() {
        let values: Vec<u64> = (0..SUBRING_DIMENSION as u64)
            .map(|k| (k * k * 7919 + 5) % u64::from(modulus))
            .collect();
        let mut polynomial = plain_polynomial(index, &values);
        forward(polynomial.entries_mut(), &tables.columns);
        assert_eq!(
            lane(&polynomial, index),
            evaluate(&values, u64::from(modulus))
        );
        assert_eq!(
            interpolate(&lane(&polynomial, index), u64::from(modulus)),
            values
        );
        inverse(polynomial.entries_mut(), &tables.columns);
        assert_eq!(lane(&polynomial, index), values);
    }
}

#[test]
fn products_are_those_of_the_ring() {
    let rows = &Tables::get().rows;
    let seed = Seed::from_bytes([9; 32]);
    let a: [Polynomial; 3] =
        core::array::from_fn(|prime| uniform(&[5; 32], 0, prime, &rows[prime]));
    let small = Small::ternary(seed.stream(Purpose::Secret, 0));
    let b: [Polynomial; 3] = core::array::from_fn(|prime| {
        let mut b = small.ternary_montgomery(&rows[prime]);
        forward(b.entries_mut(), &rows[prime]);
        b
    });
    let mut product = [Polynomial::zero(), Polynomial::zero(), Polynomial::zero()];
    let mut part = Polynomial::zero();
    for prime in 0..3 {
        add_product(&mut product[prime], &a[prime], &b[prime], &rows[prime]);
        subring_part(&mut part, prime, &a[prime], &b[prime], &rows[prime]);
    }
    let integers: Vec<i128> = small
        .values()
        .iter()
        .map(|value| i128::from(*value))
        .collect();
    let expected = multiply(
        &from_residues(&[0, 1, 2].map(|prime: usize| rows_of(&a[prime]))),
        &integers,
        Q,
    );
    assert_eq!(
        from_residues(&[0, 1, 2].map(|prime: usize| rows_of(&product[prime]))),
        expected
    );
    let part = from_values(&[0, 1, 2].map(|prime| lane(&part, prime)));
    assert!((0..SUBRING_DIMENSION).all(|k| part[4 * k] == expected[4 * k]));
}

#[test]
fn switch_is_exact_at_the_edges() {
    // Residues of q1 that q2 does not reach, the ends of every range, and the values around the
    // multiples of the divisor.
    let divisor = Q / i128::from(PRIMES[0]);
    let ends = PRIMES
        .map(|prime| [0, 1, prime / 2, PRIMES[2] - 1, PRIMES[2], prime - 1].map(|v| v % prime));
    let mut values = Vec::new();
    for v0 in ends[0] {
        for v1 in ends[1] {
            for v2 in ends[2] {
                values.push(combine([v0, v1, v2].map(u64::from)));
            }
        }
    }
    for multiple in [1, 2, 32_767, 32_768, i128::from(PRIMES[0]) - 1] {
        for half in [0, divisor / 2] {
            values.extend((-2..=2).map(|near| (multiple * divisor + half + near) % Q));
        }
    }
    for value in values {
        let [v0, v1, v2] = PRIMES.map(|prime| Quad::splat((value % i128::from(prime)) as u32));
        let quotient = SWITCH.quotient(v0, v1, v2).0[1];
        assert_eq!(i128::from(quotient), value / divisor, "{value}");
        for bits in [1, 15] {
            let rounded = SWITCH.rounded(v0, v1, v2, bits).0[2];
            let expected = reference::rounded(value, divisor << bits);
            assert_eq!(i128::from(rounded), expected, "{value}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn inverse_undoes_forward(values in prop::collection::vec(any::<[u32; 4]>(), SUBRING_DIMENSION)) {
        for rows in &Tables::get().rows {
            let mut polynomial = Polynomial::zero();
            for (entry, lanes) in polynomial.entries_mut().iter_mut().zip(&values) {
                *entry = Quad(lanes.map(|lane| lane % rows.modulus.value));
            }
            let before = *polynomial.entries();
            forward(polynomial.entries_mut(), rows);
            prop_assert!(polynomial.entries().iter().flat_map(|entry| entry.0).all(|lane| lane < rows.modulus.value));
            inverse(polynomial.entries_mut(), rows);
            prop_assert!(polynomial.entries() == &before);
        }
    }

    #[test]
    fn switch_divides_and_rounds_exactly(residues in any::<[u32; 3]>(), bits in 1u32..16) {
        let residues: [u32; 3] = core::array::from_fn(|prime| residues[prime] % PRIMES[prime]);
        let value = combine(residues.map(u64::from));
        let divisor = Q / i128::from(PRIMES[0]);
        let [v0, v1, v2] = residues.map(Quad::splat);
        prop_assert_eq!(i128::from(SWITCH.quotient(v0, v1, v2).0[0]), value / divisor);
        prop_assert_eq!(i128::from(SWITCH.rounded(v0, v1, v2, bits).0[3]), reference::rounded(value, divisor << bits));
    }

    #[test]
    fn packing_keeps_values(bits in 1u32..=32, raw in prop::collection::vec(any::<u32>(), 0..200)) {
        let largest = u32::MAX >> (32 - bits);
        let values: Vec<u32> = raw.iter().map(|value| value & largest).collect();
        let mut bytes = Vec::new();
        pack(&mut bytes, bits, values.len(), values.iter().copied());
        let mut read = vec![0; values.len()];
        unpack(&bytes, bits, values.len(), largest, |place, value| read[place] = value).unwrap();
        prop_assert_eq!(&read, &values);
        if let Some(top) = values.iter().max().filter(|top| **top > 0) {
            prop_assert_eq!(unpack(&bytes, bits, values.len(), top - 1, |_, _| ()), Err(Error::Residue));
        }
        if !(values.len() * bits as usize).is_multiple_of(8) {
            // A bit that belongs to no value.
            *bytes.last_mut().unwrap() |= 0x80;
            prop_assert_eq!(unpack(&bytes, bits, values.len(), largest, |_, _| ()), Err(Error::Residue));
        }
        bytes.push(0);
        prop_assert_eq!(unpack(&bytes, bits, values.len(), largest, |_, _| ()), Err(Error::Length));
    }
}

//! Streams and samples are those of the definition for the same seed, and have the moments that the
//! definition promises.

mod reference;

use psi_wasm::ntt::Tables;
use psi_wasm::params::{PRIMES, SUBRING_DIMENSION};
use psi_wasm::ring::Polynomial;
use psi_wasm::sampling::{FLOODING, Purpose, Seed, Small, uniform};
use reference::{Integers, combine, samples};

const PURPOSES: [Purpose; 9] = [
    Purpose::PublicSeed,
    Purpose::Uniform,
    Purpose::Secret,
    Purpose::Error,
    Purpose::Tokens,
    Purpose::Mask,
    Purpose::MaskError0,
    Purpose::MaskError1,
    Purpose::Flooding,
];

fn bytes(byte: u8) -> [u8; 32] {
    core::array::from_fn(|place| {
        byte.wrapping_mul(17)
            .wrapping_add(u8::try_from(place).unwrap())
    })
}

fn integers(small: &Small) -> Integers {
    small.values().iter().map(|v| i128::from(*v)).collect()
}

#[test]
fn streams_are_those_of_the_definition_and_no_two_agree() {
    let seed = Seed::from_bytes(bytes(1));
    let mut streams = Vec::new();
    for purpose in PURPOSES {
        for index in [0, 1, 99, 0x0102] {
            let mut found = vec![0; 100];
            seed.stream(purpose, index).fill(&mut found);
            let expected = samples::stream(&bytes(1), purpose, index, 0, 100);
            assert_eq!(found, expected);
            streams.push(found);
        }
    }
    streams.sort();
    streams.dedup();
    assert_eq!(streams.len(), 4 * PURPOSES.len());
    let public = samples::stream(&bytes(1), Purpose::PublicSeed, 0, 0, 32);
    assert_eq!(seed.public()[..], public);
}

#[test]
fn samples_are_those_of_the_definition() {
    let rows = &Tables::get().rows;
    for (byte, index) in (0..40).zip([0, 3].into_iter().cycle()) {
        let (seed, key) = (Seed::from_bytes(bytes(byte)), bytes(byte));
        let ternary = Small::ternary(seed.stream(Purpose::Mask, index));
        assert_eq!(
            integers(&ternary),
            samples::ternary(&key, Purpose::Mask, index)
        );
        let error = Small::binomial(seed.stream(Purpose::Error, index), 4096);
        assert_eq!(
            integers(&error),
            samples::binomial(&key, Purpose::Error, index, 4096)
        );
        for (prime, expected) in samples::uniform(&key, index).into_iter().enumerate() {
            let found = uniform(&key, index, prime, &rows[prime]);
            let lanes = found.entries().iter().flat_map(|entry| entry.0);
            assert!(lanes.map(u64::from).eq(expected));
        }
    }
}

#[test]
fn flooding_is_79_bits_less_half_their_range() {
    for byte in 0..10 {
        let seed = Seed::from_bytes(bytes(byte));
        let mut polynomial = Polynomial::zero();
        let stream = seed.stream(Purpose::Flooding, 7);
        FLOODING.add(&mut polynomial, stream, &Tables::get().columns);
        let expected = samples::flooding(&bytes(byte), 7);
        assert_eq!(expected.len(), SUBRING_DIMENSION);
        for (entry, expected) in polynomial.entries().iter().zip(expected) {
            let [v0, v1, v2, _] = entry.0.map(u64::from);
            assert_eq!(combine([v0, v1, v2]), expected.rem_euclid(reference::Q));
        }
    }
}

#[test]
fn distributions_have_the_right_moments() {
    let seed = Seed::from_bytes([7; 32]);
    let (mut sum, mut squares, mut largest, mut counts) = (0, 0, 0, [0; 3]);
    for index in 0..32 {
        for value in integers(&Small::binomial(seed.stream(Purpose::Error, index), 4096)) {
            sum += value;
            squares += value * value;
            largest = largest.max(value.abs());
        }
        for value in integers(&Small::ternary(seed.stream(Purpose::Secret, index))) {
            counts[usize::try_from(value + 1).unwrap()] += 1;
        }
    }
    // With 131,072 draws one standard deviation is 0.0087 for the mean 0, 0.039 for the variance 10,
    // and 171 for a third of the draws.
    assert!(sum.abs() < 6 * 1145, "{sum}");
    assert!((squares - 1_310_720).abs() < 6 * 5120, "{squares}");
    assert!(largest <= 20);
    assert!(
        counts
            .iter()
            .all(|count: &i64| (count - 43_691).abs() < 6 * 171),
        "{counts:?}"
    );
}

#[test]
fn uniform_residues_fill_the_whole_range() {
    // The mean of 122,880 draws is within 6 · q/√12/√n of q/2, and the extremes are near the ends.
    for (prime, rows) in Tables::get().rows.iter().enumerate() {
        let draws: Vec<u64> = (0..30)
            .flat_map(|index| *uniform(&bytes(9), index, prime, rows).entries())
            .flat_map(|entry| entry.0.map(u64::from))
            .collect();
        let (n, q) = (draws.len() as u64, u64::from(PRIMES[prime]));
        let mean = draws.iter().sum::<u64>() / n;
        assert!(mean.abs_diff(q / 2) < q / 200, "{mean}");
        assert!(draws.iter().min().unwrap() < &(q / 10_000));
        assert!(draws.iter().max().unwrap() > &(q - q / 10_000));
    }
}

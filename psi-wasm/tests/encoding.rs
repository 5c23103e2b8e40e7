//! Plaintexts, their encodings and what is read out of a decrypted polynomial, against exact
//! integers.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "test arithmetic on values of known size"
)]

mod reference;

use proptest::prelude::{ProptestConfig, any, prop, prop_assert, prop_assert_eq, proptest};
use psi_wasm::encoding::{ENCODER, read_tokens, restored, rounded};
use psi_wasm::ntt::{Tables, Transform, inverse};
use psi_wasm::params::{C0_MAX, PLAIN_MODULUS, PRIMES};
use psi_wasm::quad::Quad;
use psi_wasm::ring::Polynomial;
use psi_wasm::sampling::Purpose;
use reference::{Q, T, centred, combine, pieces, plaintext, samples};

#[test]
fn decoding_rounds_exactly_near_every_boundary() {
    let (q, t) = (u64::from(PRIMES[0]), u64::from(PLAIN_MODULUS));
    for plain in 0..t {
        let boundary = (2 * plain + 1) * q / (2 * t);
        for v in boundary.saturating_sub(2)..(boundary + 3).min(q) {
            let expected = (2 * t * v + q) / (2 * q) % t;
            assert_eq!(u64::from(rounded(v as u32)), expected, "{v}");
        }
    }
    assert!((0..=C0_MAX).all(|c0| u64::from(restored(c0)) == (u64::from(c0) << 15) % q));
}

#[test]
fn encodings_are_the_nearest_integers() {
    // With remainders of both largest sizes, where another integer is all but as near.
    let columns = &Tables::get().columns;
    let mut seen = [false; 2];
    for case in 0..60 {
        let drawn = samples::stream(&[9; 32], Purpose::Tokens, case, 0, 100);
        let bits: Vec<u8> = drawn.iter().map(|byte| byte & 1).collect();
        let encoded = ENCODER.scaled_bits(&bits, columns);
        let subslots: Vec<u64> = bits.iter().flat_map(|bit| [u64::from(*bit); 10]).collect();
        let plain = plaintext(&subslots).into_iter().step_by(4);
        for (entry, x) in encoded.entries().iter().zip(plain) {
            let [v0, v1, v2, _] = entry.0.map(u64::from);
            assert_eq!(combine([v0, v1, v2]), reference::rounded(Q * x, T));
            let remainder = centred(Q * x, T);
            seen[0] |= remainder == 6144;
            seen[1] |= remainder == -6144;
        }
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn token_polynomials_are_centred() {
    let columns = &Tables::get().columns;
    let mut largest = 0;
    for case in 0..100 {
        let tokens = samples::stream(&[case; 32], Purpose::Tokens, 0, 0, 1600);
        let mut encoded = ENCODER.tokens(&tokens, columns);
        for entry in encoded.entries_mut() {
            *entry = entry.montgomery(Quad::splat(1), columns.moduli());
        }
        inverse(encoded.entries_mut(), columns);
        let subslots: Vec<u64> = tokens.chunks(16).flat_map(pieces).collect();
        let plain = plaintext(&subslots).into_iter().step_by(4);
        for (entry, expected) in encoded.entries().iter().zip(plain) {
            let [v0, v1, v2, _] = entry.0.map(u64::from);
            let value = centred(combine([v0, v1, v2]), Q);
            assert_eq!(value, centred(expected, T));
            largest = largest.max(value.abs());
        }
    }
    // Met, so that one too many would have shown.
    assert_eq!(largest, 6144);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn tokens_survive_their_plaintext(tokens in prop::collection::vec(any::<[u8; 16]>(), 1..=100)) {
        let columns = &Tables::get().columns;
        let encoded = ENCODER.tokens(tokens.as_flattened(), columns);
        // Out of Montgomery form and back to coefficients, as if decrypted without noise.
        let mut coefficients = encoded;
        for entry in coefficients.entries_mut() {
            *entry = entry.montgomery(Quad::splat(1), columns.moduli());
        }
        inverse(coefficients.entries_mut(), columns);
        let (q, t) = (u64::from(PRIMES[0]), u64::from(PLAIN_MODULUS));
        let mut phase = Polynomial::zero();
        for (entry, coefficient) in phase.entries_mut().iter_mut().zip(coefficients.entries()) {
            let centred = u64::from(coefficient.0[0]);
            let plain = if centred > q / 2 { centred + t - q } else { centred };
            entry.0[0] = ((2 * plain * q + t) / (2 * t)) as u32 % PRIMES[0];
        }
        let mut read = vec![0; 16 * tokens.len()];
        let mut excess = vec![0xff; tokens.len()];
        read_tokens(phase, columns, &mut read, &mut excess);
        prop_assert_eq!(read.as_slice(), tokens.as_flattened());
        prop_assert!(excess.iter().all(|byte| *byte == 0));
    }
}

//! The worst cases of `params::bounds`, recomputed from the parameters.

use psi_wasm::params::{
    C0_MAX, C1_MAX, ERROR_BOUND, PLAIN_MODULUS, PRIMES, RING_DIMENSION, SUBRING_DIMENSION, bounds,
};

/// Exact rational comparison `a/b < c/d` of positive numbers.
fn less(a: u128, b: u128, c: u128, d: u128) -> bool {
    a.checked_mul(d).unwrap() < c.checked_mul(b).unwrap()
}

#[test]
fn primes_split_the_subring_and_fit_31_bits() {
    for prime in PRIMES {
        assert_eq!(prime % 8192, 1);
        assert!(prime < 1 << 31);
        assert!(
            (2..46_341).all(|divisor| !prime.is_multiple_of(divisor)),
            "{prime} is composite"
        );
    }
    assert_eq!(PLAIN_MODULUS % 2048, 1);
    assert!((2..111).all(|divisor| !PLAIN_MODULUS.is_multiple_of(divisor)));
    // log2 Q stays below the table's 109 bits for 128-bit security (101 for quantum).
    let product = PRIMES
        .iter()
        .map(|prime| u128::from(*prime))
        .product::<u128>();
    assert!(product < 1 << 93);
}

#[test]
fn noise_before_flooding() {
    let n = RING_DIMENSION as u128;
    let error = u128::from(ERROR_BOUND);
    // 1024 · 6144 · 20.5, and e0 + e·u + e1·s
    let product = SUBRING_DIMENSION as u128 * 6144 * 41 / 2;
    let zero = error + n * error + n * error;
    assert_eq!(bounds::NOISE, product + zero);
    assert_eq!(bounds::NOISE, 129_138_708);
}

#[test]
fn flooding_hides_the_noise() {
    // A shift by d of a uniform value among 2^79 changes its distribution by d/2^79.
    let shifted = SUBRING_DIMENSION as u128 * bounds::NOISE;
    assert!(less(shifted, 1 << 79, 1, 1 << 42));
    assert!(!less(shifted, 1 << 79, 1, 1 << 43));
}

#[test]
fn decryption_is_certain() {
    let q0 = u128::from(PRIMES[0]);
    let t = u128::from(PLAIN_MODULUS);
    let divisor = u128::from(PRIMES[1]) * u128::from(PRIMES[2]);
    let flooded = bounds::NOISE + (1 << 78);
    // Before the switch: noise < Q/2t.
    assert!(2 * t * flooded < q0 * divisor);
    // After it, everything over the divisor: c0 rounded to 2^15, 4096 coefficients of c1 to 2.
    let rounding = (1 << 14) + RING_DIMENSION as u128;
    assert!(less(flooded + rounding * divisor, divisor, q0, 2 * t));
    // One more bit dropped from either would break it.
    let more_of_c0 = (1 << 15) + RING_DIMENSION as u128;
    assert!(!less(flooded + more_of_c0 * divisor, divisor, q0, 2 * t));
    let more_of_c1 = (1 << 14) + 2 * RING_DIMENSION as u128;
    assert!(!less(flooded + more_of_c1 * divisor, divisor, q0, 2 * t));
}

#[test]
fn largest_residues_of_a_reply() {
    let q0 = u64::from(PRIMES[0]);
    // round((q0 − ε)/2^k) for the largest v/(q1·q2) below q0
    assert_eq!(u64::from(C0_MAX), (q0 - 1 + (1 << 14)) >> 15);
    assert_eq!(u64::from(C1_MAX), q0 >> 1);
    assert_eq!((C0_MAX.ilog2(), C1_MAX.ilog2()), (15, 29));
}

//! Parameters of the scheme, the sizes that follow from them, and the worst-case bounds.
//! `SECURITY.md` has the reasons.
#![forbid(unsafe_code)]

/// Dimension of the ring `Z[X]/(X^4096 + 1)`.
pub const RING_DIMENSION: usize = 4096;
/// Dimension of the subring of polynomials in `Y = X^4`, in which plaintexts live.
pub const SUBRING_DIMENSION: usize = 1024;
/// Coefficients of `X` between two of `Y`; also the lanes of a [`crate::quad::Quad`].
pub const SUBRING_STRIDE: usize = RING_DIMENSION / SUBRING_DIMENSION;

/// Ciphertext moduli. Each is a 31-bit prime, 1 modulo 8192; the reply is switched to the first.
pub const PRIMES: [u32; 3] = [2_147_377_153, 2_147_352_577, 2_147_295_233];
/// Plaintext modulus, 1 modulo 2048: the subring splits into 1024 sub-slots.
pub const PLAIN_MODULUS: u32 = 12_289;

/// Fair bits in one error coefficient: binomial(40, 1/2) − 20, variance 10.
pub const ERROR_BITS: u32 = 40;
/// Largest size of an error coefficient.
pub const ERROR_BOUND: u32 = ERROR_BITS / 2;
/// Flooding is uniform in `[-2^FLOOD_BITS, 2^FLOOD_BITS)`.
pub const FLOOD_BITS: u32 = 78;

/// Low bits of each `c0` coefficient that the reply leaves out.
pub const C0_DROPPED_BITS: u32 = 15;
/// Low bits of each `c1` coefficient that the reply leaves out.
pub const C1_DROPPED_BITS: u32 = 1;
/// Largest `c0` residue in a reply: `round(q0 / 2^15)` of a value just under `q0`.
pub const C0_MAX: u32 = (PRIMES[0] + (1 << (C0_DROPPED_BITS - 1)) - 1) >> C0_DROPPED_BITS;
/// Largest `c1` residue in a reply.
pub const C1_MAX: u32 = (PRIMES[0] - 1 + (1 << (C1_DROPPED_BITS - 1))) >> C1_DROPPED_BITS;

/// Bits of a residue on the wire.
pub const RESIDUE_BITS: u32 = 31;
/// Bits of a `c0` residue in a reply.
pub const C0_BITS: u32 = RESIDUE_BITS - C0_DROPPED_BITS;
/// Bits of a `c1` residue in a reply.
pub const C1_BITS: u32 = RESIDUE_BITS - C1_DROPPED_BITS;

/// Bytes of a token: 128 bits for one matched slot.
pub const TOKEN_BYTES: usize = 16;
/// Token bits that one sub-slot carries; `2^13 < t`.
pub const SUBSLOT_BITS: u32 = 13;
/// Sub-slots of one slot: 10 · 13 = 130 ≥ 128 bits.
pub const SUBSLOTS_PER_SLOT: usize = 10;
/// Slots of one ciphertext; 24 of the 1024 sub-slots stay empty.
pub const SLOTS_PER_CIPHERTEXT: usize = 100;
/// Longest vector: bounds the memory that a request can make the server use (1.2 MB).
pub const MAX_SLOTS: usize = 10_000;

/// Bytes of a key id.
pub const KEY_ID_BYTES: usize = 16;
/// Bytes of a seed.
pub const SEED_BYTES: usize = 32;
/// Bytes of a hash.
pub const HASH_BYTES: usize = 32;
/// Bytes of a context: what the parties compare about.
pub const CONTEXT_BYTES: usize = 32;

/// The number of ciphertexts that `slots` slots need.
#[must_use]
pub const fn ciphertexts(slots: usize) -> usize {
    slots.div_ceil(SLOTS_PER_CIPHERTEXT)
}

/// Bytes of `count` values of `bits` bits each, packed without gaps.
#[must_use]
pub const fn packed_bytes(count: usize, bits: u32) -> usize {
    (count * bits as usize).div_ceil(8)
}

/// Bounds that hold for every honestly made key and message, not just for likely ones.
pub mod bounds {
    use super::{
        C0_DROPPED_BITS, C1_DROPPED_BITS, ERROR_BOUND, FLOOD_BITS, PLAIN_MODULUS, PRIMES,
        RING_DIMENSION, SUBRING_DIMENSION,
    };

    /// Largest size of a coefficient of the token polynomial, centred modulo `t`.
    pub const TOKEN_COEFFICIENT: u128 = (PLAIN_MODULUS as u128 - 1) / 2;

    /// Twice the noise of the product with the tokens: every error (at most 20) and rounding
    /// of the encoding (at most 1/2) meets every coefficient of the token polynomial.
    pub const PRODUCT_NOISE_TWICE: u128 =
        SUBRING_DIMENSION as u128 * TOKEN_COEFFICIENT * (2 * ERROR_BOUND as u128 + 1);

    /// Noise of the encryption of zero, `e0 − e·u + e1·s` with ternary `u` and `s`.
    pub const ZERO_NOISE: u128 = ERROR_BOUND as u128 * (1 + 2 * RING_DIMENSION as u128);

    /// Noise of a `c0` coefficient before flooding, rounded up.
    pub const NOISE: u128 = PRODUCT_NOISE_TWICE.div_ceil(2) + ZERO_NOISE;

    /// Noise after flooding.
    pub const FLOODED_NOISE: u128 = NOISE + (1 << FLOOD_BITS);

    /// The divisor of the modulus switch: `q1 · q2`.
    pub const SWITCH_DIVISOR: u128 = PRIMES[1] as u128 * PRIMES[2] as u128;

    /// Noise of the decrypted coefficient after the switch and with the low bits dropped:
    /// the flooded noise divided, one rounding of `c0`, and one rounding of every `c1`
    /// coefficient times a ternary secret. Rounded up.
    pub const REPLY_NOISE: u128 = FLOODED_NOISE.div_ceil(SWITCH_DIVISOR)
        + (1 << (C0_DROPPED_BITS - 1))
        + RING_DIMENSION as u128 * (1 << (C1_DROPPED_BITS - 1));

    /// Decryption is certain while `2 · t · noise < q0`.
    pub const DECRYPTION_CERTAIN: bool =
        2 * PLAIN_MODULUS as u128 * REPLY_NOISE < PRIMES[0] as u128;

    /// `2^-42` bounds the total variation distance of a flooded ciphertext from flooding without
    /// noise, over all coefficients: `1024 · noise / 2^79 < 2^-42`.
    pub const FLOODING_HIDES: bool = SUBRING_DIMENSION as u128 * NOISE < 1 << (FLOOD_BITS + 1 - 42);

    const _: () = assert!(DECRYPTION_CERTAIN, "a reply could decrypt wrongly");
    const _: () = assert!(FLOODING_HIDES, "flooding is too small for the noise");
}

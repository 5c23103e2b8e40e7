//! Seeds, the streams drawn from them, and the distributions of the scheme.
//!
//! Every stream has its own input (purpose, ciphertext, prime), so no two draws of one seed
//! overlap. Rejection happens in two places: uniform residues are public, and a rejected
//! ternary byte is thrown away, so what its branch shows is independent of what is kept.
#![forbid(unsafe_code)]

use blake3::{Hasher, OutputReader};
use zeroize::Zeroize;

use crate::errors::Error;
use crate::modulus::PRIME_MODULI;
use crate::ntt::{Columns, Rows, Transform, prime_factor};
use crate::params::{
    ERROR_BITS, ERROR_BOUND, FLOOD_BITS, RESIDUE_BITS, RING_DIMENSION, SEED_BYTES,
};
use crate::quad::{Factor, Quad};
use crate::ring::Polynomial;
use crate::rns::lift;
use crate::secret::SecretBytes;

/// What a stream is for; part of its input.
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Purpose {
    /// The public seed of the uniform polynomial of a key or request.
    PublicSeed = 1,
    /// A uniform polynomial, from its public seed.
    Uniform = 2,
    /// The ternary secret of a key.
    Secret = 3,
    /// The error of a key or request.
    Error = 4,
    /// Tokens, dummies and the nonce of a reply.
    Tokens = 5,
    /// The ternary mask of a fresh encryption of zero.
    Mask = 6,
    /// Its error on `c0`.
    MaskError0 = 7,
    /// Its error on `c1`.
    MaskError1 = 8,
    /// The flooding of a reply.
    Flooding = 9,
}

/// 32 secret bytes from which everything of one step is drawn.
pub struct Seed([u8; SEED_BYTES]);

impl Drop for Seed {
    #[inline(never)]
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Seed {
    /// A seed from the platform, in one call.
    ///
    /// # Errors
    /// [`Error::Randomness`] when the platform has none.
    pub fn random() -> Result<Self, Error> {
        let mut seed = Self([0; SEED_BYTES]);
        getrandom::fill(&mut seed.0).map_err(|_| Error::Randomness)?;
        Ok(seed)
    }

    /// A seed that was kept.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; SEED_BYTES]) -> Self {
        Self(bytes)
    }

    /// The bytes, to be kept.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; SEED_BYTES] {
        &self.0
    }

    /// The stream for `purpose` in ciphertext `index`.
    #[must_use]
    pub fn stream(&self, purpose: Purpose, index: usize) -> Stream {
        Stream::new(&self.0, purpose, index, 0)
    }

    /// The seed that is published for the uniform polynomials.
    #[must_use]
    pub fn public(&self) -> [u8; SEED_BYTES] {
        let mut public = [0; SEED_BYTES];
        self.stream(Purpose::PublicSeed, 0).fill(&mut public);
        public
    }
}

/// A stream of uniform bytes: the extended output of BLAKE3, keyed with the seed. Wiped when
/// dropped.
pub struct Stream(OutputReader);

impl Stream {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "at most 100 ciphertexts of 3 primes"
    )]
    #[inline(never)]
    fn new(key: &[u8; SEED_BYTES], purpose: Purpose, index: usize, prime: usize) -> Self {
        let [a, b, c, d] = (index as u32).to_le_bytes();
        let mut hasher = Hasher::new_keyed(key);
        hasher.update(&[purpose as u8, prime as u8, a, b, c, d]);
        let stream = Self(hasher.finalize_xof());
        hasher.zeroize();
        stream
    }

    /// The next bytes of the stream.
    #[inline(never)]
    pub fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }
}

impl Drop for Stream {
    #[inline(never)]
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// Small signed coefficients of one polynomial, wiped when dropped.
pub struct Small(Vec<i8>);

impl Drop for Small {
    #[inline(never)]
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Small {
    /// Independent uniform values of −1, 0, 1: five from each byte below 3^5.
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

    /// `count` independent values of binomial(40, 1/2) − 20: the ones among 40 fair bits.
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

/// The uniform polynomial of a public seed for ciphertext `index`, as residues: a uniform
/// element is uniform in either form, so it is drawn where it is used.
#[must_use]
#[inline(never)]
pub fn uniform(seed: &[u8; SEED_BYTES], index: usize, prime: usize, rows: &Rows) -> Polynomial {
    let mut stream = Stream::new(seed, Purpose::Uniform, index, prime);
    let mut polynomial = Polynomial::zero();
    let mut words = vec![[0u8; 4]; RING_DIMENSION];
    let mut residues = vec![0; RING_DIMENSION + 1];
    let mut kept = 0;
    while kept < RING_DIMENSION {
        stream.fill(words.as_flattened_mut());
        for word in &words {
            let residue = u32::from_le_bytes(*word) & ((1 << RESIDUE_BITS) - 1);
            // Written in any case, counted if it is below the prime; what is too much overwrites
            // the last place.
            residues[kept.min(RING_DIMENSION)] = residue;
            kept += usize::from(residue < rows.modulus.value);
        }
    }
    for (entry, lanes) in polynomial
        .entries_mut()
        .iter_mut()
        .zip(residues.chunks_exact(4))
    {
        *entry = Quad([lanes[0], lanes[1], lanes[2], lanes[3]]);
    }
    polynomial
}

/// Flooding: uniform integers in `[-2^78, 2^78)`, as residues modulo `q0`, `q1`, `q2` (the
/// fourth lane has no meaning).
pub const FLOODING: Flooding = Flooding::new();

/// Its constants.
pub struct Flooding {
    pieces: [Factor; 2],
    offset: Quad,
}

impl Flooding {
    /// The residues of the pieces' weights, 2^30 and 2^60, and of 2^78.
    const fn new() -> Self {
        Self {
            pieces: [power_of_two(30), power_of_two(60)],
            offset: power_of_two(FLOOD_BITS).value,
        }
    }

    /// Adds a fresh value to every coefficient.
    #[inline(never)]
    pub fn add(&self, target: &mut Polynomial, mut stream: Stream, columns: &Columns) {
        const PIECE: u64 = (1 << 30) - 1;
        let q = columns.moduli();
        let mut bytes = SecretBytes::zero(12 * target.entries().len());
        stream.fill(&mut bytes);
        for (entry, chunk) in target.entries_mut().iter_mut().zip(bytes.chunks_exact(12)) {
            let word = |at: usize| {
                u64::from(u32::from_le_bytes([
                    chunk[at],
                    chunk[at + 1],
                    chunk[at + 2],
                    chunk[at + 3],
                ]))
            };
            let low = word(0) | (word(4) << 32);
            // 64 low bits and 15 high ones: 79 in all
            let high = word(8) & ((1 << (FLOOD_BITS + 1 - 64)) - 1);
            let [first, second, third] =
                [low & PIECE, (low >> 30) & PIECE, (low >> 60) | (high << 4)]
                    .map(|piece| Quad::splat(truncate(piece)));
            let sum = first
                .add(second.times(&self.pieces[0], q), q)
                .add(third.times(&self.pieces[1], q), q)
                .sub(self.offset, q);
            *entry = entry.add(sum, q);
        }
    }
}

const fn power_of_two(exponent: u32) -> Factor {
    let [q0, q1, q2] = PRIME_MODULI;
    prime_factor([
        q0.pow(2, exponent),
        q1.pow(2, exponent),
        q2.pow(2, exponent),
    ])
}

/// A piece below 2^32.
#[allow(
    clippy::cast_possible_truncation,
    reason = "pieces have at most 30 bits"
)]
const fn truncate(piece: u64) -> u32 {
    piece as u32
}

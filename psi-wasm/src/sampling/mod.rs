//! Seeds, the streams drawn from them, and the distributions of the scheme.
//!
//! Every stream has its own input (purpose, ciphertext, prime), so no two draws from one seed
//! overlap. Rejection happens in two places. Uniform residues are public. A rejected ternary byte
//! is discarded, so its branch shows nothing about the bytes that are kept.
#![forbid(unsafe_code)]

mod flooding;
mod small;
mod uniform;

pub use flooding::{FLOODING, Flooding};
pub use small::Small;
pub use uniform::uniform;

use blake3::{Hasher, OutputReader};
use zeroize::Zeroize;

use crate::errors::Error;
use crate::params::SEED_BYTES;

/// The use of a stream, which is part of its input.
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

/// 32 secret bytes from which one step draws everything.
pub struct Seed([u8; SEED_BYTES]);

impl Drop for Seed {
    #[inline(never)]
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Seed {
    /// A seed from one call of the platform's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`] if that fails.
    pub fn random() -> Result<Self, Error> {
        let mut seed = Self([0; SEED_BYTES]);
        getrandom::fill(&mut seed.0).map_err(|_| Error::Randomness)?;
        Ok(seed)
    }

    /// A stored seed.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; SEED_BYTES]) -> Self {
        Self(bytes)
    }

    /// The bytes, for storing.
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

/// A stream of uniform bytes: the extended output of BLAKE3 keyed with the seed. Wiped when dropped.
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

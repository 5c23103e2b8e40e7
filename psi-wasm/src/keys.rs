//! The client's key pair.
#![forbid(unsafe_code)]

use crate::errors::Error;
use crate::hashing::Hash;
use crate::messages::PublicKeys;
use crate::ntt::{Tables, Transform, forward};
use crate::params::{HASH_BYTES, RING_DIMENSION, SEED_BYTES};
use crate::quad::Quad;
use crate::ring::{Polynomial, add_product};
use crate::sampling::{Purpose, Seed, Small, uniform};
use crate::secret::SecretBytes;
use crate::wire::{Kind, Reader, write};

/// Private keys: the seed of the secret and the hash of the public keys, whose first 16 bytes are
/// the key id. They serve one request and one reply.
pub struct PrivateKeys {
    seed: Seed,
    /// Hash of the public keys that belong to the seed.
    pub key_hash: Hash,
}

impl PrivateKeys {
    /// Makes a key pair and writes its public half.
    #[must_use]
    pub fn generate(seed: Seed) -> (Self, Vec<u8>) {
        let (key_hash, public_keys) = public_half(&seed);
        (Self { seed, key_hash }, public_keys)
    }

    /// The public half, computed again from the seed.
    ///
    /// # Errors
    /// [`Error::Keys`] if the hash that was kept belongs to another seed.
    pub fn public(&self) -> Result<Vec<u8>, Error> {
        let (key_hash, public_keys) = public_half(&self.seed);
        if key_hash == self.key_hash {
            Ok(public_keys)
        } else {
            Err(Error::Keys)
        }
    }

    /// The secret as residues modulo one prime, in Montgomery form.
    #[must_use]
    #[inline(never)]
    pub fn secret<const COUNT: usize>(&self) -> [Polynomial; COUNT] {
        let tables = Tables::get();
        let secret = Small::ternary(self.seed.stream(Purpose::Secret, 0));
        core::array::from_fn(|prime| {
            let rows = &tables.rows[prime];
            let mut residues = secret.ternary_montgomery(rows);
            forward(residues.entries_mut(), rows);
            residues
        })
    }

    /// The bytes to keep.
    #[must_use]
    pub fn write(&self) -> SecretBytes {
        SecretBytes::new(write(
            Kind::PrivateKeys,
            0,
            &[self.seed.bytes(), &self.key_hash],
        ))
    }

    /// Reads kept private keys.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`].
    #[inline(never)]
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(bytes, Kind::PrivateKeys)?;
        reader.expect(SEED_BYTES + HASH_BYTES)?;
        Ok(Self {
            seed: Seed::from_bytes(reader.array()?),
            key_hash: reader.array()?,
        })
    }
}

/// The public keys of a seed, `b = −(a·s + e)`, after their hash.
#[inline(never)]
fn public_half(seed: &Seed) -> (Hash, Vec<u8>) {
    let tables = Tables::get();
    let public_seed = seed.public();
    let error = Small::binomial(seed.stream(Purpose::Error, 0), RING_DIMENSION);
    let secret = Small::ternary(seed.stream(Purpose::Secret, 0));
    let b = core::array::from_fn(|prime| {
        let rows = &tables.rows[prime];
        let mut secret = secret.ternary_montgomery(rows);
        forward(secret.entries_mut(), rows);
        let mut sum = error.lifted(rows);
        forward(sum.entries_mut(), rows);
        add_product(
            &mut sum,
            &uniform(&public_seed, 0, prime, rows),
            &secret,
            rows,
        );
        for entry in sum.entries_mut() {
            *entry = Quad::default().sub(*entry, rows.moduli());
        }
        sum
    });
    PublicKeys::write(&public_seed, &b)
}

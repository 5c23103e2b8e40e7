//! The messages that the parties exchange: a header, then fields whose lengths follow from the kind
//! and the number of slots. Reading checks lengths, versions and residues.
#![forbid(unsafe_code)]

use crate::errors::Error;
use crate::hashing::{Hash, Tag, hash};
use crate::packing::{pack, unpack};
use crate::params::{
    C0_BITS, C0_MAX, C1_BITS, C1_MAX, HASH_BYTES, KEY_ID_BYTES, PRIMES, RESIDUE_BITS,
    RING_DIMENSION, SEED_BYTES, SUBRING_DIMENSION, ciphertexts, packed_bytes,
};
use crate::ring::Polynomial;
use crate::wire::{Kind, Reader, VERSION, write};

const PUBLIC_KEY_BYTES: usize = packed_bytes(3 * RING_DIMENSION, RESIDUE_BITS);
const REQUEST_C0_BYTES: usize = packed_bytes(3 * SUBRING_DIMENSION, RESIDUE_BITS);
const REPLY_C0_BYTES: usize = packed_bytes(SUBRING_DIMENSION, C0_BITS);
const REPLY_C1_BYTES: usize = packed_bytes(RING_DIMENSION, C1_BITS);

/// Public keys: `b = −(a·s + e)`, with `a` given by its seed.
pub struct PublicKeys {
    /// Hash of everything below; its first 16 bytes are the key id.
    pub hash: Hash,
    /// The seed of `a`.
    pub seed: [u8; SEED_BYTES],
    /// `b` as residues modulo the three primes.
    pub b: [Polynomial; 3],
}

/// A request: the encrypted bits, with `c1` given by its seed.
pub struct Request {
    /// Number of slots.
    pub slots: usize,
    /// Hash of the public keys under which the client will decrypt.
    pub key_hash: Hash,
    /// The seed of `c1`.
    pub seed: [u8; SEED_BYTES],
    /// `c0` of each ciphertext: the residues of its part in the subring, with one prime in each lane.
    pub c0: Vec<Polynomial>,
}

/// One ciphertext of a reply, modulo `q0`, with its low bits dropped.
pub struct ReplyCiphertext {
    /// The coefficients of `c0` at powers of `Y`.
    pub c0: Vec<u32>,
    /// All coefficients of `c1`.
    pub c1: Vec<u32>,
}

/// A reply.
pub struct Reply<'a> {
    /// The id of the keys that the reply is for.
    pub key_id: [u8; KEY_ID_BYTES],
    /// The server's nonce.
    pub nonce: Hash,
    /// All `c0`, then all `c1`, as the message holds them. The session covers these bytes.
    pub packed: &'a [u8],
    /// The ciphertexts.
    pub ciphertexts: Vec<ReplyCiphertext>,
    /// One hash for each slot.
    pub hashes: Vec<Hash>,
}

/// The key id of a public-key hash.
#[must_use]
pub fn key_id(hash: &Hash) -> [u8; KEY_ID_BYTES] {
    core::array::from_fn(|at| hash[at])
}

impl PublicKeys {
    /// Hashes and writes public keys.
    #[must_use]
    pub fn write(seed: &[u8; SEED_BYTES], b: &[Polynomial; 3]) -> (Hash, Vec<u8>) {
        let mut packed = Vec::with_capacity(PUBLIC_KEY_BYTES);
        let residues = b
            .iter()
            .flat_map(|polynomial| polynomial.entries().iter().flat_map(|entry| entry.0));
        pack(&mut packed, RESIDUE_BITS, 3 * RING_DIMENSION, residues);
        let hash = hash(Tag::PublicKeys, &[&[VERSION], seed, &packed]);
        (
            hash,
            write(Kind::PublicKeys, 0, &[&key_id(&hash), seed, &packed]),
        )
    }

    /// Reads public keys.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`],
    /// [`Error::Residue`]; [`Error::Keys`] when the key id is not the hash of the keys.
    #[inline(never)]
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(bytes, Kind::PublicKeys)?;
        reader.expect(KEY_ID_BYTES + SEED_BYTES + PUBLIC_KEY_BYTES)?;
        let id: [u8; KEY_ID_BYTES] = reader.array()?;
        let seed = reader.array()?;
        let packed = reader.take(PUBLIC_KEY_BYTES)?;
        let hash = hash(Tag::PublicKeys, &[&[VERSION], &seed, packed]);
        if key_id(&hash) != id {
            return Err(Error::Keys);
        }
        let mut b = [Polynomial::zero(), Polynomial::zero(), Polynomial::zero()];
        let each = packed.chunks_exact(PUBLIC_KEY_BYTES / 3);
        for ((polynomial, packed), prime) in b.iter_mut().zip(each).zip(PRIMES) {
            let entries = polynomial.entries_mut();
            unpack(
                packed,
                RESIDUE_BITS,
                RING_DIMENSION,
                prime - 1,
                |place, value| {
                    entries[place / 4].0[place % 4] = value;
                },
            )?;
        }
        Ok(Self { hash, seed, b })
    }
}

impl Request {
    /// Writes a request.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut packed = Vec::with_capacity(self.c0.len() * REQUEST_C0_BYTES);
        for c0 in &self.c0 {
            for prime in 0..3 {
                pack(
                    &mut packed,
                    RESIDUE_BITS,
                    SUBRING_DIMENSION,
                    c0.entries().iter().map(|entry| entry.0[prime]),
                );
            }
        }
        write(
            Kind::Request,
            self.slots,
            &[&self.key_hash, &self.seed, &packed],
        )
    }

    /// Reads a request.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`],
    /// [`Error::Residue`].
    #[inline(never)]
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(bytes, Kind::Request)?;
        let slots = reader.slots;
        reader.expect(HASH_BYTES + SEED_BYTES + ciphertexts(slots) * REQUEST_C0_BYTES)?;
        let key_hash = reader.array()?;
        let seed = reader.array()?;
        let mut c0 = Vec::with_capacity(ciphertexts(slots));
        for _ in 0..ciphertexts(slots) {
            let mut polynomial = Polynomial::zero();
            for (lane, prime) in PRIMES.iter().enumerate() {
                let packed = reader.take(REQUEST_C0_BYTES / 3)?;
                let entries = polynomial.entries_mut();
                unpack(
                    packed,
                    RESIDUE_BITS,
                    SUBRING_DIMENSION,
                    prime - 1,
                    |place, value| {
                        entries[place].0[lane] = value;
                    },
                )?;
            }
            c0.push(polynomial);
        }
        Ok(Self {
            slots,
            key_hash,
            seed,
            c0,
        })
    }
}

impl<'a> Reply<'a> {
    /// Packs the ciphertexts of a reply.
    #[must_use]
    pub fn pack(ciphertexts: &[ReplyCiphertext]) -> Vec<u8> {
        let mut packed = Vec::with_capacity(ciphertexts.len() * (REPLY_C0_BYTES + REPLY_C1_BYTES));
        for ciphertext in ciphertexts {
            pack(
                &mut packed,
                C0_BITS,
                SUBRING_DIMENSION,
                ciphertext.c0.iter().copied(),
            );
        }
        for ciphertext in ciphertexts {
            pack(
                &mut packed,
                C1_BITS,
                RING_DIMENSION,
                ciphertext.c1.iter().copied(),
            );
        }
        packed
    }

    /// Writes a reply.
    #[must_use]
    pub fn write(
        key_id: &[u8; KEY_ID_BYTES],
        nonce: &Hash,
        packed: &[u8],
        hashes: &[Hash],
    ) -> Vec<u8> {
        write(
            Kind::Reply,
            hashes.len(),
            &[key_id, nonce, packed, hashes.as_flattened()],
        )
    }

    /// Reads a reply.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`],
    /// [`Error::Residue`].
    #[inline(never)]
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(bytes, Kind::Reply)?;
        let slots = reader.slots;
        let count = ciphertexts(slots);
        let packed_length = count * (REPLY_C0_BYTES + REPLY_C1_BYTES);
        reader.expect(KEY_ID_BYTES + HASH_BYTES + packed_length + slots * HASH_BYTES)?;
        let key_id = reader.array()?;
        let nonce = reader.array()?;
        let packed = reader.take(packed_length)?;
        let (c0, c1) = packed.split_at(count * REPLY_C0_BYTES);
        let mut ciphertexts = Vec::with_capacity(count);
        for (c0, c1) in c0
            .chunks_exact(REPLY_C0_BYTES)
            .zip(c1.chunks_exact(REPLY_C1_BYTES))
        {
            let mut ciphertext = ReplyCiphertext {
                c0: vec![0; SUBRING_DIMENSION],
                c1: vec![0; RING_DIMENSION],
            };
            unpack(c0, C0_BITS, SUBRING_DIMENSION, C0_MAX, |place, value| {
                ciphertext.c0[place] = value;
            })?;
            unpack(c1, C1_BITS, RING_DIMENSION, C1_MAX, |place, value| {
                ciphertext.c1[place] = value;
            })?;
            ciphertexts.push(ciphertext);
        }
        let mut hashes = Vec::with_capacity(slots);
        for _ in 0..slots {
            hashes.push(reader.array()?);
        }
        Ok(Self {
            key_id,
            nonce,
            packed,
            ciphertexts,
            hashes,
        })
    }
}

//! The binary messages: eight bytes of header, then fixed fields. Every length follows from
//! the kind and the number of slots; reading checks lengths, versions and residues.
#![forbid(unsafe_code)]

use crate::errors::Error;
use crate::hashing::{Hash, Tag, hash};
use crate::packing::{pack, unpack};
use crate::params::{
    C0_BITS, C0_MAX, C1_BITS, C1_MAX, HASH_BYTES, KEY_ID_BYTES, MAX_SLOTS, PRIMES, RESIDUE_BITS, RING_DIMENSION,
    SEED_BYTES, SUBRING_DIMENSION, ciphertexts, packed_bytes,
};
use crate::ring::Polynomial;

/// "WS", the version of the protocol, the kind, and a 32-bit count of slots.
pub const HEADER_BYTES: usize = 8;
/// The version that this crate speaks.
pub const VERSION: u8 = 1;

const PUBLIC_KEY_BYTES: usize = packed_bytes(3 * RING_DIMENSION, RESIDUE_BITS);
const REQUEST_C0_BYTES: usize = packed_bytes(3 * SUBRING_DIMENSION, RESIDUE_BITS);
const REPLY_C0_BYTES: usize = packed_bytes(SUBRING_DIMENSION, C0_BITS);
const REPLY_C1_BYTES: usize = packed_bytes(RING_DIMENSION, C1_BITS);

/// The kinds of messages and of kept states.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Private keys: kept by the client.
    PrivateKeys = 1,
    /// Public keys: published.
    PublicKeys = 2,
    /// Round 1, client to server.
    Request = 3,
    /// Round 2, server to client.
    Reply = 4,
    /// What the client keeps between its rounds.
    ClientState = 5,
    /// What the server keeps until facts are disclosed.
    ServerState = 6,
}

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
    /// `c0` of each ciphertext: residues of its part in the subring, one prime a lane.
    pub c0: Vec<Polynomial>,
}

/// One ciphertext of a reply, modulo `q0`, without its low bits.
pub struct ReplyCiphertext {
    /// The coefficients of `c0` at powers of `Y`.
    pub c0: Vec<u32>,
    /// All coefficients of `c1`.
    pub c1: Vec<u32>,
}

/// A reply.
pub struct Reply<'a> {
    /// The key id that it answers.
    pub key_id: [u8; KEY_ID_BYTES],
    /// The server's nonce.
    pub nonce: Hash,
    /// All `c0`, then all `c1`, as they stand in the message: the session covers them.
    pub packed: &'a [u8],
    /// The ciphertexts.
    pub ciphertexts: Vec<ReplyCiphertext>,
    /// One hash a slot.
    pub hashes: Vec<Hash>,
}

/// Starts a message.
pub(crate) fn header(kind: Kind, slots: usize, capacity: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_BYTES + capacity);
    bytes.extend_from_slice(&[b'W', b'S', VERSION, kind as u8]);
    bytes.extend_from_slice(&slot_number(slots).to_le_bytes());
    bytes
}

/// A slot count or index as it is written; at most [`MAX_SLOTS`].
#[allow(clippy::cast_possible_truncation, reason = "at most MAX_SLOTS")]
pub(crate) const fn slot_number(slots: usize) -> u32 {
    slots as u32
}

/// Reads a message's fields one after the other.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    pub(crate) slots: usize,
}

impl<'a> Reader<'a> {
    /// Checks the header.
    pub(crate) fn new(bytes: &'a [u8], kind: Kind) -> Result<Self, Error> {
        let (header, rest) = bytes.split_first_chunk::<HEADER_BYTES>().ok_or(Error::Length)?;
        if header[..3] != [b'W', b'S', VERSION] {
            return Err(Error::Version);
        }
        if header[3] != kind as u8 {
            return Err(Error::Kind);
        }
        let slots = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        let counted = !matches!(kind, Kind::PrivateKeys | Kind::PublicKeys);
        if slots > MAX_SLOTS || counted != (slots > 0) {
            return Err(Error::Slots);
        }
        Ok(Self { rest, slots })
    }

    /// The next `length` bytes.
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let (field, rest) = self.rest.split_at_checked(length).ok_or(Error::Length)?;
        self.rest = rest;
        Ok(field)
    }

    /// The next field of fixed length.
    pub(crate) fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], Error> {
        let (field, rest) = self.rest.split_first_chunk::<LENGTH>().ok_or(Error::Length)?;
        self.rest = rest;
        Ok(*field)
    }

    /// How many bytes are left: checked before anything is allocated.
    pub(crate) fn expect(&self, length: usize) -> Result<(), Error> {
        if self.rest.len() == length { Ok(()) } else { Err(Error::Length) }
    }
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
        let residues = b.iter().flat_map(|polynomial| polynomial.entries().iter().flat_map(|entry| entry.0));
        pack(&mut packed, RESIDUE_BITS, residues);
        let hash = hash(Tag::PublicKeys, &[&[VERSION], seed, &packed]);
        let mut bytes = header(Kind::PublicKeys, 0, KEY_ID_BYTES + SEED_BYTES + packed.len());
        bytes.extend_from_slice(&key_id(&hash));
        bytes.extend_from_slice(seed);
        bytes.extend_from_slice(&packed);
        (hash, bytes)
    }

    /// Reads public keys.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`],
    /// [`Error::Residue`]; [`Error::Keys`] when the key id is not the hash of the keys.
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
            unpack(packed, RESIDUE_BITS, RING_DIMENSION, prime - 1, |place, value| {
                entries[place / 4].0[place % 4] = value;
            })?;
        }
        Ok(Self { hash, seed, b })
    }
}

impl Request {
    /// Writes a request.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let length = HASH_BYTES + SEED_BYTES + self.c0.len() * REQUEST_C0_BYTES;
        let mut bytes = header(Kind::Request, self.slots, length);
        bytes.extend_from_slice(&self.key_hash);
        bytes.extend_from_slice(&self.seed);
        for c0 in &self.c0 {
            for prime in 0..3 {
                pack(&mut bytes, RESIDUE_BITS, c0.entries().iter().map(|entry| entry.0[prime]));
            }
        }
        bytes
    }

    /// Reads a request.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`],
    /// [`Error::Residue`].
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
                unpack(packed, RESIDUE_BITS, SUBRING_DIMENSION, prime - 1, |place, value| {
                    entries[place].0[lane] = value;
                })?;
            }
            c0.push(polynomial);
        }
        Ok(Self { slots, key_hash, seed, c0 })
    }
}

impl<'a> Reply<'a> {
    /// Packs the ciphertexts of a reply.
    #[must_use]
    pub fn pack(ciphertexts: &[ReplyCiphertext]) -> Vec<u8> {
        let mut packed = Vec::with_capacity(ciphertexts.len() * (REPLY_C0_BYTES + REPLY_C1_BYTES));
        for ciphertext in ciphertexts {
            pack(&mut packed, C0_BITS, ciphertext.c0.iter().copied());
        }
        for ciphertext in ciphertexts {
            pack(&mut packed, C1_BITS, ciphertext.c1.iter().copied());
        }
        packed
    }

    /// Writes a reply.
    #[must_use]
    pub fn write(key_id: &[u8; KEY_ID_BYTES], nonce: &Hash, packed: &[u8], hashes: &[Hash]) -> Vec<u8> {
        let length = KEY_ID_BYTES + HASH_BYTES + packed.len() + hashes.len() * HASH_BYTES;
        let mut bytes = header(Kind::Reply, hashes.len(), length);
        bytes.extend_from_slice(key_id);
        bytes.extend_from_slice(nonce);
        bytes.extend_from_slice(packed);
        bytes.extend_from_slice(hashes.as_flattened());
        bytes
    }

    /// Reads a reply.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`],
    /// [`Error::Residue`].
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
        for (c0, c1) in c0.chunks_exact(REPLY_C0_BYTES).zip(c1.chunks_exact(REPLY_C1_BYTES)) {
            let mut ciphertext =
                ReplyCiphertext { c0: vec![0; SUBRING_DIMENSION], c1: vec![0; RING_DIMENSION] };
            unpack(c0, C0_BITS, SUBRING_DIMENSION, C0_MAX, |place, value| ciphertext.c0[place] = value)?;
            unpack(c1, C1_BITS, RING_DIMENSION, C1_MAX, |place, value| ciphertext.c1[place] = value)?;
            ciphertexts.push(ciphertext);
        }
        let mut hashes = Vec::with_capacity(slots);
        for _ in 0..slots {
            hashes.push(reader.array()?);
        }
        Ok(Self { key_id, nonce, packed, ciphertexts, hashes })
    }
}

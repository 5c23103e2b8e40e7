//! The client's rounds. Private keys make one request. The state that comes with it opens one
//! reply and is consumed.
#![forbid(unsafe_code)]

use subtle::{ConditionallySelectable, ConstantTimeEq};

use crate::encoding::{ENCODER, read_tokens, restored};
use crate::errors::Error;
use crate::hashing::{Hash, Tag, hash, slot_hash};
use crate::keys::PrivateKeys;
use crate::messages::{Reply, ReplyCiphertext, Request, key_id};
use crate::ntt::{Tables, Transform, forward, inverse};
use crate::params::{
    C1_DROPPED_BITS, CONTEXT_BYTES, HASH_BYTES, SLOTS_PER_CIPHERTEXT, SUBRING_DIMENSION,
    TOKEN_BYTES,
};
use crate::quad::{Moduli, Quad};
use crate::ring::{Polynomial, subring_part};
use crate::rns::lift;
use crate::sampling::{Purpose, Seed, Small, uniform};
use crate::secret::SecretBytes;
use crate::session::{Context, Transcript, check_bits};
use crate::wire::{Kind, Reader, slot_number, write};

/// What the client keeps between its rounds. The context is part of it, so a reply can only be
/// opened in the context that the request was made for.
pub struct AwaitingReply {
    key_hash: Hash,
    request_hash: Hash,
    context: Context,
    bits: SecretBytes,
}

/// What a reply contains.
pub struct Outcome {
    /// One byte a slot: 1 where both parties' bits are set.
    pub matches: SecretBytes,
    /// 16 bytes a slot: the token that proves the match, zero where there is none.
    pub tokens: SecretBytes,
    /// The session, as the server computed it.
    pub session: Hash,
}

/// Round 1: encrypts the bits with a fresh seed.
///
/// # Errors
/// [`Error::Slots`] and [`Error::Bits`].
#[inline(never)]
pub fn request(
    keys: &PrivateKeys,
    seed: &Seed,
    bits: &[u8],
    context: &Context,
) -> Result<(AwaitingReply, Vec<u8>), Error> {
    check_bits(bits)?;
    let tables = Tables::get();
    let secret = keys.secret::<3>();
    let public_seed = seed.public();
    let c0 = bits
        .chunks(SLOTS_PER_CIPHERTEXT)
        .enumerate()
        .map(|(index, bits)| {
            let error = Small::binomial(seed.stream(Purpose::Error, index), SUBRING_DIMENSION);
            let mut c0 = ENCODER.scaled_bits(bits, &tables.columns);
            add_small(&mut c0, &error, tables.columns.moduli());
            forward(c0.entries_mut(), &tables.columns);
            let mut masks = Polynomial::zero();
            for (prime, (rows, secret)) in tables.rows.iter().zip(&secret).enumerate() {
                subring_part(
                    &mut masks,
                    prime,
                    &uniform(&public_seed, index, prime, rows),
                    secret,
                    rows,
                );
            }
            for (entry, mask) in c0.entries_mut().iter_mut().zip(masks.entries()) {
                *entry = entry.sub(*mask, tables.columns.moduli());
            }
            c0
        })
        .collect();
    let request = Request {
        slots: bits.len(),
        key_hash: keys.key_hash,
        seed: public_seed,
        c0,
    };
    let message = request.write();
    let state = AwaitingReply {
        key_hash: keys.key_hash,
        request_hash: hash(Tag::Request, &[&message]),
        context: *context,
        bits: SecretBytes::new(bits.to_vec()),
    };
    Ok((state, message))
}

/// Adds small coefficients in the subring to a polynomial with one prime a lane.
pub(crate) fn add_small(target: &mut Polynomial, small: &Small, moduli: &Moduli) {
    for (entry, value) in target.entries_mut().iter_mut().zip(small.values()) {
        let value = i32::from(*value);
        let [q0, q1, q2, _] = moduli.value.0;
        *entry = entry.add(
            Quad([lift(value, q0), lift(value, q1), lift(value, q2), 0]),
            moduli,
        );
    }
}

impl AwaitingReply {
    /// Round 3: opens the reply. A slot matches only if the client's own bit is set and the token
    /// has the hash that the reply gives for the slot. Every other outcome looks the same,
    /// whatever the server did.
    ///
    /// # Errors
    /// [`Error::Keys`] when keys, state and reply do not belong together, [`Error::Slots`]
    /// when the reply has another number of slots, and what [`Reply::read`] refuses.
    #[inline(never)]
    pub fn open(self, keys: &PrivateKeys, reply: &[u8]) -> Result<Outcome, Error> {
        let reply = Reply::read(reply)?;
        if keys.key_hash != self.key_hash || reply.key_id != key_id(&self.key_hash) {
            return Err(Error::Keys);
        }
        let slots = self.bits.len();
        if reply.hashes.len() != slots {
            return Err(Error::Slots);
        }
        let session = Transcript {
            context: &self.context,
            key_hash: &self.key_hash,
            request_hash: &self.request_hash,
            nonce: &reply.nonce,
            slots,
            packed: reply.packed,
        }
        .session();
        let secret = keys.secret::<1>();
        let mut tokens = SecretBytes::zero(slots * TOKEN_BYTES);
        let mut matches = SecretBytes::zero(slots);
        let each = tokens
            .chunks_mut(SLOTS_PER_CIPHERTEXT * TOKEN_BYTES)
            .zip(matches.chunks_mut(SLOTS_PER_CIPHERTEXT))
            .zip(&reply.ciphertexts);
        for ((tokens, excess), ciphertext) in each {
            read_tokens(
                decrypt(ciphertext, &secret[0]),
                &Tables::get().columns,
                tokens,
                excess,
            );
        }
        let each = tokens
            .as_chunks_mut::<TOKEN_BYTES>()
            .0
            .iter_mut()
            .zip(matches.iter_mut());
        for (slot, ((token, excess), expected)) in each.zip(&reply.hashes).enumerate() {
            let shown = slot_hash(&session, slot_number(slot), token);
            let both = self.bits[slot].ct_eq(&1) & excess.ct_eq(&0) & shown.ct_eq(expected);
            *excess = both.unwrap_u8();
            for byte in token {
                byte.conditional_assign(&0, !both);
            }
        }
        Ok(Outcome {
            matches,
            tokens,
            session,
        })
    }

    /// The bytes to keep until the reply arrives.
    #[must_use]
    pub fn write(&self) -> SecretBytes {
        let slots = self.bits.len();
        let fields: [&[u8]; 4] = [
            &self.key_hash,
            &self.request_hash,
            &self.context,
            &self.bits,
        ];
        SecretBytes::new(write(Kind::ClientState, slots, &fields))
    }

    /// Reads a kept state.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`],
    /// [`Error::Bits`].
    #[inline(never)]
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(bytes, Kind::ClientState)?;
        let slots = reader.slots;
        reader.expect(2 * HASH_BYTES + CONTEXT_BYTES + slots)?;
        let (key_hash, request_hash) = (reader.array()?, reader.array()?);
        let context = reader.array()?;
        let bits = SecretBytes::new(reader.take(slots)?.to_vec());
        check_bits(&bits)?;
        Ok(Self {
            key_hash,
            request_hash,
            context,
            bits,
        })
    }
}

/// `c0 + c1·s` modulo `q0`, at the powers of `Y`, in the first lane.
fn decrypt(ciphertext: &ReplyCiphertext, secret: &Polynomial) -> Polynomial {
    let tables = Tables::get();
    let rows = &tables.rows[0];
    let mut c1 = Polynomial::zero();
    for (entry, lanes) in c1
        .entries_mut()
        .iter_mut()
        .zip(ciphertext.c1.chunks_exact(4))
    {
        *entry = Quad(core::array::from_fn(|lane| lanes[lane] << C1_DROPPED_BITS));
    }
    forward(c1.entries_mut(), rows);
    let mut phase = Polynomial::zero();
    subring_part(&mut phase, 0, &c1, secret, rows);
    inverse(phase.entries_mut(), &tables.columns);
    for (entry, c0) in phase.entries_mut().iter_mut().zip(&ciphertext.c0) {
        *entry = entry.add(Quad([restored(*c0), 0, 0, 0]), tables.columns.moduli());
    }
    phase
}

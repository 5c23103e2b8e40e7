//! The server's round, and the check of disclosed tokens.
#![forbid(unsafe_code)]

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::client::add_small;
use crate::encoding::ENCODER;
use crate::errors::Error;
use crate::hashing::{Hash, Tag, hash, slot_hash};
use crate::messages::{PublicKeys, Reply, ReplyCiphertext, Request, key_id};
use crate::ntt::{Tables, Transform, forward, inverse};
use crate::params::{
    C0_DROPPED_BITS, C1_DROPPED_BITS, HASH_BYTES, RING_DIMENSION, SLOTS_PER_CIPHERTEXT,
    SUBRING_DIMENSION, TOKEN_BYTES,
};
use crate::quad::Quad;
use crate::ring::{Polynomial, add_product, subring_part, subring_product};
use crate::rns::SWITCH;
use crate::sampling::{FLOODING, Purpose, Seed, Small, uniform};
use crate::secret::SecretBytes;
use crate::session::{Context, Transcript, check_bits};
use crate::wire::{Kind, Reader, slot_number, write};

/// What the server keeps until facts are disclosed: the session, its bits and its tokens.
pub struct Answered {
    /// The session.
    pub session: Hash,
    bits: SecretBytes,
    tokens: SecretBytes,
}

/// Round 2: the encrypted bits times the tokens of the server's set slots, hidden by a fresh
/// encryption of zero and by flooding, switched to one prime.
///
/// # Errors
/// [`Error::Keys`] if the request was made for other keys, [`Error::Slots`] if it has a different
/// number of slots, [`Error::Bits`], and the refusals of the messages' readers.
#[inline(never)]
pub fn answer(
    public_keys: &[u8],
    request: &[u8],
    bits: &[u8],
    context: &Context,
    seed: &Seed,
) -> Result<(Answered, Vec<u8>), Error> {
    check_bits(bits)?;
    let request_hash = hash(Tag::Request, &[request]);
    let request = Request::read(request)?;
    if request.slots != bits.len() {
        return Err(Error::Slots);
    }
    let keys = PublicKeys::read(public_keys)?;
    if keys.hash != request.key_hash {
        return Err(Error::Keys);
    }

    let mut drawn = seed.stream(Purpose::Tokens, 0);
    let mut nonce = [0; HASH_BYTES];
    drawn.fill(&mut nonce);
    let mut tokens = SecretBytes::zero(bits.len() * TOKEN_BYTES);
    drawn.fill(&mut tokens);
    let mut hashes = vec![[0; HASH_BYTES]; bits.len()];
    drawn.fill(hashes.as_flattened_mut());

    let mut sent = SecretBytes::new(tokens.to_vec());
    for (token, bit) in sent.chunks_exact_mut(TOKEN_BYTES).zip(bits) {
        let mask = 0u8.wrapping_sub(*bit);
        for byte in token {
            *byte &= mask;
        }
    }
    let mixer = Mixer {
        keys: &keys,
        seed,
        public_seed: &request.seed,
    };
    let ciphertexts: Vec<_> = sent
        .chunks(SLOTS_PER_CIPHERTEXT * TOKEN_BYTES)
        .zip(&request.c0)
        .enumerate()
        .map(|(index, (tokens, c0))| mixer.mix(index, tokens, c0))
        .collect();
    let packed = Reply::pack(&ciphertexts);

    let session = Transcript {
        context,
        key_hash: &keys.hash,
        request_hash: &request_hash,
        nonce: &nonce,
        slots: bits.len(),
        packed: &packed,
    }
    .session();
    for (slot, (dummy, (token, bit))) in hashes
        .iter_mut()
        .zip(tokens.as_chunks().0.iter().zip(bits))
        .enumerate()
    {
        let shown = slot_hash(&session, slot_number(slot), token);
        let listed = Choice::from(*bit);
        for (kept, byte) in dummy.iter_mut().zip(shown) {
            kept.conditional_assign(&byte, listed);
        }
    }
    let message = Reply::write(&key_id(&keys.hash), &nonce, &packed, &hashes);
    Ok((
        Answered {
            session,
            bits: SecretBytes::new(bits.to_vec()),
            tokens,
        },
        message,
    ))
}

/// What all ciphertexts of one reply have in common.
struct Mixer<'a> {
    keys: &'a PublicKeys,
    seed: &'a Seed,
    public_seed: &'a [u8; 32],
}

impl Mixer<'_> {
    /// Answers one ciphertext.
    fn mix(&self, index: usize, tokens: &[u8], request_c0: &Polynomial) -> ReplyCiphertext {
        let tables = Tables::get();
        let stream = |purpose| self.seed.stream(purpose, index);
        let factors = ENCODER.tokens(tokens, &tables.columns);
        let mask = Small::ternary(stream(Purpose::Mask));
        let error = Small::binomial(stream(Purpose::MaskError1), RING_DIMENSION);

        let mut c0 = Polynomial::zero();
        let c1: [Polynomial; 3] = core::array::from_fn(|prime| {
            let rows = &tables.rows[prime];
            let mut mask = mask.ternary_montgomery(rows);
            forward(mask.entries_mut(), rows);
            subring_part(&mut c0, prime, &self.keys.b[prime], &mask, rows);
            let mut c1 = uniform(self.public_seed, index, prime, rows);
            subring_product(&mut c1, &factors, prime, rows);
            add_product(
                &mut c1,
                &uniform(&self.keys.seed, 0, prime, rows),
                &mask,
                rows,
            );
            inverse(c1.entries_mut(), rows);
            for (entry, lifted) in c1
                .entries_mut()
                .iter_mut()
                .zip(error.lifted(rows).entries())
            {
                *entry = entry.add(*lifted, rows.moduli());
            }
            c1
        });

        let q = tables.columns.moduli();
        for ((entry, factor), request) in c0
            .entries_mut()
            .iter_mut()
            .zip(factors.entries())
            .zip(request_c0.entries())
        {
            *entry = entry.add(request.montgomery(*factor, q), q);
        }
        inverse(c0.entries_mut(), &tables.columns);
        add_small(
            &mut c0,
            &Small::binomial(stream(Purpose::MaskError0), SUBRING_DIMENSION),
            q,
        );
        FLOODING.add(&mut c0, stream(Purpose::Flooding), &tables.columns);

        let switched = |residues: [Quad; 3], bits| {
            let [v0, v1, v2] = residues;
            SWITCH.rounded(v0, v1, v2, bits).0
        };
        let c0_out = c0
            .entries()
            .iter()
            .map(|entry| {
                switched(
                    [0, 1, 2].map(|lane: usize| Quad::splat(entry.0[lane])),
                    C0_DROPPED_BITS,
                )[0]
            })
            .collect();
        let [p0, p1, p2] = c1.each_ref().map(Polynomial::entries);
        let c1_out = p0
            .iter()
            .zip(p1)
            .zip(p2)
            .flat_map(|((v0, v1), v2)| switched([*v0, *v1, *v2], C1_DROPPED_BITS))
            .collect();
        ReplyCiphertext {
            c0: c0_out,
            c1: c1_out,
        }
    }
}

impl Answered {
    /// Whether the server lists `slot` and `token` is its token. Constant time in the token. A
    /// slot that does not exist and a token of the wrong length give false.
    #[must_use]
    pub fn check(&self, slot: usize, token: &[u8]) -> bool {
        let expected = self.tokens.as_chunks::<TOKEN_BYTES>().0.get(slot);
        let (Some(expected), Some(bit)) = (expected, self.bits.get(slot)) else {
            return false;
        };
        bool::from(bit.ct_eq(&1) & expected.as_slice().ct_eq(token))
    }

    /// The bytes to keep.
    #[must_use]
    pub fn write(&self) -> SecretBytes {
        let slots = self.bits.len();
        let fields: [&[u8]; 3] = [&self.session, &self.bits, &self.tokens];
        SecretBytes::new(write(Kind::ServerState, slots, &fields))
    }

    /// Reads a kept state.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Version`], [`Error::Kind`], [`Error::Slots`],
    /// [`Error::Bits`].
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader::new(bytes, Kind::ServerState)?;
        let slots = reader.slots;
        reader.expect(HASH_BYTES + slots * (1 + TOKEN_BYTES))?;
        let session = reader.array()?;
        let bits = SecretBytes::new(reader.take(slots)?.to_vec());
        check_bits(&bits)?;
        let tokens = SecretBytes::new(reader.take(slots * TOKEN_BYTES)?.to_vec());
        Ok(Self {
            session,
            bits,
            tokens,
        })
    }
}

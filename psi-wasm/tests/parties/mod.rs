//! An honest client and a server that may do anything, for the tests with a malicious party.
#![allow(dead_code, reason = "each test uses a part")]

use psi_wasm::client::{self, AwaitingReply, Outcome};
use psi_wasm::errors::Error;
use psi_wasm::hashing::{Tag, hash, slot_hash};
use psi_wasm::keys::PrivateKeys;
use psi_wasm::messages::{Reply, ReplyCiphertext, key_id};
use psi_wasm::params::TOKEN_BYTES;
use psi_wasm::sampling::Seed;
use psi_wasm::server::{self, Answered};
use psi_wasm::session::{Context, Transcript};

/// Bytes of a message's header.
pub const HEADER: usize = 8;
/// The context of every comparison here, unless a test says otherwise.
pub const CONTEXT: Context = [12; 32];
/// Slots of most comparisons here: one full ciphertext.
pub const SLOTS: usize = 100;

pub fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

/// An honest client waiting for its reply.
pub struct Client {
    pub keys: PrivateKeys,
    pub public: Vec<u8>,
    pub state: Vec<u8>,
    pub request: Vec<u8>,
}

impl Client {
    pub fn new(byte: u8, bits: &[u8]) -> Self {
        let (keys, public) = PrivateKeys::generate(seed(byte));
        let (state, request) = client::request(&keys, &seed(byte + 1), bits, &CONTEXT).unwrap();
        let state = state.write().to_vec();
        Self {
            keys,
            public,
            state,
            request,
        }
    }

    pub fn open(&self, reply: &[u8]) -> Result<Outcome, Error> {
        AwaitingReply::read(&self.state)?.open(&self.keys, reply)
    }

    pub fn answer(&self, byte: u8, bits: &[u8]) -> (Answered, Vec<u8>) {
        server::answer(&self.public, &self.request, bits, &CONTEXT, &seed(byte)).unwrap()
    }

    /// The slots that the client matches.
    pub fn matches(&self, reply: &[u8]) -> Vec<usize> {
        matches(&self.open(reply).unwrap())
    }
}

/// A reply of a server that knows its tokens and hashes them itself.
pub struct Forgery {
    pub nonce: [u8; 32],
    pub tokens: Vec<[u8; TOKEN_BYTES]>,
    pub ciphertext: ReplyCiphertext,
}

impl Forgery {
    /// Starts from an honest answer, with the tokens of every slot.
    pub fn of(victim: &Client, byte: u8, bits: &[u8]) -> Self {
        let (answered, message) = victim.answer(byte, bits);
        let mut reply = Reply::read(&message).unwrap();
        Self {
            nonce: reply.nonce,
            tokens: tokens(&answered),
            ciphertext: reply.ciphertexts.remove(0),
        }
    }

    /// Hashes every token into the session of this ciphertext.
    pub fn message(&self, victim: &Client) -> Vec<u8> {
        let packed = Reply::pack(std::slice::from_ref(&self.ciphertext));
        let key_hash: [u8; 32] = victim.request[HEADER..HEADER + 32].try_into().unwrap();
        let request_hash = hash(Tag::Request, &[&victim.request]);
        let session = Transcript {
            context: &CONTEXT,
            key_hash: &key_hash,
            request_hash: &request_hash,
            nonce: &self.nonce,
            slots: self.tokens.len(),
            packed: &packed,
        }
        .session();
        let hashes: Vec<_> = (0..)
            .zip(&self.tokens)
            .map(|(slot, token)| slot_hash(&session, slot, token))
            .collect();
        Reply::write(&key_id(&key_hash), &self.nonce, &packed, &hashes)
    }
}

/// The tokens that a server keeps, for listed slots and others.
pub fn tokens(answered: &Answered) -> Vec<[u8; TOKEN_BYTES]> {
    let kept = answered.write();
    let slots = u32::from_le_bytes(kept[4..8].try_into().unwrap()) as usize;
    kept[kept.len() - TOKEN_BYTES * slots..]
        .as_chunks()
        .0
        .to_vec()
}

/// A vector with these slots set.
pub fn listed(slots: &[usize]) -> Vec<u8> {
    let mut bits = vec![0; SLOTS];
    for slot in slots {
        bits[*slot] = 1;
    }
    bits
}

pub fn matches(outcome: &Outcome) -> Vec<usize> {
    (0..outcome.matches.len())
        .filter(|slot| outcome.matches[*slot] == 1)
        .collect()
}

/// The bytes with the byte at `at` changed.
pub fn changed(bytes: &[u8], at: usize, change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] = change(bytes[at]);
    bytes
}

//! A malicious server and a malicious client, played against honest code. The honest client
//! has no message after its request: what a server can make it do is to match or not.

use psi_wasm::client::{self, AwaitingReply, Outcome};
use psi_wasm::errors::Error;
use psi_wasm::hashing::{Tag, hash, slot_hash};
use psi_wasm::keys::PrivateKeys;
use psi_wasm::messages::{Reply, ReplyCiphertext, key_id};
use psi_wasm::packing::pack;
use psi_wasm::params::{C0_MAX, C1_MAX, PRIMES, RESIDUE_BITS, RING_DIMENSION, SUBRING_DIMENSION};
use psi_wasm::sampling::Seed;
use psi_wasm::server::{self, Answered};
use psi_wasm::session::session;

const HEADER: usize = 8;
const SLOTS: usize = 100;

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

/// An honest client that waits for its reply.
struct Client {
    keys: PrivateKeys,
    public: Vec<u8>,
    state: Vec<u8>,
    request: Vec<u8>,
}

impl Client {
    fn new(byte: u8, bits: &[u8]) -> Self {
        let (keys, public) = PrivateKeys::generate(seed(byte));
        let (state, request) = client::request(&keys, &seed(byte + 1), bits).unwrap();
        let state = state.write().to_vec();
        Self {
            keys,
            public,
            state,
            request,
        }
    }

    fn open(&self, reply: &[u8]) -> Result<Outcome, Error> {
        AwaitingReply::read(&self.state)?.open(&self.keys, reply)
    }

    fn answer(&self, byte: u8, bits: &[u8]) -> (Answered, Vec<u8>) {
        server::answer(&self.public, &self.request, bits, &seed(byte)).unwrap()
    }
}

/// What a server that knows its tokens and hashes them itself can send.
struct Forgery {
    nonce: [u8; 32],
    tokens: Vec<[u8; 16]>,
    ciphertext: ReplyCiphertext,
}

impl Forgery {
    /// Starts from what honest code answers, with the tokens of every slot.
    fn of(victim: &Client, byte: u8, bits: &[u8]) -> Self {
        let (answered, message) = victim.answer(byte, bits);
        let mut reply = Reply::read(&message).unwrap();
        let kept = answered.write();
        let tokens = kept[kept.len() - 16 * bits.len()..].as_chunks().0.to_vec();
        Self {
            nonce: reply.nonce,
            tokens,
            ciphertext: reply.ciphertexts.remove(0),
        }
    }

    /// Hashes every token into the session that the ciphertext gives.
    fn message(&self, victim: &Client) -> Vec<u8> {
        let packed = Reply::pack(std::slice::from_ref(&self.ciphertext));
        let key_hash: [u8; 32] = victim.request[HEADER..HEADER + 32].try_into().unwrap();
        let request_hash = hash(Tag::Request, &[&victim.request]);
        let session = session(
            &key_hash,
            &request_hash,
            &self.nonce,
            self.tokens.len(),
            &packed,
        );
        let hashes: Vec<_> = (0..)
            .zip(&self.tokens)
            .map(|(slot, token)| slot_hash(&session, slot, token))
            .collect();
        Reply::write(&key_id(&key_hash), &self.nonce, &packed, &hashes)
    }
}

fn listed(slots: &[usize]) -> Vec<u8> {
    let mut bits = vec![0; SLOTS];
    for slot in slots {
        bits[*slot] = 1;
    }
    bits
}

fn matches(outcome: &Outcome) -> Vec<usize> {
    (0..outcome.matches.len())
        .filter(|slot| outcome.matches[*slot] == 1)
        .collect()
}

#[test]
fn a_server_that_lists_everything_learns_what_is_disclosed_and_no_more() {
    let held = [3, 41, 99];
    let client = Client::new(1, &listed(&held));
    let (answered, reply) = client.answer(9, &[1; SLOTS]);
    let outcome = client.open(&reply).unwrap();
    assert_eq!(matches(&outcome), held);
    for slot in 0..SLOTS {
        let token = &outcome.tokens[16 * slot..16 * slot + 16];
        assert_eq!(answered.check(slot, token), held.contains(&slot));
        assert_eq!(token == [0; 16], !held.contains(&slot));
    }
}

#[test]
fn a_listed_slot_that_no_fact_owns_gives_an_outcome_like_any_other() {
    // The caller drops slots outside the catalogue without a word; here nothing differs
    // either: sizes, session and the other slots are the same with it and without it.
    let client = Client::new(11, &listed(&[3, 97]));
    for slots in [&[3][..], &[3, 97], &[3, 98]] {
        let (answered, reply) = client.answer(19, &listed(slots));
        let outcome = client.open(&reply).unwrap();
        assert_eq!(outcome.matches[3], 1);
        assert_eq!(
            (outcome.matches.len(), outcome.tokens.len()),
            (SLOTS, 16 * SLOTS)
        );
        assert_eq!(outcome.session, answered.session);
    }
}

#[test]
fn vectors_that_give_the_same_facts_look_the_same_to_the_server() {
    // The same seeds, vectors that differ where the server lists nothing: what it keeps and
    // what is disclosed are equal, but for the ciphertext that hides the bits.
    let [one, two] = [listed(&[3, 50]), listed(&[3, 60, 61])].map(|bits| Client::new(21, &bits));
    assert_eq!(one.public, two.public);
    assert_eq!(one.request[..HEADER + 64], two.request[..HEADER + 64]);
    assert_eq!(one.request.len(), two.request.len());
    let [one, two] = [one, two].map(|client| {
        let (answered, reply) = client.answer(29, &listed(&[3, 7]));
        let outcome = client.open(&reply).unwrap();
        let shown = outcome.tokens[16 * 3..16 * 4].to_vec();
        assert!(answered.check(3, &shown));
        (matches(&outcome), shown, reply.len())
    });
    assert_eq!(one, two);
}

#[test]
fn a_one_hot_hint_on_c1_tells_a_bit_only_through_facts_that_match_anyway() {
    // The server shifts one coefficient of c1 and hashes its tokens into the shifted session:
    // the strongest form of the hint, it guesses every token right. The shift adds secret
    // coefficients to the noise; where one of them pushes some coefficient over the bound no
    // slot matches, else all that are held: a coefficient spreads over all sub-slots.
    let held = [3, 41, 99];
    let client = Client::new(31, &listed(&held));
    let mut seen = [0, 0];
    for place in 0..24 {
        let mut forgery = Forgery::of(&client, 39, &[1; SLOTS]);
        let value = &mut forgery.ciphertext.c1[place];
        *value = (*value + 5_000) % C1_MAX;
        let found = matches(&client.open(&forgery.message(&client)).unwrap());
        assert!(found.is_empty() || found == held, "{found:?}");
        seen[usize::from(found.is_empty())] += 1;
    }
    // Both happen, which is why a key opens one reply.
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn extreme_residues_are_opened_without_a_match() {
    let client = Client::new(41, &[1; SLOTS]);
    for (c0, c1) in [(0, 0), (C0_MAX, 0), (0, C1_MAX), (C0_MAX, C1_MAX)] {
        let mut forgery = Forgery::of(&client, 49, &[1; SLOTS]);
        forgery.ciphertext.c0 = vec![c0; SUBRING_DIMENSION];
        forgery.ciphertext.c1 = vec![c1; RING_DIMENSION];
        let outcome = client.open(&forgery.message(&client)).unwrap();
        assert!(matches(&outcome).is_empty());
        assert!(outcome.tokens.iter().all(|byte| *byte == 0));
    }
}

#[test]
fn the_right_token_under_a_wrong_hash_is_no_match() {
    let client = Client::new(51, &[1; SLOTS]);
    let mut forgery = Forgery::of(&client, 59, &[1; SLOTS]);
    assert_eq!(
        matches(&client.open(&forgery.message(&client)).unwrap()).len(),
        SLOTS
    );
    // The hash of another token, and that of another slot's.
    forgery.tokens[5][0] ^= 1;
    forgery.tokens.swap(8, 9);
    let outcome = client.open(&forgery.message(&client)).unwrap();
    let expected: Vec<_> = (0..SLOTS)
        .filter(|slot| ![5, 8, 9].contains(slot))
        .collect();
    assert_eq!(matches(&outcome), expected);
}

#[test]
fn swapped_replayed_and_foreign_replies_are_refused_or_empty() {
    let [one, two] = [61, 71].map(|byte| Client::new(byte, &[1; SLOTS]));
    let replies = [&one, &two].map(|client| client.answer(79, &[1; SLOTS]).1);
    // Swapped between two clients.
    assert_eq!(one.open(&replies[1]).err(), Some(Error::Keys));
    assert_eq!(two.open(&replies[0]).err(), Some(Error::Keys));
    // The other's reply under this client's key id.
    let mut renamed = replies[1].clone();
    renamed[HEADER..HEADER + 16].copy_from_slice(&replies[0][HEADER..HEADER + 16]);
    assert!(matches(&one.open(&renamed).unwrap()).is_empty());
    // The reply to an earlier request of the same keys, which honest code never makes.
    let (state, _) = client::request(&one.keys, &seed(63), &[1; SLOTS]).unwrap();
    let outcome = state.open(&one.keys, &replies[0]).unwrap();
    assert!(matches(&outcome).is_empty());
    // Another number of slots.
    let (short, request) = client::request(&one.keys, &seed(64), &[1; 99]).unwrap();
    let (_, reply) = server::answer(&one.public, &request, &[1; 99], &seed(65)).unwrap();
    assert_eq!(one.open(&reply).err(), Some(Error::Slots));
    assert_eq!(short.open(&one.keys, &replies[0]).err(), Some(Error::Slots));
}

#[test]
fn tokens_of_one_session_are_worth_nothing_in_another() {
    let client = Client::new(81, &[1; SLOTS]);
    let [(one, reply), (two, _)] = [88, 89].map(|byte| client.answer(byte, &[1; SLOTS]));
    assert_ne!(one.session, two.session);
    let outcome = client.open(&reply).unwrap();
    for slot in 0..SLOTS {
        let token = &outcome.tokens[16 * slot..16 * slot + 16];
        assert!(one.check(slot, token) && !two.check(slot, token));
        assert!(!one.check((slot + 1) % SLOTS, token));
    }
}

/// The request with every residue of `c0` chosen by the client.
fn crafted(honest: &[u8], residue: impl Fn(usize, usize) -> u32) -> Vec<u8> {
    let mut request = honest[..HEADER + 64].to_vec();
    for prime in 0..3 {
        let values = (0..SUBRING_DIMENSION).map(|place| residue(prime, place));
        pack(&mut request, RESIDUE_BITS, SUBRING_DIMENSION, values);
    }
    request
}

#[test]
fn crafted_requests_get_a_reply_of_the_usual_size_or_a_refusal() {
    let client = Client::new(91, &[1; SLOTS]);
    let honest = client.answer(99, &[1; SLOTS]).1.len();
    let q = |prime: usize| PRIMES[prime];
    // Zero, constant (residues at the leaves), and the largest residues.
    let zero = crafted(&client.request, |_, _| 0);
    let one = crafted(&client.request, |_, _| 1);
    let constant = crafted(&client.request, |prime, _| q(prime) / 12_289);
    let largest = crafted(&client.request, |prime, _| q(prime) - 1);
    for request in [zero, one, constant, largest] {
        let (answered, reply) =
            server::answer(&client.public, &request, &[1; SLOTS], &seed(98)).unwrap();
        assert_eq!(reply.len(), honest);
        assert!(!answered.check(0, &[0; 16]));
    }
    // A residue at its modulus or above, in any place of any prime.
    for prime in 0..3 {
        for place in [0, 1, 511, SUBRING_DIMENSION - 1] {
            for value in [q(prime), q(prime) + 1, (1 << RESIDUE_BITS) - 1] {
                let request = crafted(&client.request, |p, k| {
                    if (p, k) == (prime, place) { value } else { 0 }
                });
                let refused = server::answer(&client.public, &request, &[1; SLOTS], &seed(98));
                assert_eq!(refused.err(), Some(Error::Residue));
            }
        }
    }
}

#[test]
fn a_request_that_sets_every_bit_gets_the_list_and_nothing_of_the_rest() {
    let client = Client::new(101, &[1; SLOTS]);
    let list = [0, 17, 64];
    let (answered, reply) = client.answer(109, &listed(&list));
    let outcome = client.open(&reply).unwrap();
    assert_eq!(matches(&outcome), list);
    // No guess opens a slot that the server does not list, not even its dummy's token.
    let kept = answered.write();
    let tokens = &kept[kept.len() - 16 * SLOTS..];
    for slot in (0..SLOTS).filter(|slot| !list.contains(slot)) {
        assert!(!answered.check(slot, &tokens[16 * slot..16 * slot + 16]));
    }
}

#[test]
fn a_key_id_is_its_keys_and_nothing_elses() {
    // The server refuses an id that it has answered; this makes the id stick to the keys, so
    // that neither other keys under a known id nor known keys under another get in.
    let [one, two] = [111, 121].map(|byte| Client::new(byte, &[1; SLOTS]));
    let id = HEADER..HEADER + 16;
    for (keys, name) in [(&one, &two), (&two, &one)] {
        let mut public = keys.public.clone();
        public[id.clone()].copy_from_slice(&name.public[id.clone()]);
        let refused = server::answer(&public, &keys.request, &[1; SLOTS], &seed(1));
        assert_eq!(refused.err(), Some(Error::Keys));
    }
    // A second request of the same keys names the same id: the caller sees the reuse.
    let (_, again) = client::request(&one.keys, &seed(113), &[0; SLOTS]).unwrap();
    assert_eq!(again[id.clone()], one.request[id.clone()]);
    assert_eq!(again[id.clone()], one.public[id]);
    assert_ne!(again, one.request);
}

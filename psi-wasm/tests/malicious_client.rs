//! A malicious client against an honest server: crafted requests, and other people's keys and tokens.

mod parties;
mod reference;

use parties::{CONTEXT, Client, HEADER, SLOTS, changed, listed, matches, seed, tokens};
use psi_wasm::client;
use psi_wasm::errors::Error;
use psi_wasm::messages::{PublicKeys, Reply};
use psi_wasm::packing::pack;
use psi_wasm::params::{PLAIN_MODULUS, PRIMES, RESIDUE_BITS, SUBRING_DIMENSION};
use psi_wasm::ring::Polynomial;
use psi_wasm::server;
use reference::{Q, T, evaluate, pieces, rounded};

/// Where a request's `c0` begins.
const C0: usize = HEADER + 64;

/// The request with every residue of `c0` chosen by the client.
fn crafted(honest: &[u8], residue: impl Fn(usize, usize) -> u32) -> Vec<u8> {
    let mut request = honest[..C0].to_vec();
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
    // Zeros, constants (as residues at the leaves), and the largest residues.
    let zero = crafted(&client.request, |_, _| 0);
    let one = crafted(&client.request, |_, _| 1);
    let constant = crafted(&client.request, |prime, _| q(prime) / 12_289);
    let largest = crafted(&client.request, |prime, _| q(prime) - 1);
    for request in [zero, one, constant, largest] {
        let (answered, reply) =
            server::answer(&client.public, &request, &[1; SLOTS], &CONTEXT, &seed(98)).unwrap();
        assert_eq!(reply.len(), honest);
        // An honest client's state finds nothing in it.
        let outcome = client.open(&reply).unwrap();
        assert!(matches(&outcome).is_empty());
        assert!(!answered.check(0, &[0; 16]));
    }
    // A residue at its modulus or above, in any place of any prime.
    for prime in 0..3 {
        for place in [0, 1, 511, SUBRING_DIMENSION - 1] {
            for value in [q(prime), q(prime) + 1, (1 << RESIDUE_BITS) - 1] {
                let request = crafted(&client.request, |p, k| {
                    if (p, k) == (prime, place) { value } else { 0 }
                });
                let refused =
                    server::answer(&client.public, &request, &[1; SLOTS], &CONTEXT, &seed(98));
                assert_eq!(refused.err(), Some(Error::Residue));
            }
        }
    }
}

#[test]
fn a_key_of_zeros_shows_the_list_in_the_clear_and_nothing_else() {
    // With no mask on c0' and a constant request, anybody can read the product in the reply.
    let zeros = [Polynomial::zero(), Polynomial::zero(), Polynomial::zero()];
    let (hash, public) = PublicKeys::write(&[7; 32], &zeros);
    let honest = Client::new(221, &[1; SLOTS]);
    let constant = rounded(Q, T);
    let mut request = crafted(&honest.request, |prime, _| {
        u32::try_from(constant % i128::from(PRIMES[prime])).unwrap()
    });
    request[HEADER..HEADER + 32].copy_from_slice(&hash);
    let list = [0, 17, 64];
    let (answered, reply) =
        server::answer(&public, &request, &listed(&list), &CONTEXT, &seed(229)).unwrap();
    let c0 = Reply::read(&reply).unwrap().ciphertexts.remove(0).c0;
    let plain: Vec<u64> = c0
        .iter()
        .map(|c0| rounded(T * (i128::from(*c0) << 15), i128::from(PRIMES[0])).rem_euclid(T))
        .map(|plain| u64::try_from(plain).unwrap())
        .collect();
    let subslots = evaluate(&plain, u64::from(PLAIN_MODULUS));
    for (slot, token) in tokens(&answered).iter().enumerate() {
        let read = &subslots[10 * slot..10 * (slot + 1)];
        let shown = if list.contains(&slot) {
            pieces(token)
        } else {
            vec![0; 10]
        };
        assert_eq!(read, shown, "slot {slot}");
    }
}

#[test]
fn a_request_that_sets_every_bit_gets_the_list_and_nothing_of_the_rest() {
    let client = Client::new(101, &[1; SLOTS]);
    let list = [0, 17, 64];
    let (answered, reply) = client.answer(109, &listed(&list));
    let outcome = client.open(&reply).unwrap();
    assert_eq!(matches(&outcome), list);
    // Nothing opens a slot that the server does not list, not even the token drawn for it.
    let tokens = tokens(&answered);
    for slot in (0..SLOTS).filter(|slot| !list.contains(slot)) {
        assert!(!answered.check(slot, &tokens[slot]));
    }
}

#[test]
fn the_token_of_a_slot_that_is_not_listed_is_nowhere_in_the_reply() {
    // Servers that differ only in such tokens would send the same reply: the hash is a dummy and
    // the plaintext holds zeros.
    let client = Client::new(191, &[1; SLOTS]);
    let (answered, reply) = client.answer(199, &listed(&[0, 17]));
    let hashes = reply[reply.len() - 32 * SLOTS..].chunks(32);
    for (slot, (shown, token)) in (0..).zip(hashes.zip(tokens(&answered))) {
        let own = psi_wasm::hashing::slot_hash(&answered.session, slot, &token);
        assert_eq!(shown == own, [0, 17].contains(&slot), "slot {slot}");
        let zeros = psi_wasm::hashing::slot_hash(&answered.session, slot, &[0; 16]);
        assert!(shown != zeros && shown != [0; 32]);
    }
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

#[test]
fn a_key_id_is_its_keys_and_nothing_elses() {
    // The server refuses an id that it has answered. This binds the id to the keys: neither other
    // keys under a known id nor known keys under another id are accepted.
    let [one, two] = [111, 121].map(|byte| Client::new(byte, &[1; SLOTS]));
    let id = HEADER..HEADER + 16;
    for (keys, name) in [(&one, &two), (&two, &one)] {
        let mut public = keys.public.clone();
        public[id.clone()].copy_from_slice(&name.public[id.clone()]);
        assert_eq!(PublicKeys::read(&public).err(), Some(Error::Keys));
        let refused = server::answer(&public, &keys.request, &[1; SLOTS], &CONTEXT, &seed(1));
        assert_eq!(refused.err(), Some(Error::Keys));
    }
    // After a flipped bit in the id, the seed or b they are no longer these keys.
    for at in [
        HEADER,
        HEADER + 15,
        HEADER + 16,
        HEADER + 47,
        HEADER + 48,
        one.public.len() - 1,
    ] {
        let public = changed(&one.public, at, |byte| byte ^ 1);
        assert_eq!(PublicKeys::read(&public).err(), Some(Error::Keys), "{at}");
    }
    // A second request with the same keys names the same id, so the caller notices the reuse.
    let (_, again) = client::request(&one.keys, &seed(113), &[0; SLOTS], &CONTEXT).unwrap();
    assert_eq!(again[id.clone()], one.request[id.clone()]);
    assert_eq!(again[id.clone()], one.public[id]);
    assert_ne!(again, one.request);
}

#[test]
fn a_request_names_its_keys_by_their_whole_hash() {
    let [one, two] = [201, 211].map(|byte| Client::new(byte, &[1; SLOTS]));
    let refused = server::answer(&two.public, &one.request, &[1; SLOTS], &CONTEXT, &seed(1));
    assert_eq!(refused.err(), Some(Error::Keys));
    // Keys that merely share the id, which take 2^64 tries to find, are still different keys.
    for at in [HEADER + 16, HEADER + 31] {
        let request = changed(&one.request, at, |byte| byte ^ 1);
        let refused = server::answer(&one.public, &request, &[1; SLOTS], &CONTEXT, &seed(1));
        assert_eq!(refused.err(), Some(Error::Keys));
    }
}

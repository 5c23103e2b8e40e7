//! A malicious server against an honest client. The client sends nothing after its request, so the
//! server can only decide which slots match.

mod parties;
mod reference;

use parties::{CONTEXT, Client, Forgery, HEADER, SLOTS, changed, listed, matches, seed};
use psi_wasm::client::{self, AwaitingReply};
use psi_wasm::errors::Error;
use psi_wasm::params::{C0_MAX, C1_MAX, PRIMES, RING_DIMENSION, SUBRING_DIMENSION};
use psi_wasm::server;
use reference::{T, pieces, plaintext, rounded};

/// Where `c0` begins in a reply.
const C0: usize = HEADER + 16 + 32;
/// Where `c1` begins in a reply of one ciphertext.
const C1: usize = C0 + 2048;

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
    // The caller silently drops slots outside the catalog. Here nothing differs either: sizes,
    // session and the other slots are the same with such a slot and without it.
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
    // The seeds are the same, and the vectors differ only where the server lists nothing. Then
    // everything the server keeps or sees disclosed is equal, except for the encrypted bits.
    let [one, two] = [listed(&[3, 50]), listed(&[3, 60, 61])].map(|bits| Client::new(21, &bits));
    assert_eq!(one.public, two.public);
    assert_eq!(one.request[..HEADER + 64], two.request[..HEADER + 64]);
    assert_eq!(one.request.len(), two.request.len());
    assert_eq!(one.state.len(), two.state.len());
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
    // The server shifts one coefficient of c1 and hashes its tokens into the shifted session, so
    // that it knows every token. The shift adds secret coefficients to the noise. If one of them
    // pushes some coefficient over the bound, no slot matches, because a coefficient affects all
    // sub-slots. Otherwise every held slot matches.
    let held = [3, 41, 99];
    let client = Client::new(31, &listed(&held));
    let mut seen = [0, 0];
    for place in 0..24 {
        let mut forgery = Forgery::of(&client, 39, &[1; SLOTS]);
        let value = &mut forgery.ciphertext.c1[place];
        *value = (*value + 5_000) % C1_MAX;
        let found = client.matches(&forgery.message(&client));
        assert!(found.is_empty() || found == held, "{found:?}");
        seen[usize::from(found.is_empty())] += 1;
    }
    // Both happen, which is why a key opens only one reply.
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn a_hint_without_new_hashes_costs_every_match() {
    let client = Client::new(141, &[1; SLOTS]);
    let (_, reply) = client.answer(149, &[1; SLOTS]);
    for shift in [1, 2, 4, 64] {
        let hinted = changed(&reply, C1 + 1, |byte| byte ^ shift);
        assert!(client.matches(&hinted).is_empty());
    }
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

/// A reply that ignores the request: `c1` is zero and `c0` encodes these sub-slots, so every
/// secret decrypts it to them.
fn in_the_clear(client: &Client, byte: u8, subslots: &[u64]) -> Forgery {
    let mut forgery = Forgery::of(client, byte, &[1; SLOTS]);
    forgery.ciphertext.c1.fill(0);
    let plain = plaintext(subslots).into_iter().step_by(4);
    let scaled = plain.map(|m| rounded(i128::from(PRIMES[0]) * m, T << 15));
    forgery.ciphertext.c0 = scaled.map(|c0| u32::try_from(c0).unwrap()).collect();
    forgery
}

#[test]
fn a_reply_that_hands_every_token_out_matches_what_the_client_set_and_no_more() {
    let held = [3, 41, 99];
    let client = Client::new(151, &listed(&held));
    let tokens = Forgery::of(&client, 159, &[1; SLOTS]).tokens;
    let subslots: Vec<u64> = tokens.iter().flat_map(|token| pieces(token)).collect();
    let forgery = in_the_clear(&client, 159, &subslots);
    let outcome = client.open(&forgery.message(&client)).unwrap();
    assert_eq!(matches(&outcome), held);
    for slot in (0..SLOTS).filter(|slot| !held.contains(slot)) {
        assert_eq!(outcome.tokens[16 * slot..16 * slot + 16], [0; 16]);
    }
}

#[test]
fn a_token_of_zeros_matches_no_slot_that_the_client_did_not_set() {
    // An honest reply decrypts to zeros where the client's bit is not set. Their hash must not
    // match there.
    let held = [3, 41, 99];
    let client = Client::new(161, &listed(&held));
    let mut forgery = Forgery::of(&client, 169, &[0; SLOTS]);
    forgery.tokens.fill([0; 16]);
    assert_eq!(client.matches(&forgery.message(&client)), held);
}

#[test]
fn sub_slots_out_of_range_are_no_match() {
    // Values that would give the same token if their excess were ignored: one of 2^13 or more, and
    // a last one with bits beyond the token's 128.
    let client = Client::new(171, &[1; SLOTS]);
    let mut tokens = Forgery::of(&client, 179, &[1; SLOTS]).tokens;
    for token in &mut tokens {
        // Small enough to stay below t when 2^13 is added.
        token[0] = 5;
        token[1] = 0;
    }
    let genuine: Vec<u64> = tokens.iter().flat_map(|token| pieces(token)).collect();
    let expect = |change: &dyn Fn(&mut Vec<u64>), missing: &[usize]| {
        let mut subslots = genuine.clone();
        change(&mut subslots);
        let mut forgery = in_the_clear(&client, 179, &subslots);
        forgery.tokens.clone_from(&tokens);
        let found = client.matches(&forgery.message(&client));
        let expected = (0..SLOTS).filter(|slot| !missing.contains(slot));
        assert_eq!(found, expected.collect::<Vec<_>>());
    };
    expect(&|_| (), &[]);
    expect(&|subslots| subslots[40] += 1 << 13, &[4]);
    expect(&|subslots| subslots[59] |= 1 << 11, &[5]);
    expect(&|subslots| subslots[69] |= 1 << 12, &[6]);
}

#[test]
fn the_right_token_under_a_wrong_hash_is_no_match() {
    let client = Client::new(51, &[1; SLOTS]);
    let mut forgery = Forgery::of(&client, 59, &[1; SLOTS]);
    assert_eq!(client.matches(&forgery.message(&client)).len(), SLOTS);
    // The hash of another token, and that of another slot's.
    forgery.tokens[5][0] ^= 1;
    forgery.tokens.swap(8, 9);
    let expected: Vec<_> = (0..SLOTS)
        .filter(|slot| ![5, 8, 9].contains(slot))
        .collect();
    assert_eq!(client.matches(&forgery.message(&client)), expected);
}

#[test]
fn a_tampered_reply_looks_like_no_match() {
    let client = Client::new(121, &[1; SLOTS]);
    let (answered, reply) = client.answer(129, &[1; SLOTS]);
    let hashes = reply.len() - 32 * SLOTS;
    // The session covers the nonce, c0 and c1: after one flipped bit no slot matches.
    for at in [C0 - 32, C0, C1 - 1, C1, hashes - 40] {
        let outcome = client.open(&changed(&reply, at, |byte| byte ^ 1)).unwrap();
        assert!(matches(&outcome).is_empty(), "byte {at}");
        assert!(outcome.tokens.iter().all(|byte| *byte == 0));
    }
    // A hash counts for its own slot only.
    for slot in [0, 50, 99] {
        let tampered = changed(&reply, hashes + 32 * slot, |byte| byte ^ 0x80);
        let outcome = client.open(&tampered).unwrap();
        assert_eq!((matches(&outcome).len(), outcome.matches[slot]), (99, 0));
        assert_eq!(outcome.session, answered.session);
    }
    let mut swapped = reply;
    let (first, second) = swapped[hashes..].split_at_mut(32);
    first.swap_with_slice(&mut second[..32]);
    assert_eq!(client.matches(&swapped), (2..SLOTS).collect::<Vec<_>>());
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
    assert!(one.matches(&renamed).is_empty());
    // The reply to an earlier request of the same keys. Honest code never makes a second one.
    let (state, _) = client::request(&one.keys, &seed(63), &[1; SLOTS], &CONTEXT).unwrap();
    let outcome = state.open(&one.keys, &replies[0]).unwrap();
    assert!(matches(&outcome).is_empty());
    // Another number of slots.
    let (short, request) = client::request(&one.keys, &seed(64), &[1; 99], &CONTEXT).unwrap();
    let (_, reply) = server::answer(&one.public, &request, &[1; 99], &CONTEXT, &seed(65)).unwrap();
    assert_eq!(one.open(&reply).err(), Some(Error::Slots));
    assert_eq!(short.open(&one.keys, &replies[0]).err(), Some(Error::Slots));
    // The right reply with another request's state, and with another client's keys.
    let (foreign, _) = client::request(&two.keys, &seed(66), &[1; SLOTS], &CONTEXT).unwrap();
    let own = AwaitingReply::read(&one.state).unwrap();
    for refused in [
        foreign.open(&one.keys, &replies[0]),
        own.open(&two.keys, &replies[0]),
    ] {
        assert_eq!(refused.err(), Some(Error::Keys));
    }
}

#[test]
fn hashes_of_another_session_match_nothing() {
    // The same request answered twice: tokens, nonce and session are fresh each time.
    let client = Client::new(131, &[1; SLOTS]);
    let [(_, reply), (_, again)] = [138, 139].map(|byte| client.answer(byte, &[1; SLOTS]));
    let hashes = reply.len() - 32 * SLOTS;
    let mixed = [&reply[..hashes], &again[hashes..]].concat();
    assert!(client.matches(&mixed).is_empty());
    assert_eq!(client.matches(&again).len(), SLOTS);
}

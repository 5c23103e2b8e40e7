//! The context of a comparison is part of its session: parties with different contexts find no
//! match, and neither of their messages shows why.

mod parties;

use parties::{CONTEXT, Client, SLOTS, matches, seed};
use psi_wasm::client;
use psi_wasm::errors::Error;
use psi_wasm::keys::PrivateKeys;
use psi_wasm::messages::PublicKeys;
use psi_wasm::server;
use psi_wasm::session::Context;

/// Contexts that differ from the usual one in a single bit: the first, the last, and one between.
fn others() -> [Context; 3] {
    [0, 15, 31].map(|at| {
        let mut context = CONTEXT;
        context[at] ^= if at == 0 { 0x80 } else { 1 };
        context
    })
}

#[test]
fn a_reply_made_for_another_context_gives_no_match() {
    let client = Client::new(51, &[1; SLOTS]);
    for context in others() {
        let (answered, reply) = server::answer(
            &client.public,
            &client.request,
            &[1; SLOTS],
            &context,
            &seed(59),
        )
        .unwrap();
        let outcome = client.open(&reply).unwrap();
        assert!(matches(&outcome).is_empty());
        assert!(outcome.tokens.iter().all(|byte| *byte == 0));
        assert_ne!(outcome.session, answered.session);
    }
    let (answered, reply) = client.answer(59, &[1; SLOTS]);
    let outcome = client.open(&reply).unwrap();
    assert_eq!(matches(&outcome).len(), SLOTS);
    assert_eq!(outcome.session, answered.session);
}

#[test]
fn the_kept_state_opens_replies_of_its_own_context_only() {
    let (keys, public) = PrivateKeys::generate(seed(61));
    for (own, served) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let contexts = others();
        let (state, request) =
            client::request(&keys, &seed(62), &[1; SLOTS], &contexts[own]).unwrap();
        let state = client::AwaitingReply::read(&state.write()).unwrap();
        let (_, reply) =
            server::answer(&public, &request, &[1; SLOTS], &contexts[served], &seed(63)).unwrap();
        let found = matches(&state.open(&keys, &reply).unwrap());
        assert_eq!(found.len(), if own == served { SLOTS } else { 0 });
    }
}

#[test]
fn a_message_does_not_show_its_context() {
    let (keys, public) = PrivateKeys::generate(seed(71));
    let made = others().map(|context| {
        let (_, request) = client::request(&keys, &seed(72), &[1; SLOTS], &context).unwrap();
        let (_, reply) =
            server::answer(&public, &request, &[0; SLOTS], &context, &seed(73)).unwrap();
        (request, reply)
    });
    // Under the same seeds the context changes nothing but the hashes of listed slots: here none.
    assert!(made.iter().all(|messages| *messages == made[0]));
}

#[test]
fn public_keys_follow_from_the_private_ones() {
    let (keys, public) = PrivateKeys::generate(seed(81));
    let kept = keys.write().to_vec();
    assert!(PrivateKeys::read(&kept).unwrap().public() == Ok(public));
    // Another seed under the same hash, and another hash for the same seed.
    for at in [parties::HEADER, parties::HEADER + 32] {
        let other = parties::changed(&kept, at, |byte| byte ^ 1);
        let refused = PrivateKeys::read(&other).unwrap().public();
        assert_eq!(refused.err(), Some(Error::Keys));
    }
    assert!(PublicKeys::read(&keys.public().unwrap()).is_ok());
}

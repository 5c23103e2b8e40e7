//! Whole comparisons through the bytes that the parties keep and send. `definition.rs` covers every
//! length up to 512 and extreme vectors.

use proptest::prelude::{ProptestConfig, any, prop, prop_assert_eq, proptest};
use psi_wasm::client::{self, AwaitingReply, Outcome};
use psi_wasm::errors::Error;
use psi_wasm::keys::PrivateKeys;
use psi_wasm::sampling::Seed;
use psi_wasm::server::{self, Answered};
use psi_wasm::session::Context;

const CONTEXT: Context = [4; 32];

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

/// Runs a comparison through the bytes that the parties keep and send.
fn compare(byte: u8, mine: &[u8], theirs: &[u8]) -> (Outcome, Answered) {
    let (keys, public) = PrivateKeys::generate(seed(byte));
    let kept = keys.write();
    let keys = PrivateKeys::read(&kept).unwrap();
    let (state, request) = client::request(&keys, &seed(byte ^ 0x40), mine, &CONTEXT).unwrap();
    let state = AwaitingReply::read(&state.write()).unwrap();
    let (answered, reply) =
        server::answer(&public, &request, theirs, &CONTEXT, &seed(byte ^ 0x80)).unwrap();
    let answered = Answered::read(&answered.write()).unwrap();
    (state.open(&keys, &reply).unwrap(), answered)
}

fn holds(mine: &[u8], theirs: &[u8], outcome: &Outcome, answered: &Answered) -> bool {
    let both: Vec<u8> = mine.iter().zip(theirs).map(|(a, b)| a & b).collect();
    let proven = |slot: usize| answered.check(slot, &outcome.tokens[16 * slot..16 * slot + 16]);
    outcome.session == answered.session
        && outcome.matches[..] == both
        && both
            .iter()
            .enumerate()
            .all(|(slot, bit)| proven(slot) == (*bit == 1))
        && outcome
            .tokens
            .chunks_exact(16)
            .zip(&both)
            .all(|(token, bit)| *bit == 1 || token == [0; 16])
}

#[test]
fn longest_vector() {
    let mine = vec![1; 10_000];
    let theirs: Vec<u8> = (0..10_000).map(|slot| u8::from(slot % 7 == 0)).collect();
    let (outcome, answered) = compare(4, &mine, &theirs);
    assert!(holds(&mine, &theirs, &outcome, &answered));
    let (keys, _) = PrivateKeys::generate(seed(4));
    assert_eq!(
        client::request(&keys, &seed(5), &[1; 10_001], &CONTEXT).err(),
        Some(Error::Slots)
    );
}

#[test]
fn sizes_at_100_slots() {
    let (keys, public) = PrivateKeys::generate(seed(1));
    let (_, request) = client::request(&keys, &seed(2), &[1; 100], &CONTEXT).unwrap();
    let (_, reply) = server::answer(&public, &request, &[1; 100], &CONTEXT, &seed(3)).unwrap();
    assert_eq!(
        (public.len(), request.len(), reply.len()),
        (47_672, 11_976, 20_664)
    );
}

#[test]
fn a_token_with_one_flipped_bit_is_refused() {
    let (outcome, answered) = compare(6, &[1, 1, 0], &[1, 0, 1]);
    let token = &outcome.tokens[..16];
    assert!(answered.check(0, token));
    for bit in 0..128 {
        let mut flipped = token.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(!answered.check(0, &flipped));
    }
    for wrong in [&token[..15], &[], &[0; 16], &[token, &[0]].concat()[..]] {
        assert!(!answered.check(0, wrong));
    }
    // The token fits no other slot, and nothing fits a slot that is unlisted or does not exist.
    assert!((1..5).all(|slot| !answered.check(slot, token)));
    assert!(!answered.check(1, &[0; 16]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn matches_are_the_intersection(
        bits in prop::collection::vec(any::<(bool, bool)>(), 1..300),
        byte in any::<u8>(),
    ) {
        let mine: Vec<u8> = bits.iter().map(|(mine, _)| u8::from(*mine)).collect();
        let theirs: Vec<u8> = bits.iter().map(|(_, theirs)| u8::from(*theirs)).collect();
        let (outcome, answered) = compare(byte, &mine, &theirs);
        prop_assert_eq!(holds(&mine, &theirs, &outcome, &answered), true);
    }
}

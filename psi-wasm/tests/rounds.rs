//! Whole comparisons.

use psi_wasm::keys::PrivateKeys;
use psi_wasm::sampling::Seed;
use psi_wasm::{client, server};

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

#[test]
fn both_bits_set_is_a_match() {
    let (keys, public) = PrivateKeys::generate(seed(1));
    let mine: Vec<u8> = (0..100).map(|i| u8::from(i % 3 == 0)).collect();
    let theirs: Vec<u8> = (0..100).map(|i| u8::from(i % 2 == 0)).collect();
    let (state, message) = client::request(&keys, &seed(2), &mine).unwrap();
    let (answered, reply) = server::answer(&public, &message, &theirs, &seed(3)).unwrap();
    eprintln!("{} {} {}", public.len(), message.len(), reply.len());
    let outcome = state.open(&keys, &reply).unwrap();
    for slot in 0..100 {
        assert_eq!(outcome.matches[slot], mine[slot] & theirs[slot], "{slot}");
        let token = &outcome.tokens[16 * slot..16 * slot + 16];
        assert_eq!(answered.check(slot, token), outcome.matches[slot] == 1);
    }
}

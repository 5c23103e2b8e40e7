//! Messages from fixed seeds. `known-answers.txt` holds their hashes. The tests of the WebAssembly
//! builds compare with the same file, with the platform's randomness replaced.

use psi_wasm::keys::PrivateKeys;
use psi_wasm::sampling::Seed;
use psi_wasm::session::Context;
use psi_wasm::{client, self_test, server};

const CONTEXT: Context = [4; 32];

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

fn line(slots: usize, name: &str, bytes: &[u8]) -> String {
    format!("{slots} {name} {}\n", blake3::hash(bytes))
}

#[test]
fn fixed_seeds_give_the_recorded_messages() {
    let mut found = String::new();
    for slots in [1, 100, 250] {
        let mine: Vec<u8> = (0..slots).map(|slot| u8::from(slot % 3 == 0)).collect();
        let theirs: Vec<u8> = (0..slots).map(|slot| u8::from(slot % 2 == 0)).collect();
        let (keys, public) = PrivateKeys::generate(seed(1));
        let (state, request) = client::request(&keys, &seed(2), &mine, &CONTEXT).unwrap();
        let (answered, reply) =
            server::answer(&public, &request, &theirs, &CONTEXT, &seed(3)).unwrap();
        found += &line(slots, "privateKeys", &keys.write());
        found += &line(slots, "publicKeys", &public);
        found += &line(slots, "clientState", &state.write());
        found += &line(slots, "request", &request);
        found += &line(slots, "serverState", &answered.write());
        found += &line(slots, "reply", &reply);
        let outcome = state.open(&keys, &reply).unwrap();
        found += &line(slots, "matches", &outcome.matches);
        found += &line(slots, "tokens", &outcome.tokens);
        found += &line(slots, "session", &outcome.session);
    }
    assert!(
        found == include_str!("known-answers.txt"),
        "other messages than recorded:\n{found}"
    );
}

#[test]
fn the_self_test_knows_its_answer() {
    assert_eq!(self_test::answer(), Some(self_test::KNOWN));
    assert!(self_test::passes());
}

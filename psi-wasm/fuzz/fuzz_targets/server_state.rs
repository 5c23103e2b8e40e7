//! Reads any bytes as a server state.
#![no_main]

use libfuzzer_sys::fuzz_target;
use psi_wasm::server::Answered;
use psi_wasm::wire::Kind;
use psi_wasm_fuzz::decoder::decode;
use psi_wasm_fuzz::samples::{begin_corpus, messages};

fuzz_target!(init: begin_corpus(|| messages(Kind::ServerState)), |data: &[u8]| {
    decode(Kind::ServerState, data, |bytes| {
        let state = Answered::read(bytes)?;
        let slots = (bytes.len() - 40) / 17;
        let (bits, tokens) = bytes[40..].split_at(slots);
        for (slot, (bit, token)) in bits.iter().zip(tokens.chunks(16)).enumerate() {
            assert_eq!(state.check(slot, token), *bit == 1);
            assert!(!state.check(slot, &token[1..]));
        }
        assert!(!state.check(slots, &tokens[..16]));
        Ok(state.write().to_vec())
    });
});

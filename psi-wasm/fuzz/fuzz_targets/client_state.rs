//! Reads any bytes as a client state.
#![no_main]

use libfuzzer_sys::fuzz_target;
use psi_wasm::client::AwaitingReply;
use psi_wasm::wire::Kind;
use psi_wasm_fuzz::decoder::decode;
use psi_wasm_fuzz::samples::{begin_corpus, messages};

fuzz_target!(init: begin_corpus(|| messages(Kind::ClientState)), |data: &[u8]| {
    decode(Kind::ClientState, data, |bytes| {
        AwaitingReply::read(bytes).map(|read| read.write().to_vec())
    });
});

//! Reads any bytes as private keys.
#![no_main]

use libfuzzer_sys::fuzz_target;
use psi_wasm::keys::PrivateKeys;
use psi_wasm::wire::Kind;
use psi_wasm_fuzz::decoder::decode;
use psi_wasm_fuzz::samples::{begin_corpus, messages};

fuzz_target!(init: begin_corpus(|| messages(Kind::PrivateKeys)), |data: &[u8]| {
    decode(Kind::PrivateKeys, data, |bytes| {
        PrivateKeys::read(bytes).map(|read| read.write().to_vec())
    });
});

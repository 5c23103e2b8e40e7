//! Reads any bytes as a request.
#![no_main]

use libfuzzer_sys::fuzz_target;
use psi_wasm::messages::Request;
use psi_wasm::wire::Kind;
use psi_wasm_fuzz::decoder::decode;
use psi_wasm_fuzz::samples::{begin_corpus, messages};

fuzz_target!(init: begin_corpus(|| messages(Kind::Request)), |data: &[u8]| {
    decode(Kind::Request, data, |bytes| Request::read(bytes).map(|read| read.write()));
});

//! Reads any bytes as a reply.
#![no_main]

use libfuzzer_sys::fuzz_target;
use psi_wasm::messages::Reply;
use psi_wasm::wire::Kind;
use psi_wasm_fuzz::decoder::decode;
use psi_wasm_fuzz::samples::{begin_corpus, messages};

fuzz_target!(init: begin_corpus(|| messages(Kind::Reply)), |data: &[u8]| {
    decode(Kind::Reply, data, |bytes| {
        let reply = Reply::read(bytes)?;
        assert!(Reply::pack(&reply.ciphertexts) == reply.packed);
        Ok(Reply::write(&reply.key_id, &reply.nonce, reply.packed, &reply.hashes))
    });
});

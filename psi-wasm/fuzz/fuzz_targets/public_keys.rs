//! Reads any bytes as public keys.
#![no_main]

use libfuzzer_sys::fuzz_target;
use psi_wasm::messages::PublicKeys;
use psi_wasm::wire::Kind;
use psi_wasm_fuzz::decoder::decode;
use psi_wasm_fuzz::samples::{begin_corpus, messages};

fuzz_target!(init: begin_corpus(|| messages(Kind::PublicKeys)), |data: &[u8]| {
    decode(Kind::PublicKeys, data, |bytes| {
        let keys = PublicKeys::read(bytes)?;
        let (hash, written) = PublicKeys::write(&keys.seed, &keys.b);
        assert_eq!(hash, keys.hash);
        Ok(written)
    });
});

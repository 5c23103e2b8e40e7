//! `cargo bench --bench rounds`: each round of a comparison, for one ciphertext and for the 41 of a
//! long vector. People get the speed of the WebAssembly build; this shows which round a change made
//! slower.
#![allow(missing_docs, reason = "Criterion's macros make a public function")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use psi_wasm::client::{self, AwaitingReply};
use psi_wasm::keys::PrivateKeys;
use psi_wasm::sampling::Seed;
use psi_wasm::server;
use psi_wasm::session::Context;

const CONTEXT: Context = [4; 32];

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

fn bits(slots: usize, every: usize) -> Vec<u8> {
    (0..slots).map(|slot| u8::from(slot % every == 0)).collect()
}

fn steps(criterion: &mut Criterion) {
    criterion.bench_function("genKeys", |bench| {
        bench.iter(|| PrivateKeys::generate(black_box(seed(1))));
    });
    for slots in [100, 4096] {
        let (mine, theirs) = (bits(slots, 3), bits(slots, 2));
        let (keys, public) = PrivateKeys::generate(seed(1));
        let (state, request) =
            client::request(&keys, &seed(2), &mine, &CONTEXT).expect("a valid vector");
        let (_, reply) = server::answer(&public, &request, &theirs, &CONTEXT, &seed(3))
            .expect("a valid request");
        let kept = state.write();
        let name = |step: &str| format!("{step}/{slots}");
        criterion.bench_function(&name("round1"), |bench| {
            bench.iter(|| client::request(&keys, &seed(2), black_box(&mine), &CONTEXT));
        });
        criterion.bench_function(&name("round2"), |bench| {
            bench
                .iter(|| server::answer(&public, black_box(&request), &theirs, &CONTEXT, &seed(3)));
        });
        criterion.bench_function(&name("round3"), |bench| {
            bench.iter_batched(
                || AwaitingReply::read(&kept).expect("a kept state"),
                |state| state.open(&keys, black_box(&reply)),
                BatchSize::SmallInput,
            );
        });
    }
}

criterion_group!(rounds, steps);
criterion_main!(rounds);

//! `cargo bench --bench kernel`: the single steps of a comparison (`src/steps.rs`).
#![allow(missing_docs, reason = "Criterion's macros make a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use psi_wasm::steps::{STEPS, Steps};

fn steps(criterion: &mut Criterion) {
    let mut steps = Steps::new();
    for (number, name) in STEPS.iter().enumerate() {
        criterion.bench_function(name, |bench| bench.iter(|| steps.run(number)));
    }
}

criterion_group!(kernel, steps);
criterion_main!(kernel);

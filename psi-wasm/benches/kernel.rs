//! `cargo bench --bench kernel`: the parts that a comparison is made of. `rows` transforms a
//! polynomial of 4,096 coefficients modulo one prime, `columns` one of 1,024 modulo all.
#![allow(missing_docs, reason = "Criterion's macros make a public function")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use psi_wasm::ntt::{Tables, Transform, forward, inverse};
use psi_wasm::params::{RING_DIMENSION, SUBRING_DIMENSION};
use psi_wasm::quad::Quad;
use psi_wasm::ring::{Polynomial, add_product, subring_part};
use psi_wasm::sampling::{Flooding, Purpose, Seed, Small, Stream, uniform};

fn stream(purpose: Purpose) -> Stream {
    Seed::from_bytes([7; 32]).stream(purpose, 0)
}

fn residues() -> Polynomial {
    uniform(&[7; 32], 0, 0, &Tables::get().rows[0])
}

fn transform(criterion: &mut Criterion, name: &str, transform: &impl Transform) {
    // Residues below every modulus of the lanes; what they are does not decide the time.
    let mut polynomial = Polynomial::zero();
    for (place, entry) in (0..).zip(polynomial.entries_mut()) {
        *entry = Quad::splat(place);
    }
    criterion.bench_function(&format!("{name} forward"), |bench| {
        bench.iter(|| forward(black_box(polynomial.entries_mut()), transform));
    });
    criterion.bench_function(&format!("{name} inverse"), |bench| {
        bench.iter(|| inverse(black_box(polynomial.entries_mut()), transform));
    });
}

fn transforms(criterion: &mut Criterion) {
    let tables = Tables::get();
    transform(criterion, "rows", &tables.rows[0]);
    transform(criterion, "columns", &tables.columns);
}

fn products(criterion: &mut Criterion) {
    let rows = &Tables::get().rows[0];
    let (a, b) = (residues(), residues());
    let mut target = Polynomial::zero();
    criterion.bench_function("product, whole", |bench| {
        bench.iter(|| add_product(black_box(&mut target), &a, &b, rows));
    });
    criterion.bench_function("product, part in the subring", |bench| {
        bench.iter(|| subring_part(black_box(&mut target), 0, &a, &b, rows));
    });
}

fn samples(criterion: &mut Criterion) {
    let tables = Tables::get();
    criterion.bench_function("uniform", |bench| bench.iter(residues));
    criterion.bench_function("ternary", |bench| {
        bench.iter(|| Small::ternary(stream(Purpose::Secret)));
    });
    criterion.bench_function("binomial", |bench| {
        bench.iter(|| Small::binomial(stream(Purpose::Error), RING_DIMENSION));
    });
    criterion.bench_function("binomial, subring", |bench| {
        bench.iter(|| Small::binomial(stream(Purpose::Error), SUBRING_DIMENSION));
    });
    let flooding = Flooding::new(tables);
    let mut target = Polynomial::zero();
    criterion.bench_function("flooding", |bench| {
        bench.iter(|| flooding.add(&mut target, stream(Purpose::Flooding), &tables.columns));
    });
}

criterion_group!(kernel, transforms, products, samples);
criterion_main!(kernel);

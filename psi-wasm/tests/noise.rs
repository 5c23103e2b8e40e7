//! The noise of 1,000 comparisons from fixed seeds, before the flooding, after it, and after the
//! switch with the low bits dropped. It must stay below the worst cases of `params::bounds` and be as
//! large as the distributions predict, so that neither the client's errors nor the flooding is
//! missing. (The server's small errors vanish under the flooding; `crafted.rs` finds them.)
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "test arithmetic on values of known size"
)]

mod reference;

use psi_wasm::encoding::{ENCODER, restored};
use psi_wasm::keys::PrivateKeys;
use psi_wasm::messages::{PublicKeys, Reply, ReplyCiphertext, Request};
use psi_wasm::ntt::{Tables, Transform, forward, inverse};
use psi_wasm::params::{
    C0_DROPPED_BITS, C1_DROPPED_BITS, ERROR_BITS, FLOOD_BITS, PLAIN_MODULUS, PRIMES,
    RING_DIMENSION, SLOTS_PER_CIPHERTEXT, SUBRING_DIMENSION, TOKEN_BYTES, bounds,
};
use psi_wasm::quad::Quad;
use psi_wasm::ring::{Polynomial, add_product, subring_part, subring_product};
use psi_wasm::sampling::{FLOODING, Purpose, Seed, Small, uniform};
use psi_wasm::{client, server};
use reference::{Q, T, combine, noise_times_t, pieces, protocol, rounded};

const RUNS: usize = 1_000;
/// The lane of the plaintext modulus in the columns.
const PLAIN: usize = 3;

fn seed(run: usize, party: u8) -> Seed {
    let mut bytes = [party; 32];
    bytes[..8].copy_from_slice(&(run as u64).to_le_bytes());
    Seed::from_bytes(bytes)
}

/// Bits of a density that depends on the run. The first slot is always set.
fn bits(run: usize, party: u8) -> Vec<u8> {
    let mut drawn = vec![0; SLOTS_PER_CIPHERTEXT];
    seed(run, party).stream(Purpose::Tokens, 0).fill(&mut drawn);
    let density = 255 - (run % 16 * 16) as u8;
    let mut bits: Vec<u8> = drawn.iter().map(|b| u8::from(*b <= density)).collect();
    bits[0] = 1;
    bits
}

/// The coefficients, in `[0, Q)`, of a polynomial in `Y` given by residues at the leaves.
fn coefficients(mut columns: Polynomial, weights: &[i128; 3]) -> Vec<i128> {
    inverse(columns.entries_mut(), &Tables::get().columns);
    columns
        .entries()
        .iter()
        .map(|entry| {
            let terms = weights.iter().zip(entry.0);
            terms.map(|(w, v)| w * i128::from(v)).sum::<i128>() % Q
        })
        .collect()
}

/// The plaintext that the reply must have: the tokens of the slots that both parties set.
fn product(tokens: &[u8], mine: &[u8], theirs: &[u8]) -> Vec<i128> {
    let mut plain = Polynomial::zero();
    let slots = tokens
        .chunks_exact(TOKEN_BYTES)
        .zip(mine.iter().zip(theirs));
    let subslots =
        slots.flat_map(|(token, (a, b))| pieces(token).into_iter().map(move |p| (p, a & b)));
    for (entry, (piece, both)) in plain.entries_mut().iter_mut().zip(subslots) {
        entry.0[PLAIN] = piece as u32 * u32::from(both);
    }
    inverse(plain.entries_mut(), &Tables::get().columns);
    let entries = plain.entries().iter();
    entries.map(|entry| i128::from(entry.0[PLAIN])).collect()
}

/// `c0 + c1·s` modulo `q0` of a reply's ciphertext, at the powers of `Y`.
fn opened(sent: &ReplyCiphertext, secret: &Polynomial) -> Vec<i128> {
    let tables = Tables::get();
    let mut c1 = Polynomial::zero();
    for (entry, lanes) in c1.entries_mut().iter_mut().zip(sent.c1.chunks_exact(4)) {
        *entry = Quad([0, 1, 2, 3].map(|lane: usize| lanes[lane] << C1_DROPPED_BITS));
    }
    forward(c1.entries_mut(), &tables.rows[0]);
    let mut phase = Polynomial::zero();
    subring_part(&mut phase, 0, &c1, secret, &tables.rows[0]);
    inverse(phase.entries_mut(), &tables.columns);
    let both = phase.entries().iter().zip(&sent.c0);
    both.map(|(entry, c0)| i128::from(entry.0[0]) + i128::from(restored(*c0)))
        .collect()
}

/// The largest size seen and the sum of the squares.
#[derive(Default)]
struct Measure {
    largest: i128,
    squares: f64,
}

impl Measure {
    /// `size` is the noise times `t`.
    fn take(&mut self, size: i128) {
        self.largest = self.largest.max(size);
        self.squares += (size as f64 / T as f64).powi(2);
    }

    fn largest(&self) -> f64 {
        self.largest as f64 / T as f64
    }

    fn deviation(&self) -> f64 {
        (self.squares / (RUNS * SUBRING_DIMENSION) as f64).sqrt()
    }
}

#[derive(Default)]
struct Measures {
    before: Measure,
    flooded: Measure,
    reply: Measure,
}

/// Measures one comparison's noise at the three places.
fn measure(run: usize, weights: &[i128; 3], measures: &mut Measures) {
    let tables = Tables::get();
    let (mine, theirs) = (bits(run, 4), bits(run, 5));
    let (keys, public) = PrivateKeys::generate(seed(run, 1));
    let (_, request) = client::request(&keys, &seed(run, 2), &mine, &protocol::CONTEXT).unwrap();
    let server_seed = seed(run, 3);
    let (_, message) =
        server::answer(&public, &request, &theirs, &protocol::CONTEXT, &server_seed).unwrap();
    let (public, request) = (
        PublicKeys::read(&public).unwrap(),
        Request::read(&request).unwrap(),
    );
    let sent = &Reply::read(&message).unwrap().ciphertexts[0];
    let secret = keys.secret::<3>();

    let mut tokens = vec![0; 32 + TOKEN_BYTES * SLOTS_PER_CIPHERTEXT];
    server_seed.stream(Purpose::Tokens, 0).fill(&mut tokens);
    let tokens = &tokens[32..];
    let listed: Vec<u8> = tokens
        .chunks_exact(TOKEN_BYTES)
        .zip(&theirs)
        .flat_map(|(token, bit)| token.iter().map(move |byte| byte * bit))
        .collect();
    let factors = ENCODER.tokens(&listed, &tables.columns);
    let mask = Small::ternary(server_seed.stream(Purpose::Mask, 0));
    let error0 = Small::binomial(
        server_seed.stream(Purpose::MaskError0, 0),
        SUBRING_DIMENSION,
    );
    let error1 = Small::binomial(server_seed.stream(Purpose::MaskError1, 0), RING_DIMENSION);

    // c0 = p·c0 + b·u and c1·s with c1 = p·a' + a·u + e1, as defined.
    let (mut c0, mut c1_by_s) = (Polynomial::zero(), Polynomial::zero());
    for (prime, rows) in tables.rows.iter().enumerate() {
        let mut mask = mask.ternary_montgomery(rows);
        forward(mask.entries_mut(), rows);
        subring_part(&mut c0, prime, &public.b[prime], &mask, rows);
        let mut c1 = uniform(&request.seed, 0, prime, rows);
        subring_product(&mut c1, &factors, prime, rows);
        add_product(&mut c1, &uniform(&public.seed, 0, prime, rows), &mask, rows);
        let mut error1 = error1.lifted(rows);
        forward(error1.entries_mut(), rows);
        for (entry, error) in c1.entries_mut().iter_mut().zip(error1.entries()) {
            *entry = entry.add(*error, rows.moduli());
        }
        subring_part(&mut c1_by_s, prime, &c1, &secret[prime], rows);
    }
    let q = tables.columns.moduli();
    let parts = factors.entries().iter().zip(request.c0[0].entries());
    for (entry, (factor, c0)) in c0.entries_mut().iter_mut().zip(parts) {
        *entry = entry.add(c0.montgomery(*factor, q), q);
    }
    let c0 = coefficients(c0, weights);
    let c1_by_s = coefficients(c1_by_s, weights);
    let mut flooding = Polynomial::zero();
    FLOODING.add(
        &mut flooding,
        server_seed.stream(Purpose::Flooding, 0),
        &tables.columns,
    );
    let phases = opened(sent, &secret[0]);
    let divisor = Q / i128::from(PRIMES[0]);
    for (k, plain) in product(tokens, &mine, &theirs).into_iter().enumerate() {
        let [v0, v1, v2, _] = flooding.entries()[k].0;
        let flood =
            weights[0] * i128::from(v0) + weights[1] * i128::from(v1) + weights[2] * i128::from(v2);
        let before = c0[k] + i128::from(error0.values()[k]);
        let flooded = (before + flood).rem_euclid(Q);
        // The measured values are the ones that were sent.
        assert_eq!(
            i128::from(sent.c0[k]),
            rounded(flooded, divisor << C0_DROPPED_BITS)
        );
        let (before, flooded) = (before + c1_by_s[k], flooded + c1_by_s[k]);
        measures.before.take(noise_times_t(before, plain, Q));
        measures.flooded.take(noise_times_t(flooded, plain, Q));
        let q0 = i128::from(PRIMES[0]);
        measures.reply.take(noise_times_t(phases[k], plain, q0));
    }
}

/// The standard deviation of the noise before the flooding: 1,024 products of a coefficient that is
/// uniform modulo `t` with an error plus a rounding, and 2 · 4,096 products of an error with a
/// ternary value.
fn expected_before() -> f64 {
    let error = f64::from(ERROR_BITS) / 4.0;
    let token = (f64::from(PLAIN_MODULUS).powi(2) - 1.0) / 12.0;
    let tokens = SUBRING_DIMENSION as f64 * token * (error + 1.0 / 12.0);
    let zero = error * (1.0 + 2.0 * RING_DIMENSION as f64 * 2.0 / 3.0);
    (tokens + zero).sqrt()
}

fn near(found: f64, expected: f64, tolerance: f64) -> bool {
    (found / expected - 1.0).abs() < tolerance
}

#[test]
fn noise_of_a_thousand_comparisons() {
    let weights = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(combine);
    let mut measures = Measures::default();
    for run in 0..RUNS {
        measure(run, &weights, &mut measures);
    }
    let Measures {
        before,
        flooded,
        reply,
    } = measures;
    for (name, measure, bound) in [
        ("before flooding", &before, bounds::NOISE),
        ("after flooding", &flooded, bounds::FLOODED_NOISE),
        ("in the reply", &reply, bounds::REPLY_NOISE),
    ] {
        println!(
            "{name}: largest {:.0} (2^{:.2}) of {bound} allowed, standard deviation {:.0}",
            measure.largest(),
            measure.largest().log2(),
            measure.deviation(),
        );
        assert!(measure.largest <= T * bound.cast_signed(), "{name}");
    }

    // A million normal values: the largest is near five deviations.
    let expected = expected_before();
    assert!(near(before.deviation(), expected, 0.01), "{expected}");
    assert!((4.0..7.0).contains(&(before.largest() / expected)));
    // A million uniform values: the largest is next to the end.
    let flood = 2f64.powi(FLOOD_BITS.cast_signed());
    assert!(near(flooded.deviation(), flood / 3f64.sqrt(), 0.005));
    assert!(flooded.largest() > 0.9999 * flood);
    // Uniform flooding and uniform rounding of c0, then the roundings of c1.
    let flood = flood / divisor();
    let rounding = f64::from(1u32 << (C0_DROPPED_BITS - 1));
    let expected = (flood.hypot(rounding)) / 3f64.sqrt();
    assert!(near(reply.deviation(), expected, 0.005), "{expected}");
    assert!(reply.largest() > 0.99 * (flood + rounding));
}

fn divisor() -> f64 {
    bounds::SWITCH_DIVISOR as f64
}

//! Every message of a comparison, recomputed from the definition of the scheme.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "test arithmetic on values of known size"
)]

mod reference;

use psi_wasm::keys::PrivateKeys;
use psi_wasm::messages::{PublicKeys, Reply, ReplyCiphertext, Request};
use psi_wasm::ntt::Tables;
use psi_wasm::params::{PRIMES, RING_DIMENSION, SUBRING_DIMENSION, bounds};
use psi_wasm::sampling::{Purpose, Seed, Small, uniform};
use psi_wasm::{client, server};
use reference::{
    Integers, Q, T, add, centred, combine, from_columns, from_rows, multiply, noise_times_t,
    pieces, plaintext, rounded,
};

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

fn integers(small: &Small) -> Integers {
    small
        .values()
        .iter()
        .map(|value| i128::from(*value))
        .collect()
}

/// A small polynomial in `Y`, as one in `X`.
fn spread(small: &Small) -> Integers {
    let mut integers = vec![0; RING_DIMENSION];
    for (k, value) in small.values().iter().enumerate() {
        integers[4 * k] = i128::from(*value);
    }
    integers
}

fn public_uniform(seed: &[u8; 32], index: usize) -> Integers {
    let rows = &Tables::get().rows;
    from_rows(&core::array::from_fn(|prime| {
        uniform(seed, index, prime, &rows[prime])
    }))
}

/// The flooding as the sampler's stream gives it: 79-bit integers minus 2^78.
fn flooding(seed: &Seed, index: usize) -> Integers {
    let mut bytes = vec![0; 12 * SUBRING_DIMENSION];
    seed.stream(Purpose::Flooding, index).fill(&mut bytes);
    let mut integers = vec![0; RING_DIMENSION];
    for (k, chunk) in bytes.chunks_exact(12).enumerate() {
        let mut wide = [0; 16];
        wide[..12].copy_from_slice(chunk);
        let value = u128::from_le_bytes(wide) & ((1 << 79) - 1);
        integers[4 * k] = value.cast_signed() - (1 << 78);
    }
    integers
}

fn bits(count: usize, every: usize) -> Vec<u8> {
    (0..count).map(|slot| u8::from(slot % every == 0)).collect()
}

/// Before the flooding, and in the reply.
fn noise_keeps_below_its_worst_case(
    product: &[i128],
    before: &[i128],
    c1: &[i128],
    sent: &ReplyCiphertext,
    secret: &[i128],
) {
    let opened = multiply(c1, secret, Q);
    let q0 = i128::from(PRIMES[0]);
    let switched: Integers = sent.c1.iter().map(|value| 2 * i128::from(*value)).collect();
    let reopened = multiply(&switched, secret, q0);
    for k in 0..SUBRING_DIMENSION {
        let noise = noise_times_t(before[4 * k] + opened[4 * k], product[4 * k], Q);
        assert!(noise <= T * bounds::NOISE.cast_signed());
        let phase = (i128::from(sent.c0[k]) << 15) + reopened[4 * k];
        let noise = noise_times_t(phase, product[4 * k], q0);
        assert!(noise <= T * bounds::REPLY_NOISE.cast_signed());
    }
}

#[test]
fn messages_are_what_the_definition_gives() {
    let (mine, theirs) = (bits(130, 3), bits(130, 2));
    let (keys, public) = PrivateKeys::generate(seed(1));
    let secret = integers(&Small::ternary(seed(1).stream(Purpose::Secret, 0)));

    // b = −(a·s + e)
    let read = PublicKeys::read(&public).unwrap();
    let key_a = public_uniform(&read.seed, 0);
    let error = integers(&Small::binomial(
        seed(1).stream(Purpose::Error, 0),
        RING_DIMENSION,
    ));
    let key_b = from_rows(&read.b);
    let sum = add(&multiply(&key_a, &secret, Q), &error, Q);
    assert!(add(&key_b, &sum, Q).iter().all(|value| *value == 0));

    // c0 = −a·s + e + round(Q·x/t), at the powers of Y
    let (state, request) = client::request(&keys, &seed(2), &mine).unwrap();
    let read_request = Request::read(&request).unwrap();
    assert_eq!(read_request.c0.len(), 2);
    let (answered, message) = server::answer(&public, &request, &theirs, &seed(3)).unwrap();
    let reply = Reply::read(&message).unwrap();
    let mut tokens = vec![0; 32 + 16 * 130];
    seed(3).stream(Purpose::Tokens, 0).fill(&mut tokens);
    let tokens = &tokens[32..];

    for index in 0..2 {
        let slots = 100 * index..(100 * index + 100).min(130);
        let a = public_uniform(&read_request.seed, index);
        let mask = multiply(&a, &secret, Q);
        let error = spread(&Small::binomial(
            seed(2).stream(Purpose::Error, index),
            SUBRING_DIMENSION,
        ));
        let subslots: Vec<u64> = mine[slots.clone()]
            .iter()
            .flat_map(|bit| [u64::from(*bit); 10])
            .collect();
        let plain = plaintext(&subslots);
        let c0 = from_columns(&read_request.c0[index]);
        for k in (0..RING_DIMENSION).step_by(4) {
            let expected = -mask[k] + error[k] + rounded(Q * plain[k], T);
            assert_eq!(c0[k], expected.rem_euclid(Q));
        }

        // c0' = p·c0 + b·u + e0 + flooding, c1' = p·c1 + a·u + e1
        let listed: Vec<u64> = slots
            .clone()
            .flat_map(|slot| {
                let listed = u64::from(theirs[slot]);
                pieces(&tokens[16 * slot..16 * slot + 16])
                    .into_iter()
                    .map(move |piece| piece * listed)
            })
            .collect();
        let factor: Integers = plaintext(&listed)
            .iter()
            .map(|value| centred(*value, T))
            .collect();
        let stream = |purpose| seed(3).stream(purpose, index);
        let u = integers(&Small::ternary(stream(Purpose::Mask)));
        let e0 = spread(&Small::binomial(
            stream(Purpose::MaskError0),
            SUBRING_DIMENSION,
        ));
        let e1 = integers(&Small::binomial(
            stream(Purpose::MaskError1),
            RING_DIMENSION,
        ));
        let product0 = add(&multiply(&c0, &factor, Q), &multiply(&key_b, &u, Q), Q);
        let before = add(&product0, &e0, Q);
        let c0 = add(&before, &flooding(&seed(3), index), Q);
        let c1 = add(
            &add(&multiply(&a, &factor, Q), &multiply(&key_a, &u, Q), Q),
            &e1,
            Q,
        );
        let divisor = Q / i128::from(PRIMES[0]);
        let sent = &reply.ciphertexts[index];
        for (k, value) in c1.iter().enumerate() {
            assert_eq!(i128::from(sent.c1[k]), rounded(*value, 2 * divisor));
        }
        for k in 0..SUBRING_DIMENSION {
            assert_eq!(i128::from(sent.c0[k]), rounded(c0[4 * k], divisor << 15));
        }

        let both: Vec<u64> = subslots
            .iter()
            .zip(&listed)
            .map(|(bit, piece)| bit * piece)
            .collect();
        noise_keeps_below_its_worst_case(&plaintext(&both), &before, &c1, sent, &secret);
    }

    let outcome = state.open(&keys, &message).unwrap();
    for slot in 0..130 {
        let both = mine[slot] & theirs[slot];
        let token = &tokens[16 * slot..16 * slot + 16];
        assert_eq!(outcome.matches[slot], both);
        let shown = if both == 1 { token } else { &[0; 16] };
        assert_eq!(&outcome.tokens[16 * slot..16 * slot + 16], shown);
        assert_eq!(answered.check(slot, token), theirs[slot] == 1);
    }
}

#[test]
fn the_textbook_sum_recombines() {
    let value = Q - 12_345_678_901_234_567_890_123;
    let residues = PRIMES.map(|prime| (value % i128::from(prime)) as u64);
    assert_eq!(combine(residues), value);
}

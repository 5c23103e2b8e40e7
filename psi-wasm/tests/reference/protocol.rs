//! The messages of a comparison, from seeds and bits.

use psi_wasm::params::{PRIMES, RING_DIMENSION, SUBRING_DIMENSION};
use psi_wasm::sampling::Purpose;

use super::samples::{binomial, flooding, stream, ternary, uniform};
use super::wire::{hash, message, packed};
use super::{
    Integers, Q, Residues, T, add, centred, from_residues, multiply, pieces, plaintext, rounded,
    spread, to_residues, to_values,
};

/// The context of the comparison.
pub const CONTEXT: [u8; 32] = [5; 32];

/// The seed that a step publishes for its uniform polynomials.
fn public_seed(seed: &[u8; 32]) -> [u8; 32] {
    let bytes = stream(seed, Purpose::PublicSeed, 0, 0, 32);
    bytes.try_into().unwrap()
}

/// Residues of 31 bits, one prime after the other, without a gap between them.
fn residues_packed(residues: &Residues) -> Vec<u8> {
    packed(residues.concat(), 31)
}

/// A key pair: the secret, `a`, `b`, and the published message with its hash.
pub struct Keys {
    pub secret: Integers,
    pub a: Integers,
    pub b: Integers,
    pub public: Vec<u8>,
    pub hash: [u8; 32],
}

/// `b = −(a·s + e)`.
pub fn keys(seed: &[u8; 32]) -> Keys {
    let public_seed = public_seed(seed);
    let secret = ternary(seed, Purpose::Secret, 0);
    let error = binomial(seed, Purpose::Error, 0, RING_DIMENSION);
    let a = from_residues(&uniform(&public_seed, 0));
    let sum = add(&multiply(&a, &secret, Q), &error, Q);
    let b: Integers = sum.iter().map(|value| (-value).rem_euclid(Q)).collect();
    let body = residues_packed(&to_residues(&b));
    let hash = hash(*b"psi2keys", &[&[2], &public_seed, &body]);
    Keys {
        secret,
        a,
        b,
        public: message(2, 0, &[&hash[..16], &public_seed, &body]),
        hash,
    }
}

/// A request, with its polynomials at hand.
pub struct Request {
    pub a: Vec<Integers>,
    pub c0: Vec<Integers>,
    pub message: Vec<u8>,
}

/// `c0 = −a'·s + e' + round(Q·x/t)` at the powers of `Y`.
pub fn request(keys: &Keys, seed: &[u8; 32], bits: &[u8]) -> Request {
    let public_seed = public_seed(seed);
    let (mut a, mut c0, mut body) = (Vec::new(), Vec::new(), Vec::new());
    for (index, bits) in bits.chunks(100).enumerate() {
        let own_a = from_residues(&uniform(&public_seed, index));
        let mask = multiply(&own_a, &keys.secret, Q);
        let error = spread(&binomial(seed, Purpose::Error, index, SUBRING_DIMENSION));
        let subslots: Vec<u64> = bits.iter().flat_map(|bit| [u64::from(*bit); 10]).collect();
        let scaled = plaintext(&subslots).into_iter().map(|x| rounded(Q * x, T));
        let masked: Integers = scaled.zip(&mask).map(|(x, mask)| x - mask).collect();
        let part: Integers = add(&masked, &error, Q).into_iter().step_by(4).collect();
        body.extend(residues_packed(&to_values(&spread(&part))));
        a.push(own_a);
        c0.push(spread(&part));
    }
    let message = message(3, bits.len(), &[&keys.hash, &public_seed, &body]);
    Request { a, c0, message }
}

/// A reply, with the session and the token of every slot, listed or not.
pub struct Answer {
    pub session: [u8; 32],
    pub tokens: Vec<u8>,
    pub message: Vec<u8>,
}

/// `c0' = p·c0 + b·u + e0 + f` at the powers of `Y` and `c1' = p·a' + a·u + e1`, both divided
/// and rounded once; and a hash for every slot.
pub fn answer(keys: &Keys, request: &Request, seed: &[u8; 32], bits: &[u8]) -> Answer {
    let slots = bits.len();
    let drawn = stream(seed, Purpose::Tokens, 0, 0, 32 + 48 * slots);
    let (nonce, drawn) = drawn.split_at(32);
    let (tokens, dummies) = drawn.split_at(16 * slots);
    let divisor = Q / i128::from(PRIMES[0]);
    let (mut packed0, mut packed1) = (Vec::new(), Vec::new());
    for (index, bits) in bits.chunks(100).enumerate() {
        let own = tokens[1600 * index..].chunks(16).zip(bits);
        let subslots: Vec<u64> = own
            .flat_map(|(token, bit)| {
                pieces(token)
                    .into_iter()
                    .map(move |piece| piece * u64::from(*bit))
            })
            .collect();
        let p: Integers = plaintext(&subslots)
            .iter()
            .map(|value| centred(*value, T))
            .collect();
        let u = ternary(seed, Purpose::Mask, index);
        let e0 = spread(&binomial(
            seed,
            Purpose::MaskError0,
            index,
            SUBRING_DIMENSION,
        ));
        let e1 = binomial(seed, Purpose::MaskError1, index, RING_DIMENSION);
        let mixed = add(
            &multiply(&request.c0[index], &p, Q),
            &multiply(&keys.b, &u, Q),
            Q,
        );
        let flooded = add(&add(&mixed, &e0, Q), &spread(&flooding(seed, index)), Q);
        let hiding = add(
            &multiply(&request.a[index], &p, Q),
            &multiply(&keys.a, &u, Q),
            Q,
        );
        let c1 = add(&hiding, &e1, Q);
        let part = flooded.iter().step_by(4);
        packed0.extend(packed(part.map(|v| rounded(*v, divisor << 15) as u64), 16));
        packed1.extend(packed(
            c1.iter().map(|v| rounded(*v, divisor << 1) as u64),
            30,
        ));
    }
    let ciphertexts = [packed0, packed1].concat();
    let count = (slots as u32).to_le_bytes();
    let request_hash = hash(*b"psi2requ", &[&request.message]);
    let transcript: [&[u8]; 8] = [
        &[2],
        &CONTEXT,
        &keys.hash[..16],
        &keys.hash,
        &request_hash,
        nonce,
        &count,
        &ciphertexts,
    ];
    let session = hash(*b"psi2sess", &transcript);
    let hashes: Vec<u8> = (0..slots)
        .flat_map(|slot| {
            let number = (slot as u32).to_le_bytes();
            let token = &tokens[16 * slot..16 * slot + 16];
            let shown = hash(*b"psi2slot", &[&session, &number, token]);
            let dummy = dummies[32 * slot..32 * slot + 32].try_into().unwrap();
            if bits[slot] == 1 { shown } else { dummy }
        })
        .collect();
    let fields: [&[u8]; 4] = [&keys.hash[..16], nonce, &ciphertexts, &hashes];
    Answer {
        session,
        tokens: tokens.to_vec(),
        message: message(4, slots, &fields),
    }
}

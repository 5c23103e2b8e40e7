//! A request crafted for a known server seed puts every coefficient of the reply on the edge between
//! two values. There the fresh error on `c0`, which vanishes under the flooding in any other reply,
//! decides which value is sent.

mod reference;

use psi_wasm::params::{PRIMES, SUBRING_DIMENSION};
use psi_wasm::sampling::{Purpose, Seed};
use psi_wasm::server;
use reference::samples::{binomial, flooding, stream, ternary};
use reference::wire::{message, packed, unpacked};
use reference::{
    Q, Residues, T, add, centred, multiply, pieces, plaintext, power, protocol, spread, to_values,
};

const KEYS: [u8; 32] = [31; 32];
const ANSWER: [u8; 32] = [33; 32];

/// `a / b`, value by value.
fn divided(a: &Residues, b: &Residues) -> Residues {
    [0, 1, 2].map(|prime: usize| {
        let modulus = u64::from(PRIMES[prime]);
        let each = a[prime].iter().zip(&b[prime]);
        each.map(|(a, b)| a * power(*b, modulus - 2, modulus) % modulus)
            .collect()
    })
}

#[test]
fn the_fresh_error_decides_at_the_edge_of_a_rounding() {
    let keys = protocol::keys(&KEYS);
    let tokens = stream(&ANSWER, Purpose::Tokens, 0, 0, 32 + 1600);
    let subslots: Vec<u64> = tokens[32..].chunks(16).flat_map(pieces).collect();
    let p = plaintext(&subslots).into_iter().map(|v| centred(v, T));
    let u = ternary(&ANSWER, Purpose::Mask, 0);

    // Where the sent value passes from j − 1 to j, for every j in turn.
    let step = (Q / i128::from(PRIMES[0])) << 15;
    let sent = |k: usize| 1 + 60 * i128::try_from(k).unwrap();
    let edges: Vec<i128> = (0..SUBRING_DIMENSION)
        .map(|k| sent(k) * step - step / 2)
        .collect();
    let rest = add(&multiply(&keys.b, &u, Q), &spread(&flooding(&ANSWER, 0)), Q);
    let missing: Vec<i128> = spread(&edges)
        .iter()
        .zip(&rest)
        .map(|(e, r)| e - r)
        .collect();
    let c0 = divided(&to_values(&missing), &to_values(&p.collect::<Vec<_>>()));
    let request = message(3, 100, &[&keys.hash, &[7; 32], &packed(c0.concat(), 31)]);

    let seed = Seed::from_bytes(ANSWER);
    let (_, reply) =
        server::answer(&keys.public, &request, &[1; 100], &protocol::CONTEXT, &seed).unwrap();
    let errors = binomial(&ANSWER, Purpose::MaskError0, 0, SUBRING_DIMENSION);
    for (k, value) in unpacked(&reply[56..56 + 2048], 16).into_iter().enumerate() {
        let expected = sent(k) - i128::from(errors[k] < 0);
        assert_eq!(i128::from(value), expected, "coefficient {k}");
    }
}

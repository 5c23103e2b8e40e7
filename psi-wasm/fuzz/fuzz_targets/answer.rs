//! Answers made-up requests: well formed with any polynomials, or with one flaw that the server must
//! name.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use psi_wasm::errors::Error;
use psi_wasm::hashing::{Tag, hash, slot_hash};
use psi_wasm::messages::{PublicKeys, Reply, Request};
use psi_wasm::params::PRIMES;
use psi_wasm::quad::Quad;
use psi_wasm::ring::Polynomial;
use psi_wasm::sampling::Seed;
use psi_wasm::server::{Answered, answer};
use psi_wasm::session::{Context, Transcript};
use psi_wasm::wire::Kind;
use psi_wasm_fuzz::layout::{HEADER, named, verdict, with_edge};
use psi_wasm_fuzz::samples::{begin_corpus, choices};
use psi_wasm_fuzz::shapes::values;

fuzz_target!(init: begin_corpus(choices), |data: &[u8]| {
    run(&mut Unstructured::new(data)).expect("bytes that end go on as zeros");
});

fn run(source: &mut Unstructured) -> Result<()> {
    let (public, key_hash) = public_keys(source)?;
    let slots = source.int_in_range(1..=255)?;
    let request = request(source, slots, key_hash)?;
    let bits: Vec<u8> = (0..slots)
        .map(|_| source.int_in_range(0..=1))
        .collect::<Result<_>>()?;
    let context = source.arbitrary()?;
    let seed = Seed::from_bytes(source.arbitrary()?);
    if source.ratio(1, 8)? {
        let message = Message {
            public,
            request,
            bits,
        };
        let (flawed, due) = message.flawed(source)?;
        let refused = answer(
            &flawed.public,
            &flawed.request,
            &flawed.bits,
            &context,
            &seed,
        );
        assert_eq!(refused.err(), Some(due));
        return Ok(());
    }
    let (answered, reply) =
        answer(&public, &request, &bits, &context, &seed).expect("right in form");
    hold(
        &Asked {
            key_hash,
            request,
            bits,
            context,
        },
        &answered,
        &reply,
    );
    Ok(())
}

/// Public keys with any polynomials and their own id.
fn public_keys(source: &mut Unstructured) -> Result<(Vec<u8>, [u8; 32])> {
    let seed = source.arbitrary()?;
    let mut b = [Polynomial::zero(), Polynomial::zero(), Polynomial::zero()];
    for (polynomial, prime) in b.iter_mut().zip(PRIMES) {
        let residues = values(source, 4096, prime - 1)?;
        for (entry, lanes) in polynomial
            .entries_mut()
            .iter_mut()
            .zip(residues.as_chunks().0)
        {
            *entry = Quad(*lanes);
        }
    }
    let (hash, bytes) = PublicKeys::write(&seed, &b);
    Ok((bytes, hash))
}

/// A request with any polynomials.
fn request(source: &mut Unstructured, slots: usize, key_hash: [u8; 32]) -> Result<Vec<u8>> {
    let seed = source.arbitrary()?;
    let c0 = (0..slots.div_ceil(100))
        .map(|_| {
            let mut polynomial = Polynomial::zero();
            for (lane, prime) in PRIMES.into_iter().enumerate() {
                let residues = values(source, 1024, prime - 1)?;
                for (entry, residue) in polynomial.entries_mut().iter_mut().zip(residues) {
                    entry.0[lane] = residue;
                }
            }
            Ok(polynomial)
        })
        .collect::<Result<_>>()?;
    let request = Request {
        slots,
        key_hash,
        seed,
        c0,
    };
    Ok(request.write())
}

/// The server's input.
struct Message {
    public: Vec<u8>,
    request: Vec<u8>,
    bits: Vec<u8>,
}

impl Message {
    /// The input with one flaw, and the refusal that is due.
    fn flawed(mut self, source: &mut Unstructured) -> Result<(Self, Error)> {
        let (field, place) = (source.arbitrary()?, source.arbitrary()?);
        let step = source.int_in_range(2..=3)?;
        let flip = 1 << source.int_in_range(0..=7)?;
        let due = match source.int_in_range(0..=6)? {
            0 => {
                self.request = with_edge(Kind::Request, self.request, field, place, step);
                Error::Residue
            }
            1 => {
                // With a wrong id the keys would be refused for the id, so they get the right one.
                let public = with_edge(Kind::PublicKeys, self.public, field, place, step);
                self.public = named(Kind::PublicKeys, public);
                Error::Residue
            }
            2 => {
                self.public[HEADER + place % 16] ^= flip;
                Error::Keys
            }
            3 => {
                self.request[HEADER + place % 32] ^= flip;
                Error::Keys
            }
            4 => {
                self.bits.push(0);
                Error::Slots
            }
            5 => {
                let bit = place % self.bits.len();
                self.bits[bit] = source.int_in_range(2..=255)?;
                Error::Bits
            }
            _ => {
                if source.arbitrary()? {
                    self.request.pop();
                } else {
                    self.request.push(0);
                }
                Error::Length
            }
        };
        Ok((self, due))
    }
}

/// What the server was asked.
struct Asked {
    key_hash: [u8; 32],
    request: Vec<u8>,
    bits: Vec<u8>,
    context: Context,
}

/// Checks what every answer promises.
fn hold(asked: &Asked, answered: &Answered, message: &[u8]) {
    let bits = asked.bits.as_slice();
    assert_eq!(verdict(Kind::Reply, message), None);
    let reply = Reply::read(message).expect("a reply is read");
    assert_eq!(reply.key_id, asked.key_hash[..16]);
    assert_eq!(reply.hashes.len(), bits.len());
    let request_hash = hash(Tag::Request, &[&asked.request]);
    let session = Transcript {
        context: &asked.context,
        key_hash: &asked.key_hash,
        request_hash: &request_hash,
        nonce: &reply.nonce,
        slots: bits.len(),
        packed: reply.packed,
    }
    .session();
    assert_eq!(answered.session, session);

    let kept = answered.write();
    assert_eq!(verdict(Kind::ServerState, &kept), None);
    assert!(kept[HEADER..HEADER + 32] == session && kept[HEADER + 32..][..bits.len()] == *bits);
    let tokens = kept[HEADER + 32 + bits.len()..].as_chunks::<16>().0;
    for (slot, ((token, expected), bit)) in (0..).zip(tokens.iter().zip(&reply.hashes).zip(bits)) {
        assert_eq!(answered.check(slot as usize, token), *bit == 1);
        assert_eq!(slot_hash(&session, slot, token) == *expected, *bit == 1);
        assert!(!answered.check(slot as usize, &[0; 16]));
    }
    assert!(!answered.check(bits.len(), &tokens[0]));
}

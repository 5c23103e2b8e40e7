//! Opens replies of a server that knows its tokens and hashes them into the session of whatever it
//! sends: any ciphertext, with any token claimed for each slot.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use psi_wasm::client::AwaitingReply;
use psi_wasm::hashing::slot_hash;
use psi_wasm::keys::PrivateKeys;
use psi_wasm::messages::{Reply, ReplyCiphertext};
use psi_wasm::params::{C0_MAX, C1_MAX};
use psi_wasm::session::Transcript;
use psi_wasm_fuzz::layout::HEADER;
use psi_wasm_fuzz::samples::{HONEST, begin_corpus, choices};
use psi_wasm_fuzz::shapes::values;

fuzz_target!(init: begin_corpus(choices), |data: &[u8]| {
    run(&mut Unstructured::new(data)).expect("bytes that end go on as zeros");
});

fn run(source: &mut Unstructured) -> Result<()> {
    let honest = source.choose(&*HONEST)?;
    let mut reply = Reply::read(&honest.reply).expect("an honest reply");
    let slots = reply.hashes.len();
    for ReplyCiphertext { c0, c1 } in &mut reply.ciphertexts {
        bend(source, c0, C0_MAX)?;
        bend(source, c1, C1_MAX)?;
    }
    let kept = honest.answered[HEADER + 32 + slots..].as_chunks::<16>().0;
    let claimed: Vec<[u8; 16]> = kept
        .iter()
        .map(|token| {
            Ok(match source.int_in_range(0..=2)? {
                0 => *token,
                1 => [0; 16],
                _ => source.arbitrary()?,
            })
        })
        .collect::<Result<_>>()?;

    let packed = Reply::pack(&reply.ciphertexts);
    let [key_hash, request_hash, context] = [0, 32, 64].map(|at| {
        let field = honest.state[HEADER + at..].first_chunk::<32>();
        *field.expect("a whole state")
    });
    let session = Transcript {
        context: &context,
        key_hash: &key_hash,
        request_hash: &request_hash,
        nonce: &reply.nonce,
        slots,
        packed: &packed,
    }
    .session();
    let hashes: Vec<_> = (0..)
        .zip(&claimed)
        .map(|(slot, token)| slot_hash(&session, slot, token))
        .collect();
    let message = Reply::write(&reply.key_id, &reply.nonce, &packed, &hashes);

    let keys = PrivateKeys::read(&honest.private).expect("honest keys");
    let state = AwaitingReply::read(&honest.state).expect("an honest state");
    let outcome = state.open(&keys, &message).expect("right in form");
    assert_eq!(outcome.session, session);
    let unchanged = packed == Reply::read(&honest.reply).expect("an honest reply").packed;
    for (slot, claim) in claimed.iter().enumerate() {
        let own = honest.state[HEADER + 96 + slot];
        let listed = honest.answered[HEADER + 32 + slot];
        let found = outcome.matches[slot];
        assert!(found <= own);
        if unchanged {
            let inside = if listed == 1 { kept[slot] } else { [0; 16] };
            assert_eq!(found, own & u8::from(*claim == inside));
        }
        let shown = if found == 1 { *claim } else { [0; 16] };
        assert_eq!(outcome.tokens[16 * slot..][..16], shown);
    }
    Ok(())
}

/// Leaves a polynomial unchanged, shifts one coefficient, or replaces it.
fn bend(source: &mut Unstructured, polynomial: &mut Vec<u32>, largest: u32) -> Result<()> {
    match source.int_in_range(0..=3)? {
        0 | 1 => {}
        2 => {
            let place = source.choose_index(polynomial.len())?;
            let shift = source.int_in_range(0..=largest)?;
            polynomial[place] = (polynomial[place] + shift) % (largest + 1);
        }
        _ => *polynomial = values(source, polynomial.len(), largest)?,
    }
    Ok(())
}

//! Freed memory holds no secret: an allocator searches every block that the rounds free, after
//! success and after refusals, for pieces of every secret.
#![allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; this one only looks at what is freed"
)]

use core::hint::black_box;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use psi_wasm::client::{self, AwaitingReply};
use psi_wasm::encoding::ENCODER;
use psi_wasm::keys::PrivateKeys;
use psi_wasm::ntt::Tables;
use psi_wasm::params::{RING_DIMENSION, SUBRING_DIMENSION};
use psi_wasm::ring::Polynomial;
use psi_wasm::sampling::{Purpose, Seed, Small};
use psi_wasm::server::{self, Answered};
use psi_wasm::session::Context;

const PIECE: usize = 16;

/// The pieces to look for, sorted.
static SECRETS: OnceLock<Vec<[u8; PIECE]>> = OnceLock::new();
/// The number of blocks that were freed with a secret in them.
static FOUND: AtomicUsize = AtomicUsize::new(0);

struct Watching;

// SAFETY: every call goes to the system's allocator with unchanged arguments. Growing is left to
// the trait, which allocates, copies and frees.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // Zeroed, so that every byte of a block may be read when it is freed.
        // SAFETY: the caller's layout.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if let Some(secrets) = SECRETS.get() {
            // SAFETY: the block is still the caller's, of this size, and was zeroed at first.
            let bytes = unsafe { core::slice::from_raw_parts(block, layout.size()) };
            let holds = |piece: &[u8]| secrets.binary_search_by(|s| s[..].cmp(piece)).is_ok();
            if bytes.windows(PIECE).any(holds) {
                FOUND.fetch_add(1, Ordering::Relaxed);
            }
        }
        // SAFETY: the caller's block and layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watching = Watching;

const KEYS: [u8; 32] = *b"a seed of keys that nobody has..";
const REQUEST: [u8; 32] = *b"another, which a request is from";
const ANSWER: [u8; 32] = *b"the server's, for one reply only";

const CONTEXT: Context = [4; 32];

/// Bits without a pattern.
fn bits(seed: u8) -> Vec<u8> {
    let mut drawn = vec![0; 130];
    Seed::from_bytes([seed; 32])
        .stream(Purpose::Tokens, 0)
        .fill(&mut drawn);
    drawn.iter().map(|byte| byte & 1).collect()
}

/// Pieces from the front, the middle and the end.
fn pieces(secrets: &mut Vec<[u8; PIECE]>, bytes: &[u8]) {
    let last = bytes.len() - PIECE;
    for at in [0, last / 2 / PIECE * PIECE, last] {
        secrets.push(bytes[at..at + PIECE].try_into().unwrap());
    }
}

fn small(secrets: &mut Vec<[u8; PIECE]>, small: &Small) {
    let bytes: Vec<u8> = small.values().iter().map(|v| v.cast_unsigned()).collect();
    pieces(secrets, &bytes);
}

fn polynomial(secrets: &mut Vec<[u8; PIECE]>, polynomial: &Polynomial) {
    let entries = polynomial.entries().iter();
    let bytes: Vec<u8> = entries
        .flat_map(|entry| entry.0.map(u32::to_le_bytes))
        .flatten()
        .collect();
    pieces(secrets, &bytes);
}

/// Every secret of the comparison below that can be computed here.
fn secrets() -> Vec<[u8; PIECE]> {
    let columns = &Tables::get().columns;
    let mut all = Vec::new();
    let [keys, request, answer] = [KEYS, REQUEST, ANSWER].map(Seed::from_bytes);
    for seed in [&KEYS, &REQUEST, &ANSWER] {
        pieces(&mut all, seed);
    }
    for bits in [bits(1), bits(2)] {
        pieces(&mut all, &bits);
        polynomial(&mut all, &ENCODER.scaled_bits(&bits[..100], columns));
    }
    for (seed, purpose, count) in [
        (&keys, Purpose::Secret, RING_DIMENSION),
        (&keys, Purpose::Error, RING_DIMENSION),
        (&request, Purpose::Error, SUBRING_DIMENSION),
        (&answer, Purpose::Mask, RING_DIMENSION),
        (&answer, Purpose::MaskError0, SUBRING_DIMENSION),
        (&answer, Purpose::MaskError1, RING_DIMENSION),
        (&answer, Purpose::Flooding, SUBRING_DIMENSION),
    ] {
        let mut drawn = [0; 800];
        seed.stream(purpose, 0).fill(&mut drawn);
        pieces(&mut all, &drawn);
        if matches!(purpose, Purpose::Secret | Purpose::Mask) {
            small(&mut all, &Small::ternary(seed.stream(purpose, 0)));
        } else {
            small(&mut all, &Small::binomial(seed.stream(purpose, 0), count));
        }
    }
    let mut tokens = vec![0; 32 + 16 * 130];
    answer.stream(Purpose::Tokens, 0).fill(&mut tokens);
    all.extend_from_slice(tokens[32..].as_chunks().0);
    let mut listed = tokens.split_off(32);
    for (token, bit) in listed.chunks_mut(16).zip(bits(2)) {
        for byte in token {
            *byte *= bit;
        }
    }
    polynomial(&mut all, &ENCODER.tokens(&listed[..1600], columns));
    let (keys, _) = PrivateKeys::generate(keys);
    for residues in keys.secret::<3>() {
        polynomial(&mut all, &residues);
    }
    // Zeros are everywhere and reveal nothing.
    all.retain(|piece| *piece != [0; PIECE]);
    all.sort_unstable();
    all
}

/// A whole comparison through kept bytes, with one refusal at each step.
fn compare(mine: &[u8], theirs: &[u8]) {
    let (keys, public) = PrivateKeys::generate(Seed::from_bytes(KEYS));
    let keys = PrivateKeys::read(&keys.write()).unwrap();
    let seed = Seed::from_bytes(REQUEST);
    assert!(client::request(&keys, &seed, &[2], &CONTEXT).is_err());
    let (state, request) = client::request(&keys, &seed, mine, &CONTEXT).unwrap();
    let kept = state.write();
    assert!(AwaitingReply::read(&kept[..kept.len() - 1]).is_err());
    let seed = Seed::from_bytes(ANSWER);
    assert!(server::answer(&public, &request, &theirs[1..], &CONTEXT, &seed).is_err());
    let (answered, reply) = server::answer(&public, &request, theirs, &CONTEXT, &seed).unwrap();
    let answered = Answered::read(&answered.write()).unwrap();
    assert!(state.open(&keys, &reply[1..]).is_err());
    let other = AwaitingReply::read(&kept).unwrap();
    let (foreign, _) = PrivateKeys::generate(Seed::from_bytes([9; 32]));
    assert!(other.open(&foreign, &reply).is_err());
    let state = AwaitingReply::read(&kept).unwrap();
    let outcome = state.open(&keys, &reply).unwrap();
    let slot = outcome.matches.iter().position(|bit| *bit == 1).unwrap();
    assert!(answered.check(slot, &outcome.tokens[16 * slot..16 * slot + 16]));
}

#[test]
fn freed_memory_holds_no_secret() {
    let (mine, theirs) = (bits(1), bits(2));
    SECRETS.set(secrets()).unwrap();
    // The allocator notices an unwiped block, freed by a drop or by growing.
    drop(black_box(KEYS.to_vec()));
    assert_eq!(FOUND.swap(0, Ordering::Relaxed), 1);
    let mut grown = mine.clone();
    black_box(&mut grown).reserve(4096);
    assert_eq!(FOUND.swap(0, Ordering::Relaxed), 1);
    compare(&mine, &theirs);
    assert_eq!(FOUND.load(Ordering::Relaxed), 0);
    // These belong to the test itself.
    core::mem::forget((mine, theirs, grown));
}

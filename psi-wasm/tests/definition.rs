//! Every message of a comparison is byte for byte what the definition of the scheme gives, and the
//! definition decrypts messages of every length to what they should hold.

mod reference;

use core::ops::RangeInclusive;

use psi_wasm::keys::PrivateKeys;
use psi_wasm::params::bounds;
use psi_wasm::sampling::{Purpose, Seed};
use psi_wasm::{client, server};
use reference::opening::{Opened, Opener};
use reference::samples::{stream, ternary};
use reference::{T, combine, pieces, protocol};

const KEYS: [u8; 32] = [1; 32];
const REQUEST: [u8; 32] = [2; 32];
const ANSWER: [u8; 32] = [3; 32];

/// Fair bits, different for every `case` and party.
fn random_bits(case: usize, party: u8, slots: usize) -> Vec<u8> {
    let bytes = stream(&[party; 32], Purpose::Tokens, case, 0, slots);
    bytes.iter().map(|byte| byte & 1).collect()
}

fn one_bit(slots: usize, slot: usize) -> Vec<u8> {
    let mut bits = vec![0; slots];
    bits[slot] = 1;
    bits
}

/// Vectors of both parties: random ones around the size of a ciphertext, and extreme ones.
fn cases() -> Vec<(Vec<u8>, Vec<u8>)> {
    let random = |slots| (random_bits(slots, 8, slots), random_bits(slots, 9, slots));
    let (none, all) = (vec![0; 100], vec![1; 100]);
    vec![
        random(1),
        random(100),
        random(101),
        random(230),
        (none.clone(), all.clone()),
        (all.clone(), none.clone()),
        (none.clone(), none),
        (all.clone(), all.clone()),
        (one_bit(100, 0), all.clone()),
        (all, one_bit(100, 99)),
    ]
}

#[test]
fn messages_are_what_the_definition_gives() {
    let (keys, public) = PrivateKeys::generate(Seed::from_bytes(KEYS));
    let defined = protocol::keys(&KEYS);
    assert!(public == defined.public, "public keys");
    for (mine, theirs) in cases() {
        let (_, request) =
            client::request(&keys, &Seed::from_bytes(REQUEST), &mine, &protocol::CONTEXT).unwrap();
        let defined_request = protocol::request(&defined, &REQUEST, &mine);
        assert!(request == defined_request.message, "request of {mine:?}");
        let (answered, reply) = server::answer(
            &public,
            &request,
            &theirs,
            &protocol::CONTEXT,
            &Seed::from_bytes(ANSWER),
        )
        .unwrap();
        let answer = protocol::answer(&defined, &defined_request, &ANSWER, &theirs);
        assert!(reply == answer.message, "reply of {theirs:?} to {mine:?}");
        assert_eq!(answered.session, answer.session);
        for (slot, token) in answer.tokens.chunks(16).enumerate() {
            assert_eq!(answered.check(slot, token), theirs[slot] == 1);
        }
    }
}

/// Compares with honest code and decrypts every ciphertext by the definition: the request to the
/// client's bits, the reply to the tokens of the common slots.
fn opens_as_defined(
    keys: &PrivateKeys,
    public: &[u8],
    opener: &Opener,
    mine: &[u8],
    theirs: &[u8],
) {
    let slots = mine.len();
    let (state, request) =
        client::request(keys, &Seed::from_bytes(REQUEST), mine, &protocol::CONTEXT).unwrap();
    let seed = Seed::from_bytes(ANSWER);
    let (answered, reply) =
        server::answer(public, &request, theirs, &protocol::CONTEXT, &seed).unwrap();
    let tokens = stream(&ANSWER, Purpose::Tokens, 0, 0, 32 + 16 * slots).split_off(32);
    let expect = |opened: &[Opened], each: &dyn Fn(usize) -> Vec<u64>, noise_times_t| {
        assert_eq!(opened.len(), slots.div_ceil(100));
        for (index, ciphertext) in opened.iter().enumerate() {
            assert!(ciphertext.noise_times_t <= noise_times_t);
            let own = 100 * index..slots.min(100 * (index + 1));
            let mut subslots: Vec<u64> = own.flat_map(each).collect();
            subslots.resize(1024, 0);
            assert!(ciphertext.subslots == subslots, "{mine:?} {theirs:?}");
        }
    };
    // An error of at most 20 plus the rounding to an integer.
    let bits = |slot: usize| vec![u64::from(mine[slot]); 10];
    expect(&opener.request(&request), &bits, 20 * T + T / 2);
    let common = |slot: usize| {
        let both = u64::from(mine[slot] & theirs[slot]);
        let token = pieces(&tokens[16 * slot..16 * slot + 16]);
        token.into_iter().map(|piece| piece * both).collect()
    };
    let largest = T * bounds::REPLY_NOISE.cast_signed();
    expect(&opener.reply(&reply, slots), &common, largest);

    let outcome = state.open(keys, &reply).unwrap();
    for slot in 0..slots {
        let both = mine[slot] & theirs[slot];
        let token = &tokens[16 * slot..16 * slot + 16];
        let shown = if both == 1 { token } else { &[0; 16] };
        assert_eq!(outcome.matches[slot], both);
        assert_eq!(answered.check(slot, token), theirs[slot] == 1);
        assert_eq!(&outcome.tokens[16 * slot..16 * slot + 16], shown);
    }
}

fn random_vectors_open_as_defined(lengths: RangeInclusive<usize>) {
    let (keys, public) = PrivateKeys::generate(Seed::from_bytes(KEYS));
    let opener = Opener::new(&ternary(&KEYS, Purpose::Secret, 0));
    for slots in lengths {
        let [mine, theirs] = [4, 5].map(|party| random_bits(slots, party, slots));
        opens_as_defined(&keys, &public, &opener, &mine, &theirs);
    }
}

// Every length up to 512, in two tests that take about the same time.

#[test]
fn random_vectors_of_1_to_350_slots_open_as_defined() {
    random_vectors_open_as_defined(1..=350);
}

#[test]
fn random_vectors_of_351_to_512_slots_open_as_defined() {
    random_vectors_open_as_defined(351..=512);
}

#[test]
fn extreme_vectors_open_as_defined() {
    let (keys, public) = PrivateKeys::generate(Seed::from_bytes(KEYS));
    let opener = Opener::new(&ternary(&KEYS, Purpose::Secret, 0));
    let (none, all) = (vec![0; 100], vec![1; 100]);
    for mine in [&none, &all] {
        for theirs in [&none, &all] {
            opens_as_defined(&keys, &public, &opener, mine, theirs);
        }
    }
    for slot in 0..100 {
        let one = one_bit(100, slot);
        opens_as_defined(&keys, &public, &opener, &one, &all);
        opens_as_defined(&keys, &public, &opener, &all, &one);
    }
}

#[test]
fn the_textbook_sum_recombines() {
    let value = reference::Q - 12_345_678_901_234_567_890_123;
    let residues = psi_wasm::params::PRIMES.map(|prime| value % i128::from(prime));
    assert_eq!(
        combine(residues.map(|residue| u64::try_from(residue).unwrap())),
        value
    );
}

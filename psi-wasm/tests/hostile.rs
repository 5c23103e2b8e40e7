//! What a party gets that does not keep to the rules.

use psi_wasm::client::{self, AwaitingReply, Outcome};
use psi_wasm::errors::Error;
use psi_wasm::keys::PrivateKeys;
use psi_wasm::messages::{PublicKeys, Reply, Request};
use psi_wasm::sampling::Seed;
use psi_wasm::server::{self, Answered};

const HEADER: usize = 8;

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

struct Comparison {
    keys: PrivateKeys,
    public: Vec<u8>,
    state: Vec<u8>,
    request: Vec<u8>,
    answered: Vec<u8>,
    reply: Vec<u8>,
}

fn comparison(byte: u8, slots: usize) -> Comparison {
    let (keys, public) = PrivateKeys::generate(seed(byte));
    let (state, request) = client::request(&keys, &seed(byte + 1), &vec![1; slots]).unwrap();
    let (answered, reply) =
        server::answer(&public, &request, &vec![1; slots], &seed(byte + 2)).unwrap();
    let (state, answered) = (state.write().to_vec(), answered.write().to_vec());
    Comparison {
        keys,
        public,
        state,
        request,
        answered,
        reply,
    }
}

fn open(comparison: &Comparison, reply: &[u8]) -> Result<Outcome, Error> {
    AwaitingReply::read(&comparison.state)?.open(&comparison.keys, reply)
}

fn matched(outcome: &Outcome) -> usize {
    outcome.matches.iter().map(|bit| usize::from(*bit)).sum()
}

fn changed(bytes: &[u8], at: usize, change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] = change(bytes[at]);
    bytes
}

/// A reader, as a function from bytes to its error.
type Read = fn(&[u8]) -> Option<Error>;

fn readers() -> Vec<(&'static str, Read)> {
    vec![
        ("private keys", |bytes| PrivateKeys::read(bytes).err()),
        ("public keys", |bytes| PublicKeys::read(bytes).err()),
        ("request", |bytes| Request::read(bytes).err()),
        ("reply", |bytes| Reply::read(bytes).err()),
        ("client state", |bytes| AwaitingReply::read(bytes).err()),
        ("server state", |bytes| Answered::read(bytes).err()),
    ]
}

fn messages(comparison: &Comparison) -> Vec<Vec<u8>> {
    vec![
        comparison.keys.write().to_vec(),
        comparison.public.clone(),
        comparison.request.clone(),
        comparison.reply.clone(),
        comparison.state.clone(),
        comparison.answered.clone(),
    ]
}

#[test]
fn headers_are_checked() {
    let comparison = comparison(1, 100);
    for (message, (name, read)) in messages(&comparison).iter().zip(readers()) {
        assert_eq!(read(message), None, "{name}");
        assert_eq!(
            read(&changed(message, 0, |_| b'X')),
            Some(Error::Version),
            "{name}"
        );
        assert_eq!(
            read(&changed(message, 2, |_| 2)),
            Some(Error::Version),
            "{name}"
        );
        assert_eq!(
            read(&changed(message, 3, |kind| kind % 6 + 1)),
            Some(Error::Kind),
            "{name}"
        );
        assert_eq!(
            read(&changed(message, 7, |_| 0xff)),
            Some(Error::Slots),
            "{name}"
        );
    }
}

#[test]
fn lengths_are_checked() {
    let comparison = comparison(4, 3);
    for (message, (name, read)) in messages(&comparison).iter().zip(readers()) {
        for length in (0..message.len()).step_by(if message.len() > 1000 { 97 } else { 1 }) {
            assert_eq!(
                read(&message[..length]),
                Some(Error::Length),
                "{name} of {length}"
            );
        }
        assert_eq!(
            read(&[message.as_slice(), &[0]].concat()),
            Some(Error::Length),
            "{name}"
        );
    }
    // A slot count that the length does not fit, before anything is allocated for it.
    let more = changed(&comparison.request, 4, |_| 101);
    assert_eq!(Request::read(&more).err(), Some(Error::Length));
    let none = changed(&comparison.request, 4, |_| 0);
    assert_eq!(Request::read(&none).err(), Some(Error::Slots));
}

#[test]
fn residues_are_checked() {
    let comparison = comparison(7, 100);
    // The first residue of each packed field becomes all ones.
    let all_ones = |bytes: &[u8], at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at..at + 4].fill(0xff);
        bytes
    };
    assert_eq!(
        Request::read(&all_ones(&comparison.request, HEADER + 64)).err(),
        Some(Error::Residue)
    );
    let c0 = HEADER + 16 + 32;
    assert_eq!(
        Reply::read(&all_ones(&comparison.reply, c0)).err(),
        Some(Error::Residue)
    );
    assert_eq!(
        Reply::read(&all_ones(&comparison.reply, c0 + 2048)).err(),
        Some(Error::Residue)
    );
    // Public keys are refused for their id first; with the right id, for the residue.
    let mut public = all_ones(&comparison.public, HEADER + 48);
    assert_eq!(PublicKeys::read(&public).err(), Some(Error::Keys));
    let hash = psi_wasm::hashing::hash(
        psi_wasm::hashing::Tag::PublicKeys,
        &[
            &[1],
            &public[HEADER + 16..HEADER + 48],
            &public[HEADER + 48..],
        ],
    );
    public[HEADER..HEADER + 16].copy_from_slice(&hash[..16]);
    assert_eq!(PublicKeys::read(&public).err(), Some(Error::Residue));
}

#[test]
fn bits_are_checked() {
    let (keys, public) = PrivateKeys::generate(seed(10));
    for (bits, error) in [
        (&[][..], Error::Slots),
        (&[2], Error::Bits),
        (&[0, 1, 255], Error::Bits),
    ] {
        assert_eq!(client::request(&keys, &seed(11), bits).err(), Some(error));
    }
    let (_, request) = client::request(&keys, &seed(11), &[1, 0]).unwrap();
    assert_eq!(
        server::answer(&public, &request, &[1, 2], &seed(12)).err(),
        Some(Error::Bits)
    );
    assert_eq!(
        server::answer(&public, &request, &[1], &seed(12)).err(),
        Some(Error::Slots)
    );
}

#[test]
fn other_keys_are_refused() {
    let (ours, other) = (comparison(13, 5), comparison(23, 5));
    assert_eq!(
        server::answer(&other.public, &ours.request, &[1; 5], &seed(1)).err(),
        Some(Error::Keys)
    );
    assert_eq!(open(&ours, &other.reply).err(), Some(Error::Keys));
    let state = AwaitingReply::read(&ours.state).unwrap();
    assert_eq!(
        state.open(&other.keys, &ours.reply).err(),
        Some(Error::Keys)
    );
    // Keys under an id that is not theirs: nobody publishes others' keys as his own or his as theirs.
    let renamed = [
        &other.public[..HEADER],
        &ours.public[HEADER..HEADER + 16],
        &other.public[HEADER + 16..],
    ]
    .concat();
    assert_eq!(PublicKeys::read(&renamed).err(), Some(Error::Keys));
}

#[test]
fn a_tampered_reply_looks_like_no_match() {
    let ours = comparison(33, 4);
    let genuine = open(&ours, &ours.reply).unwrap();
    assert_eq!(matched(&genuine), 4);
    let hashes = ours.reply.len() - 4 * 32;
    // The nonce, c0 and c1 belong to the session: one flipped bit and no slot matches.
    for at in [
        HEADER + 16,
        HEADER + 16 + 32,
        HEADER + 16 + 32 + 2048,
        hashes - 40,
    ] {
        let outcome = open(&ours, &changed(&ours.reply, at, |byte| byte ^ 1)).unwrap();
        assert_eq!(matched(&outcome), 0, "byte {at}");
        assert!(outcome.tokens.iter().all(|byte| *byte == 0));
    }
    // A hash belongs to its slot alone, and to no other.
    for slot in 0..4 {
        let outcome = open(
            &ours,
            &changed(&ours.reply, hashes + 32 * slot, |byte| byte ^ 0x80),
        )
        .unwrap();
        assert_eq!((matched(&outcome), outcome.matches[slot]), (3, 0));
        assert_eq!(outcome.session, genuine.session);
    }
    let mut swapped = ours.reply.clone();
    let (first, second) = swapped[hashes..].split_at_mut(32);
    first.swap_with_slice(&mut second[..32]);
    assert_eq!(matched(&open(&ours, &swapped).unwrap()), 2);
}

#[test]
fn another_sessions_hashes_prove_nothing() {
    let ours = comparison(43, 4);
    // The same request answered twice: tokens, nonce and session are fresh each time.
    let (_, again) = server::answer(&ours.public, &ours.request, &[1; 4], &seed(99)).unwrap();
    let hashes = ours.reply.len() - 4 * 32;
    let mixed = [&ours.reply[..hashes], &again[hashes..]].concat();
    assert_eq!(matched(&open(&ours, &mixed).unwrap()), 0);
    assert_eq!(matched(&open(&ours, &again).unwrap()), 4);
    let answered = Answered::read(&ours.answered).unwrap();
    let other = open(&ours, &again).unwrap();
    assert!((0..4).all(|slot| !answered.check(slot, &other.tokens[16 * slot..16 * slot + 16])));
}

#[test]
fn c1_shifted_by_a_hint_costs_every_match() {
    // A server that shifts c1 to learn a coefficient of the secret must guess what the tokens
    // become; here it keeps the hashes of what it sent before the shift.
    let ours = comparison(53, 100);
    let c1 = HEADER + 16 + 32 + 2048;
    for shift in [1, 2, 4, 64] {
        let outcome = open(&ours, &changed(&ours.reply, c1 + 1, |byte| byte ^ shift)).unwrap();
        assert_eq!(matched(&outcome), 0);
    }
}

#[test]
fn zero_and_constant_requests_are_answered_like_any_other() {
    let ours = comparison(63, 100);
    let body = HEADER + 64;
    for fill in [0x00, 0x11] {
        let mut request = ours.request.clone();
        request[body..].fill(fill);
        let (answered, reply) =
            server::answer(&ours.public, &request, &[1; 100], &seed(1)).unwrap();
        assert_eq!(reply.len(), ours.reply.len());
        let outcome = open(&ours, &reply).unwrap();
        assert_eq!(matched(&outcome), 0);
        assert!(
            (0..100).all(|slot| !answered.check(slot, &outcome.tokens[16 * slot..16 * slot + 16]))
        );
    }
}

#[test]
fn same_sizes_whatever_the_bits() {
    let (keys, public) = PrivateKeys::generate(seed(73));
    let sizes = [vec![0; 100], vec![1; 100]].map(|bits| {
        let (state, request) = client::request(&keys, &seed(74), &bits).unwrap();
        let (answered, reply) = server::answer(&public, &request, &bits, &seed(75)).unwrap();
        (
            state.write().len(),
            request.len(),
            answered.write().len(),
            reply.len(),
        )
    });
    assert_eq!(sizes[0], sizes[1]);
}

#[test]
fn random_bytes_never_panic() {
    let mut stream = seed(83).stream(psi_wasm::sampling::Purpose::Tokens, 0);
    let comparison = comparison(84, 2);
    let whole = messages(&comparison);
    for round in 0..2_000 {
        let mut noise = vec![0; 64];
        stream.fill(&mut noise);
        for (message, (_, read)) in whole.iter().zip(readers()) {
            let mut bytes = message.clone();
            let length = usize::from(u16::from_le_bytes([noise[0], noise[1]])) % (bytes.len() + 1);
            if round % 2 == 0 {
                bytes.truncate(length);
            }
            for pair in noise[2..].chunks_exact(2).take(round % 8) {
                if let Some(byte) = bytes.get_mut(usize::from(pair[0])) {
                    *byte = pair[1];
                }
            }
            let _ = read(&bytes);
        }
    }
}

//! Every reader refuses whatever is not a message of its kind with the code of the first broken
//! rule, and never panics.

mod parties;

use parties::{CONTEXT, Client, HEADER, changed, seed};
use psi_wasm::client::{self, AwaitingReply};
use psi_wasm::errors::Error;
use psi_wasm::hashing::{Tag, hash};
use psi_wasm::keys::PrivateKeys;
use psi_wasm::messages::{PublicKeys, Reply, Request};
use psi_wasm::packing::pack;
use psi_wasm::params::{
    C0_BITS, C0_MAX, C1_BITS, C1_MAX, MAX_SLOTS, PRIMES, RESIDUE_BITS, RING_DIMENSION,
    SUBRING_DIMENSION,
};
use psi_wasm::sampling::Purpose;
use psi_wasm::server::{self, Answered};

/// One message or kept state of each kind, in the order of the readers.
fn messages(byte: u8, slots: usize) -> Vec<Vec<u8>> {
    let client = Client::new(byte, &vec![1; slots]);
    let (answered, reply) = client.answer(byte + 2, &vec![1; slots]);
    vec![
        client.keys.write().to_vec(),
        client.public,
        client.request,
        reply,
        client.state,
        answered.write().to_vec(),
    ]
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

#[test]
fn headers_are_checked() {
    for (message, (name, read)) in messages(1, 100).iter().zip(readers()) {
        assert_eq!(read(message), None, "{name}");
        assert_eq!(
            read(&changed(message, 0, |_| b'X')),
            Some(Error::Version),
            "{name}"
        );
        // The version before this one, and the one after.
        for version in [1, 3] {
            let other = changed(message, 2, |_| version);
            assert_eq!(read(&other), Some(Error::Version), "{name}");
        }
        assert_eq!(
            read(&changed(message, 3, |kind| kind % 6 + 1)),
            Some(Error::Kind),
            "{name}"
        );
        // Too many slots: by far, and by one.
        let far = changed(message, 7, |_| 0xff);
        let mut near = message.clone();
        near[4..8].copy_from_slice(&u32::try_from(MAX_SLOTS + 1).unwrap().to_le_bytes());
        for slots in [far, near] {
            assert_eq!(read(&slots), Some(Error::Slots), "{name}");
        }
    }
}

#[test]
fn lengths_are_checked() {
    let messages = messages(4, 3);
    for (message, (name, read)) in messages.iter().zip(readers()) {
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
    // A slot count that does not match the length is refused before anything is allocated.
    let request = &messages[2];
    let more = changed(request, 4, |_| 101);
    assert_eq!(Request::read(&more).err(), Some(Error::Length));
    let none = changed(request, 4, |_| 0);
    assert_eq!(Request::read(&none).err(), Some(Error::Slots));
}

/// Zeros except in one place.
fn one_value(count: usize, bits: u32, place: usize, value: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let values = (0..count).map(|k| if k == place { value } else { 0 });
    pack(&mut bytes, bits, count, values);
    bytes
}

#[test]
fn residues_of_a_reply_are_checked() {
    let reply = &messages(7, 100)[3];
    let (c0, c1, hashes) = (HEADER + 48, HEADER + 48 + 2048, reply.len() - 3200);
    let read = |c0: &[u8], c1: &[u8]| {
        let bytes = [&reply[..HEADER + 48], c0, c1, &reply[hashes..]].concat();
        Reply::read(&bytes).err()
    };
    for place in [0, 1, SUBRING_DIMENSION - 1] {
        for (value, error) in [
            (C0_MAX, None),
            (C0_MAX + 1, Some(Error::Residue)),
            ((1 << C0_BITS) - 1, Some(Error::Residue)),
        ] {
            let changed = one_value(SUBRING_DIMENSION, C0_BITS, place, value);
            assert_eq!(read(&changed, &reply[c1..hashes]), error);
        }
    }
    for place in [0, 1, RING_DIMENSION - 1] {
        for (value, error) in [
            (C1_MAX, None),
            (C1_MAX + 1, Some(Error::Residue)),
            ((1 << C1_BITS) - 1, Some(Error::Residue)),
        ] {
            let changed = one_value(RING_DIMENSION, C1_BITS, place, value);
            assert_eq!(read(&reply[c0..c1], &changed), error);
        }
    }
}

#[test]
fn residues_of_public_keys_are_checked() {
    let public = &messages(7, 100)[1];
    for (index, prime) in PRIMES.into_iter().enumerate() {
        for place in [0, RING_DIMENSION - 1] {
            for (value, error) in [
                (prime - 1, None),
                (prime, Some(Error::Residue)),
                ((1 << RESIDUE_BITS) - 1, Some(Error::Residue)),
            ] {
                let place = RING_DIMENSION * index + place;
                let body = one_value(3 * RING_DIMENSION, RESIDUE_BITS, place, value);
                let seed = &public[HEADER + 16..HEADER + 48];
                // With the right id, because a wrong one is refused first.
                let id = &hash(Tag::PublicKeys, &[&[2], seed, &body])[..16];
                let own = [&public[..HEADER], id, seed, &body].concat();
                assert_eq!(PublicKeys::read(&own).err(), error);
                let foreign = [&public[..HEADER + 48], &body].concat();
                assert_eq!(PublicKeys::read(&foreign).err(), Some(Error::Keys));
            }
        }
    }
}

#[test]
fn bits_are_checked() {
    let (keys, public) = PrivateKeys::generate(seed(10));
    for (bits, error) in [
        (&[][..], Error::Slots),
        (&[2], Error::Bits),
        (&[0, 1, 255], Error::Bits),
    ] {
        assert_eq!(
            client::request(&keys, &seed(11), bits, &CONTEXT).err(),
            Some(error)
        );
    }
    let (_, request) = client::request(&keys, &seed(11), &[1, 0], &CONTEXT).unwrap();
    assert_eq!(
        server::answer(&public, &request, &[1, 2], &CONTEXT, &seed(12)).err(),
        Some(Error::Bits)
    );
    assert_eq!(
        server::answer(&public, &request, &[1], &CONTEXT, &seed(12)).err(),
        Some(Error::Slots)
    );
}

#[test]
fn same_sizes_whatever_the_bits() {
    let (keys, public) = PrivateKeys::generate(seed(73));
    let sizes = [vec![0; 100], vec![1; 100]].map(|bits| {
        let (state, request) = client::request(&keys, &seed(74), &bits, &CONTEXT).unwrap();
        let (answered, reply) =
            server::answer(&public, &request, &bits, &CONTEXT, &seed(75)).unwrap();
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
    let mut stream = seed(83).stream(Purpose::Tokens, 0);
    let whole = messages(84, 2);
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

//! Valid messages from fixed seeds, and the first inputs of the corpora.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs};

use psi_wasm::client;
use psi_wasm::keys::PrivateKeys;
use psi_wasm::sampling::{Purpose, Seed};
use psi_wasm::server;
use psi_wasm::session::Context;
use psi_wasm::wire::Kind;

use crate::layout::{MOST_SLOTS, counted, named, with_edge};

/// What every sample is about.
pub const CONTEXT: Context = [4; 32];

/// A whole comparison, as the bytes that the parties keep and send.
pub struct Comparison {
    /// The client's keys.
    pub private: Vec<u8>,
    /// Their public half.
    pub public: Vec<u8>,
    /// What the client keeps.
    pub state: Vec<u8>,
    /// What it sends.
    pub request: Vec<u8>,
    /// What the server keeps.
    pub answered: Vec<u8>,
    /// What it sends back.
    pub reply: Vec<u8>,
}

/// Two comparisons of the same length, so that the parts of one have the right form for the other,
/// and one of two ciphertexts.
pub static HONEST: LazyLock<[Comparison; 3]> = LazyLock::new(|| {
    [(1, 20, 2, 3), (11, 20, 3, 2), (21, 101, 2, 1)].map(|(byte, slots, mine, theirs)| {
        Comparison::new(byte, &bits(slots, mine), &bits(slots, theirs))
    })
});

impl Comparison {
    /// Compares `mine`, the client's bits, with `theirs`; `byte` gives the seeds.
    ///
    /// # Panics
    /// If honest parties fail.
    #[must_use]
    pub fn new(byte: u8, mine: &[u8], theirs: &[u8]) -> Self {
        let seed = |step| Seed::from_bytes([byte.wrapping_add(step); 32]);
        let (keys, public) = PrivateKeys::generate(seed(0));
        let (state, request) =
            client::request(&keys, &seed(1), mine, &CONTEXT).expect("bits are valid");
        let (answered, reply) = server::answer(&public, &request, theirs, &CONTEXT, &seed(2))
            .expect("an honest request");
        Self {
            private: keys.write().to_vec(),
            public,
            state: state.write().to_vec(),
            request,
            answered: answered.write().to_vec(),
            reply,
        }
    }

    /// The message or state of this kind.
    #[must_use]
    pub fn part(&self, kind: Kind) -> &[u8] {
        match kind {
            Kind::PrivateKeys => &self.private,
            Kind::PublicKeys => &self.public,
            Kind::Request => &self.request,
            Kind::Reply => &self.reply,
            Kind::ClientState => &self.state,
            Kind::ServerState => &self.answered,
        }
    }
}

/// `slots` bits, of which one in `every` is set.
#[must_use]
pub fn bits(slots: usize, every: usize) -> Vec<u8> {
    (0..slots).map(|slot| u8::from(slot % every == 0)).collect()
}

/// Messages of one kind: valid ones of one, two and three ciphertexts, ones with values at the limit,
/// and bare headers with the most slots and one more.
#[must_use]
pub fn messages(kind: Kind) -> Vec<Vec<u8>> {
    let compared = |slots| Comparison::new(1, &bits(slots, 2), &bits(slots, 3));
    let mut all: Vec<_> = [1, 3, 100, 101, 250]
        .map(|slots| compared(slots).part(kind).to_vec())
        .into();
    let small = all[1].clone();
    for (field, place) in [(0, 0), (1, 1023), (2, 4095)] {
        for step in [1, 2] {
            let bytes = with_edge(kind, small.clone(), field, place, step);
            all.push(named(kind, bytes));
        }
    }
    if counted(kind) {
        for slots in [MOST_SLOTS, MOST_SLOTS + 1] {
            all.push([&small[..4], &slots.to_le_bytes()].concat());
        }
    }
    all
}

/// Random bytes for the targets that read choices from them.
#[must_use]
pub fn choices() -> Vec<Vec<u8>> {
    let mut stream = Seed::from_bytes([7; 32]).stream(Purpose::Tokens, 0);
    (0..64)
        .map(|number| {
            let mut bytes = vec![0; 8 * number];
            stream.fill(&mut bytes);
            bytes
        })
        .collect()
}

/// Writes the first inputs into the corpus folder among the program's arguments, if there is one and
/// it is empty.
///
/// # Panics
/// When the folder cannot be read or written.
pub fn begin_corpus(inputs: impl FnOnce() -> Vec<Vec<u8>>) {
    let folders = env::args_os().skip(1).map(PathBuf::from);
    let Some(folder) = folders.into_iter().find(|path| path.is_dir()) else {
        return;
    };
    if fs::read_dir(&folder).expect("a folder").next().is_some() {
        return;
    }
    for (number, bytes) in inputs().iter().enumerate() {
        fs::write(folder.join(format!("first-{number:02}")), bytes).expect("a writable folder");
    }
}

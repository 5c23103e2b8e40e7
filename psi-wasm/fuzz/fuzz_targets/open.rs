//! Opens replies with keys and states, any of which may be changed or belong to another comparison.
//! The right outcome is worked out beforehand and compared.
#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use psi_wasm::client::{AwaitingReply, Outcome};
use psi_wasm::errors::Error;
use psi_wasm::keys::PrivateKeys;
use psi_wasm::wire::Kind;
use psi_wasm_fuzz::layout::{HEADER, verdict};
use psi_wasm_fuzz::samples::{Comparison, HONEST, begin_corpus, choices};

fuzz_target!(init: begin_corpus(choices), |data: &[u8]| {
    run(&mut Unstructured::new(data)).expect("bytes that end go on as zeros");
});

/// Bytes of keys, state and reply change. A slot matches as before only if nothing its match depends
/// on has changed.
fn run(source: &mut Unstructured) -> Result<()> {
    let honest = source.choose(&*HONEST)?;
    let other = source.choose(&*HONEST)?;
    let foreign = source.int_in_range(0..=7)?;
    let from = |part| if foreign == part { other } else { honest };
    let mut opened = Opened {
        private: from(1).private.clone(),
        state: from(2).state.clone(),
        reply: from(3).reply.clone(),
    };
    if foreign == 4 {
        // Another client's reply with this client's key id.
        let id = HEADER..HEADER + 16;
        opened.reply.clone_from(&other.reply);
        opened.reply[id.clone()].copy_from_slice(&honest.reply[id]);
    }
    for _ in 0..source.int_in_range(0..=4)? {
        let part = match source.int_in_range(0..=5)? {
            0 => &mut opened.private,
            1 | 2 => &mut opened.state,
            _ => &mut opened.reply,
        };
        // Most fields are small and lie near the start or the end.
        let place = match source.int_in_range(0..=2)? {
            0 => usize::from(source.arbitrary::<u8>()?) % part.len(),
            1 => part.len() - 1 - usize::from(source.arbitrary::<u8>()?) % part.len(),
            _ => source.choose_index(part.len())?,
        };
        part[place] ^= if source.arbitrary()? {
            1
        } else {
            source.arbitrary()?
        };
    }
    if source.ratio(1, 16)? {
        opened.reply.pop();
    }
    match (opened.outcome(), opened.refusal()) {
        (Ok(outcome), None) => opened.hold(&outcome),
        (outcome, due) => assert_eq!(outcome.err(), due),
    }
    Ok(())
}

/// What is opened.
struct Opened {
    private: Vec<u8>,
    state: Vec<u8>,
    reply: Vec<u8>,
}

impl Opened {
    fn outcome(&self) -> core::result::Result<Outcome, Error> {
        let keys = PrivateKeys::read(&self.private)?;
        AwaitingReply::read(&self.state)?.open(&keys, &self.reply)
    }

    fn slots(&self) -> usize {
        self.state.len() - HEADER - 96
    }

    /// The refusal that is due.
    fn refusal(&self) -> Option<Error> {
        let key_hash = |at: usize| HEADER + at..HEADER + at + 32;
        verdict(Kind::PrivateKeys, &self.private)
            .or_else(|| verdict(Kind::ClientState, &self.state))
            .or_else(|| verdict(Kind::Reply, &self.reply))
            .or_else(|| {
                let id = self.state[HEADER..HEADER + 16] == self.reply[HEADER..HEADER + 16];
                let keys = self.private[key_hash(32)] == self.state[key_hash(0)];
                (!id || !keys).then_some(Error::Keys)
            })
            .or_else(|| (self.state[4..8] != self.reply[4..8]).then_some(Error::Slots))
    }

    /// Compares the outcome with the honest comparisons.
    fn hold(&self, outcome: &Outcome) {
        let slots = self.slots();
        let hashes = |reply: &[u8]| reply.len() - 32 * slots;
        let same_session = |honest: &&Comparison| {
            let covered = honest.reply.len() == self.reply.len()
                && honest.reply[..hashes(&honest.reply)] == self.reply[..hashes(&self.reply)];
            let kept = honest.state[..HEADER + 96] == self.state[..HEADER + 96];
            covered && kept && honest.private == self.private
        };
        let honest = HONEST.iter().find(same_session);
        for slot in 0..slots {
            let own = self.state[HEADER + 96 + slot] == 1;
            let hash = |reply: &[u8]| reply[hashes(reply) + 32 * slot..][..32].to_vec();
            let token = honest
                .filter(|_| own)
                .filter(|honest| honest.state[HEADER + 96 + slot] == 1)
                .filter(|honest| honest.answered[HEADER + 32 + slot] == 1)
                .filter(|honest| hash(&honest.reply) == hash(&self.reply))
                .map(|honest| &honest.answered[HEADER + 32 + slots + 16 * slot..][..16]);
            assert_eq!(outcome.matches[slot], u8::from(token.is_some()));
            assert_eq!(
                outcome.tokens[16 * slot..][..16],
                *token.unwrap_or(&[0; 16])
            );
        }
    }
}

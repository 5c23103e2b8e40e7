//! The seam to JavaScript: whole steps over byte arrays, errors as their codes.
//!
//! Bytes are copied in and out by hand, so that every copy on this side is wiped; nothing
//! here panics on any input, and no object outlives a call.
#![allow(
    unsafe_code,
    reason = "wasm_bindgen's expansion declares extern functions"
)]
#![allow(clippy::needless_pass_by_value, reason = "wasm_bindgen passes values")]

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::client::{self, AwaitingReply};
use crate::errors::Error;
use crate::keys::PrivateKeys;
use crate::messages::{PublicKeys, Reply, Request, key_id};
use crate::params::CONTEXT_BYTES;
use crate::sampling::Seed;
use crate::secret::SecretBytes;
use crate::self_test;
use crate::server::{self, Answered};
use crate::session::Context;
use crate::steps::Steps;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "type Bytes = Uint8Array<ArrayBuffer>;";

fn thrown(error: Error) -> JsValue {
    JsValue::from(error.code())
}

/// A copy of secret bytes, wiped after the call.
#[inline(never)]
fn secret(array: &Uint8Array) -> SecretBytes {
    SecretBytes::new(array.to_vec())
}

/// A copy of bytes that are no secret.
#[inline(never)]
fn message(array: &Uint8Array) -> Vec<u8> {
    array.to_vec()
}

/// The context that a caller gives.
#[inline(never)]
fn asked(array: &Uint8Array) -> Result<Context, JsValue> {
    let mut context = [0; CONTEXT_BYTES];
    if array.length() as usize != CONTEXT_BYTES {
        return Err(thrown(Error::Context));
    }
    array.copy_to(&mut context);
    Ok(context)
}

#[inline(never)]
fn given(parts: &[&[u8]]) -> Array {
    parts.iter().map(|part| Uint8Array::from(*part)).collect()
}

/// A new key pair: `[private, public]`.
///
/// # Errors
/// The code of [`Error::Randomness`].
#[wasm_bindgen(js_name = generateKeys, unchecked_return_type = "[Bytes, Bytes]")]
pub fn generate_keys() -> Result<Array, JsValue> {
    let seed = Seed::random().map_err(thrown)?;
    let (private, public) = PrivateKeys::generate(seed);
    Ok(given(&[&private.write(), &public]))
}

/// Round 1: `[state, request]`.
///
/// # Errors
/// The code of what was wrong.
#[wasm_bindgen(js_name = makeRequest, unchecked_return_type = "[Bytes, Bytes]")]
pub fn make_request(
    private: &Uint8Array,
    bits: &Uint8Array,
    context: &Uint8Array,
) -> Result<Array, JsValue> {
    let context = asked(context)?;
    let keys = PrivateKeys::read(&secret(private)).map_err(thrown)?;
    let seed = Seed::random().map_err(thrown)?;
    let (state, message) =
        client::request(&keys, &seed, &secret(bits), &context).map_err(thrown)?;
    Ok(given(&[&state.write(), &message]))
}

/// Round 2: `[state, reply, session]`.
///
/// # Errors
/// The code of what was wrong.
#[wasm_bindgen(js_name = answerRequest, unchecked_return_type = "[Bytes, Bytes, Bytes]")]
pub fn answer_request(
    public: &Uint8Array,
    request: &Uint8Array,
    bits: &Uint8Array,
    context: &Uint8Array,
) -> Result<Array, JsValue> {
    let context = asked(context)?;
    let seed = Seed::random().map_err(thrown)?;
    let (state, message) = server::answer(
        &message(public),
        &message(request),
        &secret(bits),
        &context,
        &seed,
    )
    .map_err(thrown)?;
    Ok(given(&[&state.write(), &message, &state.session]))
}

/// Round 3: `[matches, tokens, session]`.
///
/// # Errors
/// The code of what was wrong.
#[wasm_bindgen(js_name = openReply, unchecked_return_type = "[Bytes, Bytes, Bytes]")]
pub fn open_reply(
    private: &Uint8Array,
    state: &Uint8Array,
    reply: &Uint8Array,
) -> Result<Array, JsValue> {
    let keys = PrivateKeys::read(&secret(private)).map_err(thrown)?;
    let state = AwaitingReply::read(&secret(state)).map_err(thrown)?;
    let outcome = state.open(&keys, &message(reply)).map_err(thrown)?;
    Ok(given(&[
        &outcome.matches,
        &outcome.tokens,
        &outcome.session,
    ]))
}

/// Whether a disclosed token proves a match.
///
/// # Errors
/// The code of what was wrong with the state.
#[wasm_bindgen(js_name = checkToken)]
pub fn check_token(state: &Uint8Array, slot: u32, token: &Uint8Array) -> Result<bool, JsValue> {
    let state = Answered::read(&secret(state)).map_err(thrown)?;
    Ok(state.check(slot as usize, &secret(token)))
}

/// The key id of public keys, after checking them completely.
///
/// # Errors
/// The code of what was wrong.
#[wasm_bindgen(js_name = publicKeyId, unchecked_return_type = "Bytes")]
pub fn public_key_id(public: &Uint8Array) -> Result<Uint8Array, JsValue> {
    let keys = PublicKeys::read(&message(public)).map_err(thrown)?;
    Ok(Uint8Array::from(key_id(&keys.hash).as_slice()))
}

/// The id of the keys that a request was made for, after checking the whole request.
///
/// # Errors
/// The code of what was wrong.
#[wasm_bindgen(js_name = requestKeyId, unchecked_return_type = "Bytes")]
pub fn request_key_id(request: &Uint8Array) -> Result<Uint8Array, JsValue> {
    let request = Request::read(&message(request)).map_err(thrown)?;
    Ok(Uint8Array::from(key_id(&request.key_hash).as_slice()))
}

/// The id of the keys that a reply is for, after checking the whole reply.
///
/// # Errors
/// The code of what was wrong.
#[wasm_bindgen(js_name = replyKeyId, unchecked_return_type = "Bytes")]
pub fn reply_key_id(reply: &Uint8Array) -> Result<Uint8Array, JsValue> {
    let bytes = message(reply);
    let reply = Reply::read(&bytes).map_err(thrown)?;
    Ok(Uint8Array::from(reply.key_id.as_slice()))
}

/// The public keys of kept private keys, computed again.
///
/// # Errors
/// The code of what was wrong.
#[wasm_bindgen(js_name = publicKeys, unchecked_return_type = "Bytes")]
pub fn public_keys(private: &Uint8Array) -> Result<Uint8Array, JsValue> {
    let keys = PrivateKeys::read(&secret(private)).map_err(thrown)?;
    let public = keys.public().map_err(thrown)?;
    Ok(Uint8Array::from(public.as_slice()))
}

/// The session of a kept server state.
///
/// # Errors
/// The code of what was wrong.
#[wasm_bindgen(js_name = serverStateSession, unchecked_return_type = "Bytes")]
pub fn server_state_session(state: &Uint8Array) -> Result<Uint8Array, JsValue> {
    let state = Answered::read(&secret(state)).map_err(thrown)?;
    Ok(Uint8Array::from(state.session.as_slice()))
}

/// Whether this build gives the known answer on this platform. Callers ask this first.
#[wasm_bindgen(js_name = selfTest)]
#[must_use]
pub fn self_test() -> bool {
    self_test::passes()
}

/// Does one step of [`crate::steps::STEPS`] `times` times, for benchmarks. False if there is no
/// such step.
#[wasm_bindgen(js_name = repeatStep)]
#[must_use]
pub fn repeat_step(step: usize, times: u32) -> bool {
    let mut steps = Steps::new();
    (0..times).all(|_| steps.run(step))
}

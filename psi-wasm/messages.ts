declare const kind: unique symbol;

/** Bytes of one kind. Only the rounds and the `read…` functions produce them. */
type Message<Kind extends string> = Uint8Array<ArrayBuffer> & { readonly [kind]: Kind };

/** 72 bytes, secret. They serve one request and one reply. */
export type PrivateKeys = Message<'private keys'>;
/** The published half: 47,672 bytes. */
export type PublicKeys = Message<'public keys'>;
/** Round 1, client to server: 11,976 bytes at up to 100 slots. */
export type Request = Message<'request'>;
/** Round 2, server to client: 20,664 bytes at 100 slots. */
export type Reply = Message<'reply'>;
/** What the client keeps between its rounds, the context included; secret. */
export type ClientState = Message<'client state'>;
/** What the server keeps until facts are disclosed; secret. */
export type ServerState = Message<'server state'>;

/** What the parts of the store of public keys need of each other; with the web platform's types alone, as `ports.ts`. */

/** The store that public keys are published in. */
export interface BlobStore {
  /** A client token for one upload to this pathname. */
  mintClientToken(pathname: string): Promise<string>;
  /** The object at a public link. @throws Refusal 400 when the link does not lie in this store, or holds nothing */
  read(link: string): Promise<Uint8Array>;
  /**
   * Removes the object at a public link. What is not there, or does not lie in this store, is no object of ours.
   *
   * @throws Refusal 503 when the store does not answer
   */
  remove(link: string): Promise<void>;
}

export interface StoredBlob {
  content: Uint8Array;
  contentType: string;
  etag: string;
  /** Seconds. */
  cacheControlMaxAge: number;
}

/** The embedded store's objects. */
export interface BlobObjects {
  /** False when the pathname holds another object. The same one again, for an answer that was lost, changes nothing. */
  add(pathname: string, blob: StoredBlob): Promise<boolean>;
  get(pathname: string): Promise<StoredBlob | null>;
  /** No object is stored at this pathname again while the client token for it can be in force. */
  remove(pathname: string): Promise<void>;
}

/** A multipart upload as the client names it in each of its calls. */
export interface BlobUploadRef {
  id: string;
  /** Where the object will lie; the client's `key`. */
  pathname: string;
  /** The pathname of the client token that came with the call. */
  grantedPathname: string;
}

export interface BlobPart {
  /** 1 to 10,000 */
  partNumber: number;
  etag: string;
}

/** Multipart uploads to the embedded store that are under way. */
export interface BlobUploads {
  /** @param expiresAt milliseconds since the epoch; later parts are refused and what there is goes */
  begin(
    upload: Omit<BlobUploadRef, 'id'> & Pick<StoredBlob, 'contentType' | 'cacheControlMaxAge'>,
    expiresAt: number,
  ): Promise<{ id: string }>;
  /**
   * Stores a part, in place of an earlier one of its number.
   *
   * @param most bytes that all parts together may have
   */
  addPart(
    upload: BlobUploadRef,
    part: BlobPart & Pick<StoredBlob, 'content'>,
    most: number,
  ): Promise<'stored' | 'no such upload' | 'too large'>;
  /**
   * Makes the object of the listed parts, in the order of their numbers, and ends the upload. Done twice, for an
   * answer that was lost, it says the same twice.
   *
   * @param least bytes of every part but the last
   * @param most bytes of all parts together
   */
  complete(
    upload: BlobUploadRef,
    parts: readonly BlobPart[],
    bounds: { least: number; most: number },
  ): Promise<
    | Pick<StoredBlob, 'contentType' | 'etag'>
    | 'no such upload'
    | 'no such part'
    | 'part too small'
    | 'too large'
    | 'taken'
  >;
}

export interface EmbeddedBlobDeps {
  objects: BlobObjects;
  uploads: BlobUploads;
  /** The store's read-write token, which signs client tokens. */
  readWriteToken: string;
}

/** Contracts between the parts of the store of public keys. Uses types of the web platform only. */

/** The store that public keys are published in. */
export interface BlobStore {
  /** A client token for one upload to this pathname. */
  mintClientToken(pathname: string): Promise<string>;
  /**
   * The object at a public link.
   *
   * @throws Refusal 400 when the link is not in this store, or nothing is there
   */
  read(link: string): Promise<Uint8Array>;
  /**
   * Removes the object at a public link. A missing object, or a link outside this store, is ignored.
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
  /**
   * False when the pathname holds another object. Adding the same object again, after a lost answer, changes nothing.
   */
  add(pathname: string, blob: StoredBlob): Promise<boolean>;
  get(pathname: string): Promise<StoredBlob | null>;
  /** Also blocks this pathname for as long as its client token may be valid. */
  remove(pathname: string): Promise<void>;
}

/** A multipart upload, as named in each of the client's calls. */
export interface BlobUploadRef {
  id: string;
  /** The pathname of the object; the client's `key`. */
  pathname: string;
  /** The pathname of the client token that came with the call. */
  grantedPathname: string;
}

export interface BlobPart {
  /** 1 to 10,000 */
  partNumber: number;
  etag: string;
}

/** Unfinished multipart uploads to the embedded store. */
export interface BlobUploads {
  /** @param expiresAt milliseconds since the epoch; after it, parts are refused and existing ones removed */
  begin(
    upload: Omit<BlobUploadRef, 'id'> & Pick<StoredBlob, 'contentType' | 'cacheControlMaxAge'>,
    expiresAt: number,
  ): Promise<{ id: string }>;
  /**
   * Stores a part, replacing an earlier one with its number.
   *
   * @param most limit on the bytes of all parts together
   */
  addPart(
    upload: BlobUploadRef,
    part: BlobPart & Pick<StoredBlob, 'content'>,
    most: number,
  ): Promise<'stored' | 'no such upload' | 'too large'>;
  /**
   * Joins the listed parts in the order of their numbers and ends the upload. Repeated after a lost answer, it gives
   * the same result.
   *
   * @param least smallest size of every part but the last, in bytes
   * @param most limit on the bytes of all parts together
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

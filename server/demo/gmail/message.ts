import type { MailEntry } from '../mailbox/entry.ts';
import { mailTree } from '../../../mail/mime/mail-tree.ts';
import type { MimePart, PartField } from '../../../mail/mime/mail-tree.ts';

export const MESSAGE_FORMATS = ['minimal', 'metadata', 'full', 'raw'] as const;
export type MessageFormat = (typeof MESSAGE_FORMATS)[number];

/** Gmail's MessagePart. `data` is base64url of the decoded content. */
interface MessagePartJson {
  partId?: string;
  mimeType: string;
  filename?: string;
  headers: PartField[];
  body?: { size: number; data?: string; attachmentId?: string };
  parts?: MessagePartJson[];
}

/** Gmail's Message (users.messages), with the members of the requested format. */
export interface MessageJson {
  id: string;
  threadId: string;
  labelIds: readonly string[];
  snippet: string;
  historyId: string;
  /** Milliseconds since the epoch, as a string (int64 in JSON). */
  internalDate: string;
  sizeEstimate: number;
  payload?: MessagePartJson;
  raw?: string;
}

/**
 * A mail in the JSON of `messages.get`.
 *
 * @param metadataHeaders with `metadata`: only these headers; all when empty
 */
export async function messageJson(
  entry: MailEntry,
  historyId: number,
  format: MessageFormat,
  metadataHeaders: readonly string[],
): Promise<MessageJson> {
  const message: MessageJson = {
    id: entry.id,
    threadId: entry.threadId,
    labelIds: entry.labels,
    snippet: entry.snippet,
    historyId: String(historyId),
    internalDate: String(entry.receivedAt),
    sizeEstimate: entry.raw.length,
  };
  if (format === 'minimal') return message;
  if (format === 'raw') return { ...message, raw: Buffer.from(entry.raw).toString('base64url') };
  const tree = await mailTree(entry.raw);
  if (format === 'full') return { ...message, payload: partJson(tree, '') };
  const wanted = new Set(metadataHeaders.map((name) => name.toLowerCase()));
  const headers = tree.headers.filter((field) => wanted.size === 0 || wanted.has(field.name.toLowerCase()));
  return { ...message, payload: { mimeType: tree.mimeType, headers } };
}

/** The decoded content of a file in a mail, by the id that `full` gave it; null when there is none. */
export async function attachmentBody(entry: MailEntry, attachmentId: string): Promise<Uint8Array | null> {
  const find = (part: MimePart, partId: string): Uint8Array | null => {
    if (part.filename !== '' && attachmentIdOf(partId) === attachmentId) return part.body;
    for (const [index, child] of part.parts.entries()) {
      const body = find(child, childId(partId, index));
      if (body) return body;
    }
    return null;
  };
  return find(await mailTree(entry.raw), '');
}

function partJson(part: MimePart, partId: string): MessagePartJson {
  const file = part.filename !== '';
  const size = part.body.length;
  const content = file
    ? { attachmentId: attachmentIdOf(partId) }
    : { data: Buffer.from(part.body).toString('base64url') };
  return {
    partId,
    mimeType: part.mimeType,
    filename: part.filename,
    headers: part.headers,
    body: size === 0 ? { size } : { size, ...content },
    ...(part.parts.length > 0
      ? { parts: part.parts.map((child, index) => partJson(child, childId(partId, index))) }
      : {}),
  };
}

function childId(partId: string, index: number): string {
  return partId === '' ? String(index) : `${partId}.${index}`;
}

function attachmentIdOf(partId: string): string {
  return `part-${partId === '' ? 'root' : partId.replaceAll('.', '-')}`;
}

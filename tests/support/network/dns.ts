/** A recursive DNS server on loopback, over UDP and TCP, that answers from a table of TXT records. */
import { createSocket } from 'node:dgram';
import type { Socket as UdpSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import {
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
  decode,
  encode,
  streamEncode,
} from 'dns-packet';
import type { DecodedPacket, Packet } from 'dns-packet';

/** Response codes (RFC 1035 4.1.1). */
const RCODES = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 };

/** What the server does with a question. An unknown name is NXDOMAIN. */
export type Reply =
  /** TXT records, each of one or more strings. With `alias`, the question's name is an alias of that name. */
  | { txt: readonly (string | readonly string[])[]; alias?: string; tcp?: 'answers' | 'silent' | 'closes' }
  | { rcode: keyof typeof RCODES }
  /** An alias without its target's records, as from a server that is not recursive. */
  | { alias: string }
  | 'silent'
  /** These bytes instead of an answer. */
  | { bytes: (query: Buffer) => Buffer };

export interface Asked {
  name: string;
  over: 'udp' | 'tcp';
}

export interface DnsServer {
  /** `127.0.0.1:PORT` */
  address: string;
  zone: Map<string, Reply>;
  /** The reply for names in no zone. */
  otherwise: Reply;
  /** Every question, in order. */
  asked: Asked[];
  /** The delay of every answer, in milliseconds. */
  delay: number;
  /** The most questions that waited at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

export async function startDns(): Promise<DnsServer> {
  const { udp, tcp, port } = await listen();
  const connections = new Set<Socket>();
  let open = 0;
  let most = 0;
  let closed = false;
  const dns: DnsServer = {
    address: `127.0.0.1:${port}`,
    zone: new Map(),
    otherwise: { rcode: 'NXDOMAIN' },
    asked: [],
    delay: 0,
    mostAtOnce: () => most,
    close: async () => {
      closed = true;
      udp.close();
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => tcp.close(resolve));
    },
  };

  const answer = async (query: Buffer, over: Asked['over']): Promise<Buffer | 'closes' | null> => {
    const packet = decode(query);
    const name = packet.questions?.[0]?.name.toLowerCase() ?? '';
    dns.asked.push({ name, over });
    const reply = dns.zone.get(name) ?? dns.otherwise;
    open += 1;
    most = Math.max(most, open);
    if (dns.delay > 0) await new Promise((resolve) => setTimeout(resolve, dns.delay));
    open -= 1;
    if (reply === 'silent') return null;
    if ('bytes' in reply) return reply.bytes(query);
    const full = respond(packet, reply);
    const tcpToo = 'tcp' in reply ? reply.tcp : undefined;
    if (over === 'tcp') {
      if (tcpToo === 'silent') return null;
      return tcpToo === 'closes' ? 'closes' : streamEncode(full);
    }
    const bytes = encode(full);
    if (tcpToo === undefined && bytes.length <= udpLimit(packet)) return bytes;
    return encode({ ...full, answers: [], flags: (full.flags ?? 0) | TRUNCATED_RESPONSE });
  };

  udp.on('message', (query, from) => {
    const send = async (): Promise<void> => {
      const bytes = await answer(query, 'udp');
      if (bytes instanceof Buffer && !closed) udp.send(bytes, from.port, from.address);
    };
    void send();
  });
  tcp.on('connection', (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    connection.on('error', () => undefined);
    const send = async (query: Buffer): Promise<void> => {
      const bytes = await answer(query, 'tcp');
      if (bytes === 'closes') connection.destroy();
      else if (bytes !== null) connection.write(bytes);
    };
    let pending = Buffer.alloc(0);
    connection.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      // Each message is preceded by its length (RFC 1035 4.2.2).
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const end = 2 + pending.readUInt16BE(0);
        void send(pending.subarray(2, end));
        pending = pending.subarray(end);
      }
    });
  });
  return dns;
}

function respond(query: DecodedPacket, reply: Exclude<Reply, 'silent' | { bytes: unknown }>): Packet {
  const [question] = query.questions ?? [];
  const name = question?.name ?? '';
  const base: Packet = {
    type: 'response',
    id: query.id ?? 0,
    flags: RECURSION_DESIRED | RECURSION_AVAILABLE,
    questions: query.questions ?? [],
  };
  if ('rcode' in reply) return { ...base, flags: (base.flags ?? 0) | RCODES[reply.rcode] };
  const alias =
    reply.alias === undefined ? [] : [{ type: 'CNAME' as const, name, data: reply.alias, ttl: 300 }];
  const texts = 'txt' in reply ? reply.txt : [];
  return {
    ...base,
    answers: [
      ...alias,
      ...texts.map((strings) => ({
        type: 'TXT' as const,
        name: reply.alias ?? name,
        data: [strings].flat().map((text) => Buffer.from(text, 'latin1')),
        ttl: 300,
      })),
    ],
  };
}

/** The size that the client accepts (RFC 6891 6.2.3), by default 512 bytes (RFC 1035 4.2.1). */
function udpLimit(query: DecodedPacket): number {
  const opt = query.additionals?.find((record) => record.type === 'OPT');
  return opt !== undefined && 'udpPayloadSize' in opt ? opt.udpPayloadSize : 512;
}

/** A port that is free for both. */
async function listen(): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  for (;;) {
    const tcp = createServer();
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4');
    const taken = await new Promise<boolean>((resolve) => {
      udp.once('error', () => resolve(true));
      udp.bind(port, '127.0.0.1', () => resolve(false));
    });
    if (!taken) return { udp, tcp, port };
    udp.close();
    tcp.close();
  }
}

/** A long record split into strings of at most 255 bytes, as in zones. */
export function inStrings(record: string, length = 255): string[] {
  return record.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
}

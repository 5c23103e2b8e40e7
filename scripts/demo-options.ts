/** The command line options of `npm run demo`. */
import { parseArgs } from 'node:util';

export const HELP = `Usage: npm run demo -- [options]

Signs in, scans a mailbox, compares privately and prints what the organiser also lists.

  --mbox FILE         scan this mailbox file (Google Takeout) instead of the demo mailbox;
                      facts count when the mail was addressed to the demo account
  --account ADDRESS   with --mbox: judge the file's mails for this address, and nothing else; nobody signs in,
                      no server is started or asked. Lists every mail that attests an event:
                      subject, from, date, event, counts, tier, reason
  --keys FILE         with --account: further DKIM keys, as JSON (name in DNS: [records]);
                      demo: those that the demo mailbox is signed with
  --interests A,B     choose interests, by their keys in the catalog
  --disclose A,B      afterwards disclose these events or interests (or: all)
  --thorough          read every header, not only what the searches find
  --server URL        use a running server; otherwise one is started, and removed at the end
  --json              print one JSON document
  --help              this text

Exit codes: 0 done, 1 it failed, 2 wrong options.
`;

/** Ends the program with a message instead of a stack trace. */
export class DemoFailure extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(message: string, code = 'demo_failed', exitCode = 1) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

export interface Options {
  mbox: string | null;
  account: string | null;
  keys: string | null;
  interests: string[];
  disclose: string[];
  thorough: boolean;
  server: string | null;
  json: boolean;
  help: boolean;
}

/** @throws DemoFailure on unknown options, and on options that do not go together */
export function readOptions(args: string[]): Options {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        mbox: { type: 'string' },
        account: { type: 'string' },
        keys: { type: 'string' },
        interests: { type: 'string' },
        disclose: { type: 'string' },
        thorough: { type: 'boolean', default: false },
        server: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new DemoFailure(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`, 'usage', 2);
  }
  if (values.server !== undefined && !/^https?:/.test(URL.parse(values.server)?.protocol ?? '')) {
    throw new DemoFailure(`--server wants an address like http://localhost:8787.`, 'usage', 2);
  }
  if ((values.account ?? values.keys) !== undefined) {
    const { account, mbox, server, disclose } = values;
    const judges = account !== undefined && mbox !== undefined;
    if (!judges || [server, disclose, values.interests].some((other) => other !== undefined)) {
      throw new DemoFailure(
        '--account and --keys judge a file: they go with --mbox FILE --account ADDRESS, and with --json alone beside.',
        'usage',
        2,
      );
    }
  }
  return {
    mbox: values.mbox ?? null,
    account: values.account ?? null,
    keys: values.keys ?? null,
    interests: list(values.interests),
    disclose: list(values.disclose),
    thorough: values.thorough,
    server: values.server === undefined ? null : new URL(values.server).origin,
    json: values.json,
    help: values.help,
  };
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

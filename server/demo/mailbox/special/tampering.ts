/** Changes to a signed mail in transit. Every function takes and returns a whole mail. */
export type Tampering = (signed: Buffer) => Buffer;

/** A mailing list appends a footer to the body. */
export function withFooter(footer: string): Tampering {
  return (signed) => Buffer.concat([signed, Buffer.from(footer)]);
}

/** A gateway marks the subject. */
export function withSubjectPrefix(prefix: string): Tampering {
  return edit((text) => text.replace(/^Subject: /m, `Subject: ${prefix} `));
}

/** Changes one character of the topmost signature's value. */
export const withBrokenSignature: Tampering = edit((text) =>
  text.replace(/(\sb=)(.)/, (_, tag: string, first: string) => tag + (first === 'A' ? 'B' : 'A')),
);

/** Adds a second header of a name above the first, as a forger would. */
export function withHeaderOnTop(line: string): Tampering {
  return (signed) => Buffer.concat([Buffer.from(`${line}\r\n`), signed]);
}

/** Removes From from the signature's list. */
export const withFromUnlisted: Tampering = edit((text) =>
  text.replace(/(\sh=[^;]*?):\s*From\s*;/, (_, list: string) => `${list};`),
);

function edit(change: (text: string) => string): Tampering {
  return (signed) => {
    const text = signed.toString('latin1');
    const changed = change(text);
    if (changed === text) throw new Error('The demo mail has nothing to tamper with');
    return Buffer.from(changed, 'latin1');
  };
}

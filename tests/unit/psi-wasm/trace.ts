/**
 * Instruments a module to report where it branches and what it accesses: every branch condition, every address, every
 * length of a bulk copy and every operand of a division goes through an import. The condition of a `select` is not
 * reported, because engines compile it to a conditional move.
 */
import binaryen from 'binaryen';

/** A term of WebAssembly's text format. */
type Term = string | Term[];

/** A traced place in the module: its function, and the operand that is reported. */
export interface Site {
  function: string;
  operand: string;
}

const token = /\s+|;;[^\n]*|"(?:\\.|[^"\\])*"|[()]|[^\s()]+/g;

function parsed(text: string): Term[] {
  const open: Term[][] = [[]];
  for (const [word] of text.matchAll(token)) {
    if (word === '(') open.push([]);
    else if (word === ')') {
      const done = open.pop() ?? [];
      open.at(-1)?.push(done);
    } else if (!/^(?:\s|;;)/.test(word)) open.at(-1)?.push(word);
  }
  return open[0] ?? [];
}

function printed(term: Term): string {
  return typeof term === 'string' ? term : `(${term.map(printed).join(' ')})`;
}

/** Which operands of an instruction decide what it does or how long it takes, as indices `from` and `to`. */
function telling(name: string): { from: number; to?: number; wide?: boolean } | undefined {
  if (name === 'if') return { from: 0, to: 1 };
  if (name === 'br_if' || name === 'br_table' || name === 'call_indirect') return { from: -1 };
  if (/^(?:i32|i64|f32|f64|v128)\.(?:load|store)/.test(name)) return { from: 0, to: 1 };
  if (name === 'memory.copy') return { from: 0 };
  if (name === 'memory.fill') return { from: 0, to: 1 };
  const division = /^(i32|i64)\.(?:div|rem)_/.exec(name);
  return division === null ? undefined : { from: 0, wide: division[1] === 'i64' };
}

/**
 * The same module with two imports, `trace.i32` and `trace.i64`. They receive a site and a value, and return the value.
 */
export function instrumented(bytes: Uint8Array): { module: WebAssembly.Module; sites: Site[] } {
  const read = binaryen.readBinary(bytes);
  const features = read.getFeatures();
  const [text] = parsed(read.emitText());
  read.dispose();
  if (!Array.isArray(text)) throw new Error('not a module');
  const sites: Site[] = [];

  const wrapped = (term: Term, site: Site, wide: boolean): Term => {
    sites.push(site);
    return ['call', wide ? '$trace64' : '$trace', ['i32.const', String(sites.length - 1)], term];
  };
  const walk = (term: Term, name: string): Term => {
    if (typeof term === 'string') return term;
    const [head = ''] = term;
    const inner = term.map((part) => walk(part, name));
    const told = typeof head === 'string' ? telling(head) : undefined;
    if (told === undefined) return inner;
    const operands = [...inner.keys()].filter((at) => {
      const part = inner[at];
      return (
        Array.isArray(part) &&
        part[0] !== 'result' &&
        part[0] !== 'type' &&
        part[0] !== 'then' &&
        part[0] !== 'else'
      );
    });
    for (const at of operands.slice(told.from, told.to)) {
      inner[at] = wrapped(inner[at] ?? '', { function: name, operand: String(head) }, told.wide ?? false);
    }
    return inner;
  };

  const imports: Term[] = [
    ['import', '"trace"', '"i32"', ['func', '$trace', ['param', 'i32', 'i32'], ['result', 'i32']]],
    ['import', '"trace"', '"i64"', ['func', '$trace64', ['param', 'i32', 'i64'], ['result', 'i64']]],
  ];
  const [keyword = 'module', ...fields] = text;
  const types = fields.filter((field) => field[0] === 'type' || field[0] === 'rec');
  const rest = fields.filter((field) => !types.includes(field));
  const body = rest.map((field) => (field[0] === 'func' ? walk(field, String(field[1])) : field));
  const told = binaryen.parseText(printed([keyword, ...types, ...imports, ...body]));
  told.setFeatures(features);
  const module = new WebAssembly.Module(Uint8Array.from(told.emitBinary()));
  told.dispose();
  return { module, sites };
}

/** Finds the words of the interface in a source file: what people would read, or have read out. */
import { parseSync } from 'vite';

/** Attributes whose strings people read or hear. */
const READ_OUT = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'caption',
  'label',
  'placeholder',
  'summary',
  'term',
  'title',
  'what',
]);

/** Attributes whose strings are for the machine. */
const STYLING = new Set(['className', 'd', 'viewBox']);

const LETTERS = /\p{L}{2}/u;

/** Two words after a capital: a sentence, or a name of several words. */
const SENTENCE = /^\W*\p{Lu}[\p{L}’'-]*[,:;]? .*\p{L}/u;

/** A capital and small letters: `Cancel`. */
const CAPITALISED = /^\p{Lu}\p{Ll}+[.…?!:]*$/u;

/** Words between spaces, with a mark at most: prose, and no list of classes, path or address. */
const PROSE = /^\W*(?:\p{Ll}{2,}[,;:]? )+\p{Ll}{2,}[.?!:]*$/u;

interface Node {
  type: string;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** How the place of a string is read. */
type Place = 'read' | 'styling' | 'code';

/** The words of a file. @param path ends in `.ts` or `.tsx` */
export function wordsIn(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const found: string[] = [];

  function note(text: string, place: Place): void {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (place === 'styling' || !LETTERS.test(words)) return;
    if (place === 'read' || SENTENCE.test(words) || CAPITALISED.test(words) || PROSE.test(words)) {
      found.push(words);
    }
  }

  function visit(node: Node, place: Place): void {
    switch (node.type) {
      // Types, the paths of imports, and what is thrown for developers.
      case 'ImportDeclaration':
      case 'TSLiteralType':
        return;
      case 'NewExpression':
        if (/(?:Error|Exception)$/.test(String((node['callee'] as Node)['name']))) return;
        break;
      case 'JSXText':
        note(String(node['value']), 'read');
        return;
      case 'JSXAttribute': {
        const name = String((node['name'] as Node)['name']);
        visitParts(node, READ_OUT.has(name) ? 'read' : STYLING.has(name) ? 'styling' : 'code');
        return;
      }
      case 'TemplateElement':
        note((node['value'] as { cooked: string }).cooked, place);
        return;
      case 'Literal':
        if (typeof node['value'] === 'string') note(node['value'], place);
        return;
      // What chooses between strings is none itself.
      case 'BinaryExpression':
        visitParts(node, node['operator'] === '+' ? place : 'code');
        return;
      case 'CallExpression':
      case 'MemberExpression':
        visitParts(node, place === 'styling' ? place : 'code');
        return;
      default:
    }
    visitParts(node, place);
  }

  function visitParts(node: Node, place: Place): void {
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part, place);
  }

  visit(program as unknown as Node, 'code');
  return found;
}

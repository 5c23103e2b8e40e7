/**
 * Checks answers against the server's OpenAPI document, with a JSON Schema validator that shares no code with the one
 * that wrote it.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: object;
  'x-slashes'?: boolean;
}

export type Content = Record<string, { schema?: object }>;

export interface Operation {
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  'x-max-body-bytes'?: number;
  responses: Record<string, { description: string; content?: Content }>;
}

/** The answer of `GET /api/openapi.json`. */
export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
}

/** An answer as it left the server. */
export interface Answered {
  method: string;
  /** Path and query. */
  target: string;
  status: number;
  contentType: string | null;
  body: Uint8Array;
}

export interface Conformance {
  /** The fault in an answer; null when it is as documented. */
  fault(answered: Answered): string | null;
}

const DOCUMENT = 'openapi.json';
/** Matches every path, because a path that is neither a file nor a route gets the page. */
const WILDCARD = '/{rest}';
/** Statuses given without a route, or by middleware in front of a group of routes. */
const OUTSIDE = new Set([400, 401, 403, 404, 413, 421, 429]);

/** A validator of JSON Schema 2020-12, OpenAPI 3.1's dialect, with its formats. */
export function createValidator(): Ajv2020 {
  return new Ajv2020({ allErrors: true, strict: false, formats: fullFormats });
}

export function createConformance(document: OpenApi): Conformance {
  const ajv = createValidator();
  ajv.addSchema(document, DOCUMENT);
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (...steps: string[]): ValidateFunction => {
    const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#/${encodeURI(pointer)}` });
    validators.set(pointer, known);
    return known;
  };
  const templates = Object.entries(document.paths)
    .map(([template, operations]) => ({ template, operations, pattern: patternOf(template, operations) }))
    .toSorted((a, b) => wildness(a.template) - wildness(b.template));

  const outside = ({ status, contentType, body }: Answered): string | null => {
    if (!OUTSIDE.has(status)) return `is no route and answered ${status}`;
    const value = jsonOf(contentType, body);
    const fits = Object.keys(document.components.schemas).some((name) =>
      validatorAt('components', 'schemas', name)(value),
    );
    return fits ? null : 'is no route and did not answer with an error’s body';
  };

  const ofOperation = (
    template: string,
    verb: string,
    operation: Operation,
    answered: Answered,
  ): string | null => {
    const { method, status, contentType, body } = answered;
    const response = operation.responses[status];
    if (response === undefined) return `answered ${status}, which is not documented`;
    if (method === 'HEAD') return body.length === 0 ? null : 'answered a HEAD with a body';
    if (response.content === undefined) {
      return body.length === 0 ? null : `answered ${status} with a body that is not documented`;
    }
    const mediaType = contentType?.split(';', 1)[0] ?? '';
    const media = mediaType in response.content ? mediaType : '*/*';
    const documented = response.content[media];
    if (documented === undefined) return `answered ${status} as ${mediaType}, which is not documented`;
    if (documented.schema === undefined) return null;
    const validate = validatorAt(
      'paths',
      template,
      verb,
      'responses',
      String(status),
      'content',
      media,
      'schema',
    );
    if (validate(jsonOf(contentType, body))) return null;
    return `answered ${status}: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}`;
  };

  return {
    fault(answered) {
      const { method, target, status } = answered;
      const path = decoded(new URL(`http://localhost${target}`).pathname);
      const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
      const found = templates.find(({ pattern, operations }) => pattern.test(path) && verb in operations);
      const operation = found?.operations[verb];
      const fault =
        found === undefined || operation === undefined
          ? 'is no route'
          : ofOperation(found.template, verb, operation, answered);
      if (fault === null || (operation !== undefined && found?.template !== WILDCARD)) return fault;
      return method === 'HEAD' && OUTSIDE.has(status) ? null : outside(answered);
    },
  };
}

/** Decodes a path as the router does. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The value of a JSON body; undefined, which fits no error schema, if it is not JSON. */
function jsonOf(contentType: string | null, body: Uint8Array): unknown {
  if (contentType?.startsWith('application/json') !== true) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function patternOf(template: string, operations: Record<string, Operation>): RegExp {
  const parameters = Object.values(operations).flatMap((operation) => operation.parameters ?? []);
  const source = template
    .split('/')
    .map((segment) => {
      const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
      if (name === undefined) return segment.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      const slashes = parameters.some((parameter) => parameter.name === name && parameter['x-slashes']);
      return slashes ? '.+' : '[^/]+';
    })
    .join('/');
  return new RegExp(`^${source}$`);
}

/** Templates with fewer parameters come first; the page's wildcard last. */
function wildness(template: string): number {
  return template === WILDCARD ? Infinity : template.split('{').length;
}

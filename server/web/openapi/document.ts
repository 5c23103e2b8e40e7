import type { RouterRoute } from 'hono/types';
import { z } from 'zod';
import { descriptionOf } from './describe.ts';
import type { Answer, Content, Credential, Description } from './describe.ts';

type JsonObject = Record<string, unknown>;
/** The schemas that have a title, by it: they stand in many places. Collected while the routes are written. */
type Schemas = Record<string, JsonObject>;

/** An OpenAPI 3.1 document (spec.openapis.org/oas/v3.1). */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, JsonObject>>;
  components: { schemas: Schemas; securitySchemes: Record<Credential, JsonObject> };
}

/** What the wildcard of a path is called: it has no name of its own. */
const REST = 'rest';

const SECURITY: Record<Credential, JsonObject> = {
  session: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/session`.' },
  accessToken: { type: 'http', scheme: 'bearer', description: 'The demo provider’s grant to read mail.' },
  identityToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Identity-Token',
    description: 'The ID token of an anonymous identity.',
  },
  blobToken: { type: 'http', scheme: 'bearer', description: 'The client token of `POST /api/psi/upload`.' },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The operator’s METRICS_TOKEN.' },
};

/**
 * The document of an app's routes, from the schemas that the routes validate with: what a route's own parts and the
 * middleware before it say of themselves.
 *
 * @param routes as Hono lists them, in the order in which they run
 */
export function openApiDocument(routes: readonly RouterRoute[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const schemas: Schemas = {};
  for (const { method, path } of routes) {
    if (method === 'ALL') continue;
    const layers = routes
      .filter((layer) => layer.method === method || layer.method === 'ALL')
      .filter((layer) => (layer.method === 'ALL' ? covers(layer.path, path) : layer.path === path))
      .flatMap(({ handler }) => descriptionOf(handler) ?? []);
    const { template, params } = readPath(path);
    (paths[template] ??= {})[method.toLowerCase()] = operation(layers, params, schemas);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Waystamp', version: '1' },
    paths,
    components: { schemas, securitySchemes: SECURITY },
  };
}

/** True when a middleware's path pattern holds for every path of a route. */
function covers(pattern: string, path: string): boolean {
  if (!pattern.endsWith('*')) return pattern === path;
  const start = pattern.slice(0, -1);
  return path.startsWith(start) || `${path}/` === start;
}

interface PathParam {
  name: string;
  pattern?: string;
  /** True when its value may hold slashes. */
  slashes: boolean;
}

/** A path of Hono's, `:name`, `:name{pattern}` and `*`, as a template of OpenAPI's. */
function readPath(path: string): { template: string; params: PathParam[] } {
  const params: PathParam[] = [];
  const segments = path.split('/').map((segment) => {
    const [, name, pattern] = /^:(\w+)(?:\{(.+)\})?$/.exec(segment) ?? [];
    if (segment === '*') params.push({ name: REST, slashes: true });
    else if (name === undefined) return segment;
    else params.push({ name, slashes: pattern === '.+', ...(pattern === undefined ? {} : { pattern }) });
    return `{${name ?? REST}}`;
  });
  return { template: segments.join('/'), params };
}

function operation(
  layers: readonly Description[],
  pathParams: readonly PathParam[],
  schemas: Schemas,
): JsonObject {
  const whole: Description = {};
  const answers: Record<string, Answer> = {};
  const credentials = new Set<Credential>();
  for (const layer of layers) {
    Object.assign(whole, layer);
    Object.assign(answers, layer.answers);
    for (const credential of layer.credentials ?? []) credentials.add(credential);
  }
  const parameters = [
    ...pathParams.map(pathParameter),
    ...parametersOf('query', whole.query),
    ...parametersOf('header', whole.headers),
  ];
  return {
    ...(whole.summary === undefined ? {} : { summary: whole.summary }),
    ...(credentials.size === 0
      ? {}
      : { security: [Object.fromEntries([...credentials].map((name) => [name, []]))] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(whole.body === undefined
      ? {}
      : { requestBody: { required: true, content: contentOf(whole.body, 'input', schemas) } }),
    ...(whole.maxBodyBytes === undefined ? {} : { 'x-max-body-bytes': whole.maxBodyBytes }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { description, content }]) => [
        status,
        { description, ...(content === undefined ? {} : { content: contentOf(content, 'output', schemas) }) },
      ]),
    ),
  };
}

function pathParameter({ name, pattern, slashes }: PathParam): JsonObject {
  return {
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(pattern === undefined ? {} : { pattern: `^${pattern}$` }) },
    ...(slashes ? { 'x-slashes': true } : {}),
  };
}

function parametersOf(place: 'query' | 'header', values: z.ZodObject | undefined): JsonObject[] {
  if (values === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(values, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));
}

function contentOf(content: Content, io: 'input' | 'output', schemas: Schemas): JsonObject {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, schema]) => {
      if (schema === null) return [mediaType, {}];
      const name = schema.meta()?.title;
      if (name === undefined) return [mediaType, { schema: toJson(schema, io) }];
      schemas[name] ??= toJson(schema, io);
      return [mediaType, { schema: { $ref: `#/components/schemas/${name}` } }];
    }),
  );
}

/** Bodies are documented as they are sent: an input before the schema's changes, an output after them. */
function toJson(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

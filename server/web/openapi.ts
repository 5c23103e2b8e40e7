import { Hono } from 'hono';
import type { RouterRoute } from 'hono/types';
import { z } from 'zod';
import { describe, descriptionOf, json } from './describe.ts';
import type { Answer, Content, Credential, Description } from './describe.ts';

type JsonObject = Record<string, unknown>;
/** Shared schemas by title, collected while the routes are written. */
type Schemas = Record<string, JsonObject>;

/** An OpenAPI 3.1 document (spec.openapis.org/oas/v3.1). */
interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, JsonObject>>;
  components: { schemas: Schemas; securitySchemes: Record<Credential, JsonObject> };
}

/** Name for a path's wildcard, which has none of its own. */
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
 * `GET /api/openapi.json`: the document of the whole app, this call included.
 *
 * @param routes returns the app's routes; called once all of them exist
 */
export function documentRoute(routes: () => readonly RouterRoute[]) {
  let document: object | undefined;
  const readDocument = describe({
    summary: 'This document.',
    answers: { 200: json(z.looseObject({ openapi: z.string() })) },
  });
  return new Hono().get('/', readDocument, (context) => {
    document ??= openApiDocument(routes());
    return context.json(document, 200, { 'cache-control': 'no-cache' });
  });
}

/**
 * Builds the document from the schemas that the routes validate with: from the descriptions of each route's parts and
 * of the middleware before it.
 *
 * @param routes as Hono lists them, in the order in which they run
 */
function openApiDocument(routes: readonly RouterRoute[]): OpenApiDocument {
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

/** True when a middleware's pattern covers every path of a route. */
function covers(pattern: string, path: string): boolean {
  if (!pattern.endsWith('*')) return pattern === path;
  const start = pattern.slice(0, -1);
  return path.startsWith(start) || `${path}/` === start;
}

interface PathParam {
  name: string;
  pattern?: string;
  /** True when its value may contain slashes. */
  slashes: boolean;
}

/** Turns a Hono path (`:name`, `:name{pattern}`, `*`) into an OpenAPI template. */
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

/** Bodies are documented as they are sent: inputs before the schema's transformations, outputs after them. */
function toJson(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

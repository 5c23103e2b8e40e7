import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { accountRoutes } from './accounts/routes.ts';
import { blobRoutes } from './blob/routes.ts';
import { catalogRoutes, dkimRoutes, organiserRoutes } from './catalog/routes.ts';
import { disclosureRoutes } from './disclosures/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { metricsRoute } from './metrics/route.ts';
import type { AppDeps } from './app-deps.ts';
import { psiRoutes } from './psi/routes.ts';
import { sessionRoutes } from './session/routes.ts';
import { limitBody } from './web/body-limit.ts';
import { clientConfigSchema } from './web/client-config.ts';
import { orCutOff } from './web/cut-off.ts';
import { noteFault } from './web/fault.ts';
import { securityHeaders } from './web/headers.ts';
import { describeError } from './operator/describe-error.ts';
import { describe, errors, json } from './web/describe.ts';
import { documentRoute } from './web/openapi.ts';
import { ownHostOnly } from './web/own-host.ts';
import { pageRoutes } from './web/page.ts';
import { Refusal } from './web/refusal.ts';
import { watchRequests } from './web/requests.ts';

/** Largest body of any call under /api, which is a round-1 message. Bytes. */
const MAX_BODY_BYTES = 32 * 1024;

const readConfig = describe({
  summary: 'Which provider signs people in, and where the page’s calls go.',
  answers: { 200: json(clientConfigSchema) },
});
const readHealth = describe({
  summary: 'Whether the process answers.',
  answers: { 200: json(z.object({ status: z.literal('ok') })) },
});
const readReadiness = describe({
  summary: 'Whether the server can serve.',
  answers: { 200: json(z.object({ status: z.literal('ready') })), ...errors([503]) },
});

/**
 * The server's application, without a port or process of its own. Every error is answered as `{error}`, except where a
 * client library expects its service's form (blob, identity, Gmail).
 */
export function createApp(deps: AppDeps) {
  const app = new Hono();
  app.use(watchRequests(deps.log, deps.metrics));
  app.use(securityHeaders(deps.clientConfig, deps.https));
  if (deps.ownHostOnly) app.use(ownHostOnly());
  app.use(describe({ answers: errors([500, 503]) }));
  app.use('/api/*', describe({ answers: errors([429]) }), async (context, next) => {
    await deps.limits.count('calls', deps.clientAddress(context));
    await next();
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
  });
  app.use('/api/*', limitBody(MAX_BODY_BYTES));

  const api = app
    .get('/api/config', readConfig, (context) => context.json(deps.clientConfig))
    .get('/healthz', readHealth, (context) => context.json({ status: 'ok' }))
    .get('/readyz', readReadiness, async (context) => {
      try {
        await deps.ready();
      } catch (error) {
        deps.log.warn(describeError(error), 'not ready');
        return context.json({ error: 'The server is not ready.' }, 503);
      }
      return context.json({ status: 'ready' }, 200);
    })
    .route('/api/session', sessionRoutes(deps))
    .route('/api/users', accountRoutes(deps))
    .route('/api/psi', psiRoutes(deps))
    .route('/api/disclosures', disclosureRoutes(deps))
    .route('/api/organisers', organiserRoutes(deps.catalogs))
    .route('/api/catalogs', catalogRoutes(deps.catalogs))
    .route('/api/dkim', dkimRoutes(deps.dkimKeys))
    .route(
      '/api/openapi.json',
      documentRoute(() => app.routes),
    );

  app.route('/metrics', metricsRoute(deps));
  if (deps.embeddedBlobs !== null) app.route('/', blobRoutes({ ...deps, ...deps.embeddedBlobs }));
  if (deps.embeddedIdentity !== null) {
    app.route('/', identityRoutes({ ...deps, identity: deps.embeddedIdentity }));
  }
  if (deps.demo !== null) app.route('/', deps.demo.routes);
  if (deps.page !== null) app.route('/', pageRoutes(deps.page, deps.clientConfig));
  else
    app.get('/', describe({ summary: 'The page.', answers: errors([503]) }), (context) =>
      context.json({ error: 'The page is not built. Run npm start.' }, 503),
    );

  app.notFound((context) => context.json({ error: 'There is nothing here.' }, 404));
  app.onError((thrown, context) => {
    const error = orCutOff(thrown, context);
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) context.header('retry-after', String(error.retryAfter));
      const code = error.code === undefined ? {} : { code: error.code };
      return context.json({ error: error.message, ...code }, error.status);
    }
    if (error instanceof HTTPException) {
      return context.json({ error: error.message || 'The request is not valid.' }, error.status);
    }
    if (noteFault(error, context, deps, 'a request failed') === 503) {
      return context.json({ error: 'The server is not available. Please try again in a moment.' }, 503);
    }
    return context.json({ error: 'Something went wrong on the server. Please try again.' }, 500);
  });
  return api;
}

/** The routes and their types, for `hc<Api>()` of `hono/client`. */
export type Api = ReturnType<typeof createApp>;

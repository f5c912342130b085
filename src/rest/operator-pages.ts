// Pages for operators beside the contract, for any roles of the process: alive, ready, counters; and the contract's
// description where it is served.

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { TieoutError } from '../core/errors.ts';
import { PAGES_BURST_BYTES, PAGES_BYTES_PER_S } from '../core/limits.ts';
import { createAllowance } from '../rpc/allowance.ts';
import { ERRORS_PAGE } from '../rpc/error-info.ts';
import { isReady, type Probing } from '../rpc/probes.ts';
import { errorsHtml } from './errors-html.ts';
import { JSON_TYPE, RETRY_AFTER_S } from './failures.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';

interface PagesOptions {
  readonly probing: Probing;
  readonly metrics: Metrics;
}

export function addOperatorPages(app: FastifyInstance, { probing, metrics }: PagesOptions): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await probing();
    const checks = Object.fromEntries(results.map(({ name, works }) => [name, works ? 'ok' : 'degraded']));
    const reasons = Object.fromEntries(
      results.flatMap(({ name, trouble }) => (trouble === null ? [] : [[name, trouble]])),
    );
    const ready = isReady(results);
    if (!ready) reply.header('retry-after', String(RETRY_AFTER_S));
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'degraded', checks, reasons });
  });
  app.get('/metrics', { config: { credential: Credential.UNSPECIFIED, role: 'operate' } }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(metrics.page()),
  );
}

/** Size that each file of the pages counts as: the largest has twice as many bytes, the others far fewer. */
const STATIC_BYTES = 1 << 20;

/**
 * The contract's description and the pages that show it. They are open to everybody, so fixed content is written once,
 * and the bytes sent to all callers together are limited.
 */
export async function addDescription(app: FastifyInstance, document: object): Promise<void> {
  const written = Buffer.from(JSON.stringify(document));
  const allows = createAllowance(PAGES_BURST_BYTES, PAGES_BYTES_PER_S);
  const tell = async (_request: FastifyRequest, reply: FastifyReply) => reply.type(JSON_TYPE).send(written);
  await app.register(async (pages) => {
    pages.addHook('onRequest', async ({ routeOptions: { url = '' } }) => {
      const bytes = url.startsWith('/docs/static/') ? STATIC_BYTES : written.length;
      if (!allows(bytes)) throw new TieoutError('asked_too_often', 'This is asked for too often: ask again later');
    });
    pages.get('/openapi.json', tell);
    const errors = errorsHtml();
    pages.get(ERRORS_PAGE, async (_request, reply) => reply.type('text/html; charset=utf-8').send(errors));
    // The plugin's own route would write the page for each request.
    pages.addHook('onRoute', (route) => {
      if (route.url === '/docs/json') route.handler = tell;
    });
    await pages.register(swagger, { mode: 'static', specification: { document: document as never } });
    await pages.register(swaggerUi, { routePrefix: '/docs', uiConfig: { deepLinking: true }, staticCSP: true });
  });
}

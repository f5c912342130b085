// What operators ask for beside the contract, whatever the roles of the process: whether it lives, whether it is ready,
// and its counts; and the description of the contract where it is served.

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { isReady, type Probing } from '../rpc/probes.ts';
import { RETRY_AFTER_S } from './failures.ts';
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
  app.get('/metrics', { config: { credential: Credential.UNSPECIFIED } }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(metrics.page()),
  );
}

export async function addDescription(app: FastifyInstance, document: object): Promise<void> {
  app.get('/openapi.json', async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { deepLinking: true }, staticCSP: true });
}

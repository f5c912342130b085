// The standard health service of gRPC: serving when the service is ready. The empty name and every service's own name
// have the same answer, for they live in one process. Watch answers at once and again on every change.

import { setTimeout as pause } from 'node:timers/promises';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../../gen/grpc/health/v1/health_pb.ts';
import { isReady, type Probe, probeAll } from '../probes.ts';

const WATCH_EVERY_MS = 5_000;

export interface GrpcHealthOptions {
  readonly services: readonly string[];
  readonly probes: readonly Probe[];
}

export function addGrpcHealth(router: ConnectRouter, { services, probes }: GrpcHealthOptions): void {
  const isKnown = (name: string) => name === '' || services.includes(name);
  const current = async () => (isReady(await probeAll(probes)) ? Status.SERVING : Status.NOT_SERVING);
  router.service(Health, {
    async check({ service }) {
      if (!isKnown(service)) throw new ConnectError('there is no such service', Code.NotFound);
      return { status: await current() };
    },
    async *watch({ service }, { signal }) {
      let told: Status | undefined;
      while (!signal.aborted) {
        const status = isKnown(service) ? await current() : Status.SERVICE_UNKNOWN;
        if (status !== told) yield { status };
        told = status;
        await pause(WATCH_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
  });
}

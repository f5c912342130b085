// The standard health service of gRPC: serving if the service is ready. The empty name and every service's name have
// the same answer, because they live in one process. Watch answers at once and on every change. It needs no token, so
// the number of watches is limited, and all of them share one probe a round.

import { setTimeout as pause } from 'node:timers/promises';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../../gen/grpc/health/v1/health_pb.ts';
import { MAX_WATCHES } from '../../core/limits.ts';
import { isReady, type Probing } from '../probes.ts';

const WATCH_EVERY_MS = 5_000;

interface GrpcHealthOptions {
  readonly services: readonly string[];
  readonly probing: Probing;
  readonly watchEveryMs?: number;
}

export function addGrpcHealth(
  router: ConnectRouter,
  { services, probing, watchEveryMs = WATCH_EVERY_MS }: GrpcHealthOptions,
): void {
  const isKnown = (name: string) => name === '' || services.includes(name);
  const current = async () => (isReady(await probing()) ? Status.SERVING : Status.NOT_SERVING);
  let watches = 0;
  let round: Promise<Status> | null = null;
  const nextRound = (): Promise<Status> => {
    round ??= pause(watchEveryMs, undefined, { ref: false })
      .then(current)
      .finally(() => {
        round = null;
      });
    return round;
  };

  router.service(Health, {
    async check({ service }) {
      if (!isKnown(service)) throw new ConnectError('there is no such service', Code.NotFound);
      return { status: await current() };
    },
    async *watch({ service }, { signal }) {
      if (watches >= MAX_WATCHES) throw new ConnectError('the health is watched too often', Code.ResourceExhausted);
      watches++;
      try {
        const gone = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
        const ofService = (status: Status) => (isKnown(service) ? status : Status.SERVICE_UNKNOWN);
        let told: Status | undefined;
        let now: Status | null = ofService(await current());
        while (now !== null && !signal.aborted) {
          if (now !== told) yield { status: now };
          told = now;
          now = await Promise.race([nextRound().then(ofService), gone]);
        }
      } finally {
        watches--;
      }
    },
  });
}

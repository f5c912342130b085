// The methods home and health.

import type { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { HealthStatus } from '../../gen/tieout/engine/v1/status_pb.ts';
import type { Probing } from './probes.ts';
import type { ServiceHandlers } from './services.ts';

/** The version of the contract. */
export const VERSION = '0.1.0';

export interface ListAge {
  readonly name: string;
  readonly version: string;
  readonly entities: number;
  readonly ageHours: number;
  readonly stale: boolean;
  /** RFC 3339 time in UTC. */
  readonly publishedAt: string;
  readonly warnings: readonly string[];
}

export function homeHandlers(
  probing: Probing,
  lists: () => readonly ListAge[] = () => [],
): Required<Pick<ServiceHandlers<typeof EngineService>, 'getHome' | 'getHealth'>> {
  return {
    getHome: () => ({
      name: 'tieout',
      version: VERSION,
      links: { health: '/v1/health', docs: '/docs', openapi: '/openapi.json' },
    }),
    getHealth: async () => {
      const results = await probing();
      const status = (works: boolean) => (works ? HealthStatus.OK : HealthStatus.DEGRADED);
      return {
        status: status(results.every(({ works }) => works)),
        version: VERSION,
        lists: lists().map((one) => ({ ...one, warnings: [...one.warnings] })),
        checks: Object.fromEntries(results.map(({ name, works }) => [name, status(works)])),
      };
    },
  };
}

// Counters for /metrics in Prometheus' text form: requests by route and status, calls by method and code, time, memory,
// and event loop delay. Routes are those of the table, so that callers cannot invent names.

import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Upper ends in seconds; a run is accepted in milliseconds, a synchronous match takes longer. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface HttpRequestSeen {
  readonly verb: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  readonly httpEnded: (request: HttpRequestSeen) => void;
  readonly rpcEnded: (method: string, code: string) => void;
  /** A call of a caller that is known by its id; whether it was done. */
  readonly callerEnded: (id: string, done: boolean) => void;
  readonly page: () => string;
  readonly close: () => void;
}

/** Ids of an issuer's callers are not bounded; those beyond count together. */
const MOST_CALLERS = 1_000;

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A counter of another part of the process, or what it has now. */
export interface OtherCounter {
  readonly name: string;
  /** For what goes down too. */
  readonly kind?: 'gauge';
  /** Samples with different labels: `{destination="bus"}`, or an empty text. */
  readonly samples: () => readonly (readonly [labels: string, value: number])[];
}

export function createMetrics(others: readonly OtherCounter[] = []): Metrics {
  const requests = new Map<string, number>();
  const calls = new Map<string, number>();
  const callers = new Map<string, number>();
  const buckets = BUCKETS.map(() => 0);
  let [count, sum] = [0, 0];
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return {
    httpEnded({ verb, route, status, seconds }) {
      increment(requests, `method="${verb}",route="${route}",status="${status}"`);
      count++;
      sum += seconds;
      BUCKETS.forEach((end, at) => {
        if (seconds <= end) buckets[at]++;
      });
    },
    rpcEnded: (method, code) => increment(calls, `method="${method}",code="${code}"`),
    callerEnded(id, done) {
      const label = (name: string) => `caller=${JSON.stringify(name)},outcome="${done ? 'done' : 'refused_or_failed'}"`;
      const own = label(id);
      increment(callers, callers.has(own) || callers.size < MOST_CALLERS ? own : label('others'));
    },
    page() {
      const { rss } = process.memoryUsage();
      return [
        family(
          'tieout_http_requests_total',
          'counter',
          [...requests].map(([labels, n]) => [`{${labels}}`, n]),
        ),
        family(
          'tieout_rpc_calls_total',
          'counter',
          [...calls].map(([labels, n]) => [`{${labels}}`, n]),
        ),
        family(
          'tieout_caller_calls_total',
          'counter',
          [...callers].map(([labels, n]) => [`{${labels}}`, n]),
        ),
        family('tieout_http_request_duration_seconds', 'histogram', [
          ...BUCKETS.map((end, at) => [`_bucket{le="${end}"}`, buckets[at]] as const),
          ['_bucket{le="+Inf"}', count],
          ['_sum', sum],
          ['_count', count],
        ]),
        ...others.map(({ name, kind = 'counter', samples }) => family(name, kind, samples())),
        family('tieout_event_loop_delay_p99_seconds', 'gauge', [['', delay.percentile(99) / 1e9]]),
        family('process_resident_memory_bytes', 'gauge', [['', rss]]),
        family('process_uptime_seconds', 'gauge', [['', process.uptime()]]),
      ].join('');
    },
    close: () => void delay.disable(),
  };
}

const increment = (counts: Map<string, number>, labels: string) => counts.set(labels, (counts.get(labels) ?? 0) + 1);

function family(name: string, type: string, samples: readonly (readonly [suffix: string, value: number])[]): string {
  const lines = samples.map(([suffix, value]) => `${name}${suffix} ${value}\n`).join('');
  return `# TYPE ${name} ${type}\n${lines}`;
}

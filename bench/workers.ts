// Two sessions of different partners at once, on MongoDB and NATS: done by one worker process one after the other, and
// by two, each with one compute thread. The processes are those of a deployment, an api and its workers; what is timed
// is from posting both runs until the second has succeeded.

import { removeDatabase, withDatabase } from '../src/adapters/store-mongo/connection/own-database.ts';
import { mongodForBenchmarks } from '../test/servers/mongod.ts';
import { natsForBenchmarks } from '../test/servers/nats-server.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { type BenchService, startBenchService } from './bench-service.ts';
import type { Inputs, Month } from './inputs.ts';
import { inSeconds, median } from './measure.ts';

const ROWS = 250_000;
const ROUNDS = 3;
const SESSIONS = ['a', 'b'];
/** Sessions that each worker has done before its rounds count: as many for one worker as for each of two. */
const WARM_SESSIONS = 6;

interface Place {
  readonly environment: Readonly<Record<string, string>>;
  readonly month: Month;
  readonly inputs: Inputs;
}

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const month = inputs.month({ rows: rows ?? ROWS, accounts: 1 });
  const [mongod, nats] = await Promise.all([mongodForBenchmarks(), natsForBenchmarks()]);
  const uri = withDatabase(mongod.uri, `tieout-bench-${process.pid}-workers`);
  const environment = { MONGODB_URI: uri, NATS_URL: nats.url, TIEOUT_ENV: `bench-${process.pid}`, TIEOUT_THREADS: '1' };
  try {
    const place = { environment, month, inputs };
    const one = await timed(place, 1);
    const two = await timed(place, 2);
    say(
      `workers: two sessions of ${rows ?? ROWS} rows a side, one compute thread a worker, median of ${ROUNDS} after ${WARM_SESSIONS} a worker`,
    );
    say(`  one worker     ${inSeconds(one)}`);
    say(`  two workers    ${inSeconds(two)}`);
    say(`  ${(two / one).toFixed(2)} of the time`);
    return { one_seconds: one, two_seconds: two, share: two / one };
  } finally {
    await removeDatabase(uri);
    await Promise.all([mongod.stop(), nats.stop()]);
  }
}

/** Seconds of a round, of workers whose code is compiled. */
async function timed({ environment, month, inputs }: Place, workers: number): Promise<number> {
  const services: BenchService[] = [];
  try {
    const starting = ['api', ...Array.from({ length: workers }, () => 'worker')].map(async (role) => {
      const folder = inputs.scratch(role);
      const service = await startBenchService({ folder, month, environment: { ...environment, TIEOUT_ROLES: role } });
      services.push(service);
      return service;
    });
    const [api] = await Promise.all(starting);
    const taken: number[] = [];
    const before = (WARM_SESSIONS * workers) / SESSIONS.length;
    for (let round = 0; round < before + ROUNDS; round++) {
      const begun = performance.now();
      // Of partners of their own: rows of one partner are written by one worker at a time.
      await Promise.all(
        SESSIONS.map((name) => {
          const of = `${name}-${workers}-${round}`;
          return api!.reconciled({ partner: `partner-${of}`, session: `session-${of}` });
        }),
      );
      if (round >= before) taken.push((performance.now() - begun) / 1_000);
    }
    return median(taken);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

// A replica set of one member or three, each behind a proxy of its own. The members know each other by the proxies'
// addresses, for that is what a driver is told and connects to. The test's own commands go to the members directly.

import { setTimeout as pause } from 'node:timers/promises';
import { type Document, MongoClient } from 'mongodb';
import { type OwnMongod, startOwnMongod } from '../servers/mongod.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { mongodbWire } from './wire.ts';

const NAME = 'faults';
/** An election begins after so long without the primary: ten seconds unless told otherwise. */
const ELECTION_MS = 1_000;
const PRIMARY_WITHIN_MS = 60_000;
const ASK_MS = 2_000;

interface Member {
  readonly mongod: OwnMongod;
  readonly proxy: TcpProxy;
  readonly direct: MongoClient;
}

export class ReplicaSet {
  readonly #members: readonly Member[];

  private constructor(members: readonly Member[]) {
    this.#members = members;
  }

  static async start(binary: string, size: 1 | 3): Promise<ReplicaSet> {
    const members = await Promise.all(Array.from({ length: size }, () => startMember(binary)));
    const set = new ReplicaSet(members);
    const configuration = {
      _id: NAME,
      settings: { electionTimeoutMillis: ELECTION_MS, heartbeatIntervalMillis: ELECTION_MS / 4 },
      members: members.map(({ proxy }, _id) => ({ _id, host: `127.0.0.1:${proxy.port}` })),
    };
    await members[0].direct.db('admin').command({ replSetInitiate: configuration });
    await set.primary();
    return set;
  }

  uri(database: string): string {
    const hosts = this.#members.map(({ proxy }) => `127.0.0.1:${proxy.port}`).join(',');
    return `mongodb://${hosts}/${database}?replicaSet=${NAME}`;
  }

  get proxies(): readonly TcpProxy[] {
    return this.#members.map(({ proxy }) => proxy);
  }

  /** The place of the member that takes writes, once there is one. */
  async primary(): Promise<number> {
    for (const deadline = Date.now() + PRIMARY_WITHIN_MS; ; await pause(50)) {
      const answers = await Promise.all(this.#members.map(({ direct }) => hello(direct)));
      const place = answers.findIndex((answer) => answer?.['isWritablePrimary'] === true);
      if (place >= 0) return place;
      if (Date.now() > deadline) throw new Error(`The replica set has no primary: ${JSON.stringify(answers)}`);
    }
  }

  /** kill -9; answers what starts it again. */
  async kill(place: number): Promise<() => Promise<void>> {
    const { mongod } = this.#members[place];
    await mongod.kill();
    return () => mongod.restart();
  }

  /** A single member is elected again after that time, of three another one may be at once. */
  async stepDown(seconds: number): Promise<void> {
    const { direct } = this.#members[await this.primary()];
    const command = { replSetStepDown: seconds, secondaryCatchUpPeriodSecs: Math.min(1, seconds - 1), force: true };
    // It may have ended as primary meanwhile.
    await direct
      .db('admin')
      .command(command)
      .catch(() => {});
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#members.map(async ({ mongod, proxy, direct }) => {
        await direct.close().catch(() => {});
        proxy.close();
        await mongod.stop();
      }),
    );
  }
}

async function startMember(binary: string): Promise<Member> {
  const mongod = await startOwnMongod(binary, {
    args: ['--replSet', NAME, '--oplogSize', '64', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
  });
  const proxy = await startProxy(Number(new URL(mongod.uri).port), mongodbWire);
  const direct = new MongoClient(mongod.uri, {
    directConnection: true,
    serverSelectionTimeoutMS: ASK_MS,
    heartbeatFrequencyMS: 500,
  });
  return { mongod, proxy, direct };
}

const hello = (direct: MongoClient): Promise<Document | null> =>
  direct
    .db('admin')
    .command({ hello: 1 })
    .catch(() => null);

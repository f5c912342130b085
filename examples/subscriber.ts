// Asks over NATS for a decision and hears what became of it: `npx node examples/subscriber.ts NATS_URL TIEOUT_ENV` with
// the request as JSON on standard input (docs/events.md, ResolveRequest).

import { text } from 'node:stream/consumers';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

type Outcome = { resolution_request_id: string; part: number; parts: number; results: { cluster_id: string }[] } & {
  approved_count: number;
  still_pending_count: number;
};
type DeadLetter = { reason: string; part: number; message: string };

const [server = 'nats://127.0.0.1:4222', environment = 'dev'] = process.argv.slice(2);
const request = JSON.parse(await text(process.stdin)) as { resolution_request_id: string };
const nats = await connect({ servers: server });
const client = jetstream(nats);

/** From now on, in the order of the stream, by a consumer of this process alone. */
const listen = async (what: string) =>
  (await client.consumers.get(`exception-resolution-${what}-${environment}`, { deliver_policy: 'new' })).consume();
const [outcomes, letters] = await Promise.all([listen('outcomes'), listen('deadletter')]);
await client.publish(`exception-resolution-requests-${environment}`, JSON.stringify(request));

/** Parts come in any order, and a part may come again. */
async function whole(): Promise<number> {
  const parts = new Map<number, Outcome>();
  for await (const message of outcomes) {
    const outcome = message.json<Outcome>();
    if (outcome.resolution_request_id !== request.resolution_request_id) continue;
    parts.set(outcome.part, outcome);
    if (parts.size < outcome.parts) continue;
    const approved = [...parts.values()].flatMap(({ results }) => results.map((one) => one.cluster_id));
    console.log(`${approved.length} clusters are approved, ${outcome.still_pending_count} are still pending`);
    return 0;
  }
  return 1;
}

/** A message comes back whole, and by that its sender knows it. */
async function refused(): Promise<number> {
  for await (const message of letters) {
    const { reason, message: came } = message.json<DeadLetter>();
    if (Buffer.from(came, 'base64').toString() !== JSON.stringify(request)) continue;
    console.error(reason);
    return 1;
  }
  return 1;
}

process.exitCode = await Promise.race([whole(), refused()]);
await nats.close();

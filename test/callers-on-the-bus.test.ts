// Callers on the bus, over the whole service and a real NATS server: the caller's own subject or its signature says who
// asks, and a request that proves nobody is a dead letter.

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, headers as natsHeaders } from '@nats-io/transport-node';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningService, startService } from '../src/app.ts';
import { readConfiguration } from '../src/config.ts';
import { freshEnvironment } from './servers/nats-server.ts';
import { monthOf, writePart } from './workflows/small-month.ts';

const nats = inject('nats');
const TOKEN = 'a-token-of-the-platform';
const OF = { tenant_id: 'bank-a', partner_id: 'lagos' };

describe.skipIf('missing' in nats)('on the bus', () => {
  const environment = freshEnvironment();
  const subject = `exception-resolution-requests-${environment}`;
  const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const rawKey = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
  let folder: string;
  let service: RunningService;
  let link: NatsConnection;

  const get = async (path: string) =>
    (await (await fetch(service.address + path, { headers: { authorization: `Bearer ${TOKEN}` } })).json()) as {
      readonly state?: string;
      readonly items: readonly Readonly<Record<string, unknown>>[];
      readonly total: number;
    };
  const query = new URLSearchParams(OF).toString();
  const audited = () => get(`/v1/exceptions/resolutions?${query}&page_size=1000`);

  beforeAll(async () => {
    if (!('url' in nats)) return;
    folder = mkdtempSync(join(tmpdir(), 'tieout-bus-callers-'));
    const month = monthOf(300);
    await writePart(folder, month, { side: 'gl' });
    await writePart(folder, month, { side: 'bank', to: 0.6, name: 'bank.csv' });
    const caller = (id: string, more: object) => ({ id, tenants: ['bank-a'], roles: ['decide'], ...more });
    const callers = [
      caller('platform', { tokens: [createHash('sha256').update(TOKEN).digest('hex')], roles: ['read', 'submit'] }),
      caller('signer', { bus_keys: [rawKey(own.publicKey)] }),
      caller('owner', { bus_subject: true }),
      caller('stranger', { bus_subject: true, tenants: ['bank-b'] }),
      caller('reader', { bus_subject: true, roles: ['read'] }),
    ];
    writeFileSync(join(folder, 'callers.json'), JSON.stringify({ callers }));
    const given = {
      ...{ TIEOUT_PORT: '0', TIEOUT_FILES_ROOT: folder, TIEOUT_DATA_DIR: join(folder, 'data') },
      ...{ TIEOUT_CALLERS: join(folder, 'callers.json'), NATS_URL: nats.url, TIEOUT_ENV: environment },
    };
    service = await startService(readConfiguration(given), pino({ level: 'silent' }));
    link = await connect({ servers: nats.url });
    const body = {
      ...{ ...OF, session_id: 'september', gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] },
      ...{ period_start_date: '2026-09-01', period_end_date: '2026-09-30' },
    };
    const accepted = await fetch(`${service.address}/v1/reconcile/banking`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { run_id } = (await accepted.json()) as { readonly run_id: string };
    while ((await get(`/v1/runs/${run_id}`)).state !== 'succeeded') await pause(50);
  }, 60_000);
  afterAll(async () => {
    await link?.close();
    await service?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  const bodyOf = (id: string, decision: string) =>
    JSON.stringify({
      ...{ ...OF, customer_type: 'mfb', cluster_type: 'not_found_gl', decision, resolution_request_id: id },
    });
  const deadLetters = async (): Promise<string[]> => {
    const stream = `exception-resolution-deadletter-${environment}`;
    const manager = await jetstreamManager(link);
    const { state } = await manager.streams.info(stream);
    const reasons: string[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq && state.messages > 0; seq++) {
      const message = await manager.streams.getMessage(stream, { seq });
      if (message !== null) reasons.push(message.json<{ reason: string }>().reason);
    }
    return reasons;
  };
  const until = async <T>(look: () => Promise<T>, enough: (found: T) => boolean): Promise<T> => {
    for (const deadline = Date.now() + 20_000; ; await pause(100)) {
      const found = await look();
      if (enough(found)) return found;
      if (Date.now() > deadline) throw new Error(`nothing came: ${JSON.stringify(found).slice(0, 500)}`);
    }
  };
  const signedBy = (key: KeyObject, on: string, body: string, name: string) => {
    const head = natsHeaders();
    head.set('tieout-caller', name);
    head.set('tieout-signature', sign(null, Buffer.from(`${on}\n${body}`), key).toString('base64'));
    return { headers: head };
  };

  test('its signature or its own subject names the caller, in the audit too', async () => {
    const js = jetstream(link);
    const first = bodyOf('escalate', 'escalated');
    await js.publish(subject, first, signedBy(own.privateKey, subject, first, 'signer'));
    const { items } = await until(audited, ({ total }) => total > 5);
    expect(new Set(items.map(({ caller }) => caller))).toEqual(new Set(['signer']));
    await js.publish(`${subject}.owner`, bodyOf('reopen', 'reopened'));
    const { items: all } = await until(audited, ({ total }) => total > items.length);
    expect(new Set(all.slice(items.length).map(({ caller }) => caller))).toEqual(new Set(['owner']));
    expect(await deadLetters()).toEqual([]);
  }, 60_000);

  test('a request that proves nobody, lacks the role or names another tenant is a dead letter', async () => {
    const js = jetstream(link);
    const { total } = await audited();
    const body = bodyOf('forged', 'approved');
    const elsewhere = signedBy(own.privateKey, `${subject}.owner`, body, 'signer');
    const unsigned = natsHeaders();
    unsigned.set('tieout-caller', 'owner');
    const sent: readonly [string, object, string][] = [
      [subject, {}, 'proves no caller'],
      [subject, { headers: unsigned }, 'proves no caller'],
      [subject, signedBy(other.privateKey, subject, body, 'signer'), 'proves no caller'],
      // Signed for another subject: it counts on that one alone.
      [subject, elsewhere, 'proves no caller'],
      [`${subject}.owner`, signedBy(own.privateKey, `${subject}.owner`, body, 'signer'), 'proves no caller'],
      [`${subject}.signer`, {}, 'proves no caller'],
      [`${subject}.stranger`, {}, 'The tenant is unknown'],
      [`${subject}.reader`, {}, 'does not have the role decide'],
    ];
    for (const [at, [on, options, says]] of sent.entries()) {
      await js.publish(on, body, options);
      const reasons = await until(deadLetters, (found) => found.length === at + 1);
      expect([at, reasons.at(-1)]).toEqual([at, expect.stringContaining(says)]);
    }
    expect((await audited()).total).toBe(total);
  }, 60_000);
});

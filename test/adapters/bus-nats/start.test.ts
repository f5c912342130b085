// The start against servers that are not as they should be: one sentence that says what to do, at once, and no secret
// in it. And against those that ask for credentials and certificates, with the right ones.

import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openNatsBus } from '../../../src/adapters/bus-nats/bus.ts';
import type { NatsSettings } from '../../../src/adapters/bus-nats/settings.ts';
import { subjectsOf } from '../../../src/adapters/bus-nats/subjects.ts';
import { letter } from '../../contracts/bus-contract.ts';
import { makeAuthority } from '../../servers/certificates.ts';
import { freshEnvironment, type RunningNats, startNats } from '../../servers/nats-server.ts';
import { isMissing, keepLog, natsBinary, natsUrl, settingsOf, whyNot } from './nats-under-test.ts';

const SECRET = 's3cr3t-of-the-bank';
const mongodb = inject('mongodb');

let folder: string;
const servers: RunningNats[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tieout-nats-start-'));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true });
});

async function refusalOf(given: Partial<NatsSettings>): Promise<string> {
  const began = performance.now();
  const log = keepLog();
  const refusal = await openNatsBus(settingsOf(given), log).then(
    () => expect.fail('the bus was opened'),
    (error) => error,
  );
  expect(performance.now() - began).toBeLessThan(10_000);
  const isOfFile = /^(The file |A certificate goes with its key)/.test(refusal.message);
  expect(refusal.code).toBe(isOfFile ? 'usage' : 'bus_unavailable');
  expect(refusal.message).toMatch(/^[A-Z][^\n]+: [^\n]+\.$/);
  expect(refusal.message).not.toMatch(/undefined|Error\b|\[object/);
  expect(`${refusal.message} ${refusal.stack} ${JSON.stringify(refusal)} ${log.said}`).not.toContain(SECRET);
  return refusal.message;
}

/** The bus opens, publishes and rings. */
async function expectWorks(given: Partial<NatsSettings>): Promise<void> {
  const bus = await openNatsBus(settingsOf(given), keepLog());
  await bus.publish(letter('operation-1'));
  const bell = bus.listen();
  bus.announce(['run-1']);
  expect(await bell.next(5_000)).toMatchObject({ unusable: null });
  bell.close();
  await bus.close();
}

const withUser = (url: string, user: string, scheme = 'nats') => url.replace('nats://', `${scheme}://${user}@`);

const pathOf = (name: string) => join(folder, name);
async function filed(name: string, content: string): Promise<string> {
  await writeFile(pathOf(name), content);
  return pathOf(name);
}

// Some of them wait for a timeout, which none needs to wait for the others.
describe.concurrent('without a server', () => {
  test('nobody listens', async () => {
    const message = await refusalOf({ url: `nats://tieout:${SECRET}@127.0.0.1:1` });
    expect(message).toBe('No NATS server answers at 127.0.0.1:1 (connection refused): start it, or correct NATS_URL.');
  });

  test('a host that nobody knows', async () => {
    expect(await refusalOf({ url: `nats://${SECRET}@no-such-host.invalid` })).toMatch(/^No NATS server answers at no-/);
  });

  test('what listens speaks HTTP', async () => {
    const http = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => http.once('listening', resolve));
    const { port } = http.address() as AddressInfo;
    const says = `What answers at 127.0.0.1:${port} is a server of HTTP and no NATS server: correct NATS_URL.`;
    const urls = ['nats', 'tls'].map((scheme) => `${scheme}://127.0.0.1:${port}`);
    expect(await Promise.all(urls.map((url) => refusalOf({ url })))).toEqual([says, says]);
    http.closeAllConnections();
    http.close();
  });

  test.skipIf('missing' in mongodb)('what listens is MongoDB', async () => {
    const { host } = new URL('uri' in mongodb ? mongodb.uri.split(',')[0] : '');
    expect(await refusalOf({ url: `nats://${SECRET}@${host}` })).toMatch(
      / is a MongoDB server and no NATS server: correct /,
    );
  });

  test('what listens is silent', async () => {
    const sockets = new Set<Socket>();
    const silent = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).resume();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    expect(await refusalOf({ url: `nats://127.0.0.1:${port}` })).toMatch(
      /^What listens at .* does not answer as a NATS /,
    );
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('what listens says something else', async () => {
    const sockets = new Set<Socket>();
    const other = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).write('220 mail.example ESMTP\r\n');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await refusalOf({ url: `nats://127.0.0.1:${port}` })).toBe(
      `What answers at 127.0.0.1:${port} is no NATS server: correct NATS_URL.`,
    );
    for (const socket of sockets) socket.destroy();
    other.close();
  });

  test('files that are not there, or hold something else', async () => {
    const [own, other] = [makeAuthority('The bank').issue('tieout'), makeAuthority('Nobody').issue('tieout')];
    const garbage = await filed('garbage', `garbage ${SECRET}`);
    const certificate = await filed('own.pem', own.certificate);
    const key = await filed('own.key', own.key);
    const cases: readonly (readonly [Partial<NatsSettings>, RegExp | string])[] = [
      [
        { credentials: pathOf('none') },
        `The file ${pathOf('none')} that NATS_CREDS names is not there: correct the path.`,
      ],
      [{ credentials: garbage }, /that NATS_CREDS names holds no credentials: name one that nsc generate creds wrote/],
      [{ credentials: key }, /that NATS_CREDS names holds no credentials/],
      [{ authority: folder }, `The file ${folder} that NATS_TLS_CA names is a folder: name the file.`],
      [{ authority: garbage }, /that NATS_TLS_CA names holds no certificate in PEM: name one/],
      [{ certificate: garbage, key }, /that NATS_TLS_CERT names holds no certificate in PEM/],
      [{ certificate, key: garbage }, /that NATS_TLS_KEY names holds no private key in PEM/],
      [
        { certificate, key: await filed('other.key', other.key) },
        /holds a private key that is not of the certificate: name /,
      ],
      [{ certificate }, 'A certificate goes with its key: name the file of the other in NATS_TLS_KEY.'],
      [
        { authority: certificate, key },
        'A certificate goes with its key: name the file of the other in NATS_TLS_CERT.',
      ],
    ];
    for (const [given, says] of cases) expect(await refusalOf({ url: 'nats://127.0.0.1:1', ...given })).toMatch(says);
  });
});

describe.skipIf(isMissing || natsBinary === null).concurrent(`servers of their own${whyNot}`, () => {
  const start = async (settings: string, jetstream = true) => {
    const server = await startNats({ binary: natsBinary!, settings, jetstream });
    servers.push(server);
    return server.url;
  };

  test('user and password, right and wrong', async () => {
    const url = await start(`authorization { user: "tie out", password: "${SECRET}" }`);
    await expectWorks({ url: withUser(url, `tie%20out:${SECRET}`) });
    const message = await refusalOf({ url: withUser(url, `tieout:${SECRET}x`) });
    expect(message).toBe(
      `The NATS server at ${new URL(url).host} does not accept this user: correct user and password in NATS_URL, or the file in NATS_CREDS.`,
    );
    expect(await refusalOf({ url })).toBe(message);
  });

  test('a token, right and wrong', async () => {
    const url = await start(`authorization { token: "${SECRET}" }`);
    await expectWorks({ url: withUser(url, SECRET) });
    expect(await refusalOf({ url: withUser(url, `${SECRET}x`) })).toContain('does not accept this user');
  });

  test('JetStream is switched off', async () => {
    const url = await start('', false);
    expect(await refusalOf({ url })).toBe(
      `JetStream is switched off on the NATS server at ${new URL(url).host}, or for this account: start the server with -js, or give the account JetStream.`,
    );
  });

  test('a user without the right to use JetStream', async () => {
    const url = await start(`authorization { users: [
      { user: tieout, password: "${SECRET}", permissions: { publish: ["nothing"], subscribe: [">"] } } ] }`);
    expect(await refusalOf({ url: withUser(url, `tieout:${SECRET}`) })).toMatch(
      /^The user of NATS_URL has no right to publish to \$JS\.API\.INFO: grant it /,
    );
  });

  test('a user with the rights that docs/events.md lists, and no others; and users who lack one of them', async () => {
    const environment = freshEnvironment();
    const { runs, published } = subjectsOf(environment);
    const needed = [runs, ...Object.values(published), '$JS.ACK.>', '$SYS.REQ.USER.INFO'];
    const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8');
    const listed = /^- The user needs the right to publish to (.+), and to subscribe to `_INBOX\.>`/m.exec(page)![1];
    const named = [...listed.matchAll(/`([^`]+)`/g)].map(([, subject]) => subject!.replace('{env}', environment));
    expect(named.toSorted()).toEqual([...needed, '$JS.API.>'].toSorted());
    const may = (subjects: readonly string[]) =>
      `{ publish: ${JSON.stringify(['$JS.API.>', ...subjects])}, subscribe: ["_INBOX.>"] }`;
    const users = [needed, ...needed.map((one) => needed.filter((other) => other !== one))].map(
      (subjects, i) => `{ user: u${i}, password: "${SECRET}", permissions: ${may(subjects)} }`,
    );
    const url = await start(`authorization { users: [ ${users.join(', ')} ] }`);
    await expectWorks({ url: withUser(url, `u0:${SECRET}`), environment });
    for (const [i, subject] of needed.entries()) {
      expect(await refusalOf({ url: withUser(url, `u${i + 1}:${SECRET}`), environment })).toBe(
        `The user of NATS_URL has no right to publish to ${subject}: grant it (docs/events.md lists what is needed).`,
      );
    }
  });

  test('whoever listens to a subject hears nothing of a start', async () => {
    const environment = freshEnvironment();
    const nats = await connect({ servers: natsUrl });
    const heard: string[] = [];
    nats.subscribe('>', { callback: (_, { subject }) => void heard.push(subject) });
    await nats.flush();
    for (const _ of [1, 2]) await (await openNatsBus(settingsOf({ environment }), keepLog())).close();
    await nats.flush();
    const { runs, published } = subjectsOf(environment);
    const ours = heard.filter((subject) => subject.includes(environment) && !subject.startsWith('$JS.'));
    expect(ours).toEqual([]);
    expect(heard.filter((subject) => subject.startsWith('$JS.ACK.'))).toEqual([]);
    const { streams } = await jetstreamManager(nats);
    for (const name of [runs, ...Object.values(published)]) expect((await streams.info(name)).state.last_seq).toBe(0);
    await nats.close();
  });

  test('no room for the streams', async () => {
    const url = await start('jetstream { max_file_store: 1048576 }', true);
    expect(await refusalOf({ url })).toMatch(/^JetStream on \S+ refused what the service needs \(.+\): give /);
  });

  test('messages of less than a megabyte', async () => {
    const url = await start('max_payload: 65536');
    expect(await refusalOf({ url })).toMatch(
      /takes messages of at most 65536 bytes: set its max_payload to 1048576 or/,
    );
  });

  test('TLS with an authority of its own, and with client certificates', async () => {
    const authority = makeAuthority('The bank');
    const [own, client, strange] = [authority.issue('nats'), authority.issue('tieout'), makeAuthority('Nobody')];
    const ca = await filed('ca.pem', authority.certificate);
    const tls = [
      `cert_file: "${await filed('nats.pem', own.certificate)}"`,
      `key_file: "${await filed('nats.key', own.key)}"`,
      `ca_file: "${ca}"`,
    ];
    const certificate = await filed('client.pem', client.certificate);
    const key = await filed('client.key', client.key);
    const url = (await start(`tls { ${tls.join('\n')} }`)).replace('nats:', 'tls:');
    await expectWorks({ url, authority: ca });
    expect(await refusalOf({ url })).toMatch(
      /signed by an authority that is not known here: name the file with the authority’s certificate in NATS_TLS_CA/,
    );
    const nobody = await filed('strange.pem', strange.certificate);
    expect(await refusalOf({ url, authority: nobody })).toContain('signed by an authority that is not known here');
    // The server’s greeting asks for TLS, whatever the url says.
    await expectWorks({ url: url.replace('tls:', 'nats:'), authority: ca });
    expect(await refusalOf({ url: url.replace('tls:', 'nats:') })).toContain('authority that is not known here');
    const ended = authority.issue('nats', { days: -0.5 });
    const old = [
      `cert_file: "${await filed('ended.pem', ended.certificate)}"`,
      `key_file: "${await filed('ended.key', ended.key)}"`,
    ];
    const expired = (await start(`tls { ${old.join('\n')} }`)).replace('nats:', 'tls:');
    expect(await refusalOf({ url: expired, authority: ca })).toMatch(
      /^The certificate of .* has expired: renew it there/,
    );
    const strict = (await start(`tls { ${tls.join('\n')}\nverify: true }`)).replace('nats:', 'tls:');
    await expectWorks({ url: strict, authority: ca, certificate, key });
    const foreign = strange.issue('tieout');
    const foreigner = {
      certificate: await filed('foreign.pem', foreign.certificate),
      key: await filed('foreign.key', foreign.key),
    };
    for (const own of [{}, foreigner]) {
      expect(await refusalOf({ url: strict, authority: ca, ...own })).toContain(
        'asks for a certificate that its authority signed; name it in NATS_TLS_CERT and NATS_TLS_KEY',
      );
    }
    const first = await start(`tls { ${tls.join('\n')}\nhandshake_first: true }`);
    expect(await refusalOf({ url: first, authority: ca })).toMatch(
      /wants TLS before it has said a word: take handshake_/,
    );
  });

  test.each([
    ['addresses', '127.0.0.1', 'localhost'],
    ['names', 'localhost', '127.0.0.1'],
  ] as const)('TLS with a certificate of %s alone is that of %s and not of %s', async (only, right, wrong) => {
    const authority = makeAuthority('The bank');
    const own = authority.issue('nats', { only });
    const ca = await filed(`ca-${only}.pem`, authority.certificate);
    const files = [
      `cert_file: "${await filed(`${only}.pem`, own.certificate)}"`,
      `key_file: "${await filed(`${only}.key`, own.key)}"`,
    ];
    const url = new URL((await start(`tls { ${files.join('\n')} }`)).replace('nats:', 'tls:'));
    await expectWorks({ url: `tls://${right}:${url.port}`, authority: ca });
    expect(await refusalOf({ url: `tls://${wrong}:${url.port}`, authority: ca })).toMatch(
      /is made out to other names: write one of these in NATS_URL, or give /,
    );
  });

  test('a server without TLS where TLS was asked for', async () => {
    const url = (await start('')).replace('nats:', 'tls:');
    expect(await refusalOf({ url })).toMatch(/speaks no TLS: give the server a certificate, or write nats:/);
  });

  test('more copies than there are servers, and a name that is too long', async () => {
    const url = await start('');
    expect(await refusalOf({ url, replicas: 3 })).toMatch(
      /has fewer servers beside it than the 3 copies of NATS_REPLICAS: lower it, or add servers\.$/,
    );
    expect(await refusalOf({ url, environment: 'e'.repeat(230) })).toMatch(
      /too long for NATS: give TIEOUT_ENV a shorter/,
    );
    // What the configuration lets through is taken.
    await expectWorks({ url, environment: 'e'.repeat(200) });
  });
});

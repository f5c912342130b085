// Files over the network, from real servers on loopback that hang, cut off, redirect and lie about length: each is whole
// or not there, nothing private is reached, and no failure says what lets its holder fetch the file.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server as RawServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allowedHosts, permissionFor } from '../../../src/adapters/file-urls/allowed-hosts.ts';
import { filesUnder } from '../../../src/adapters/file-urls/find-file.ts';
import { isPublic } from '../../../src/adapters/file-urls/public-address.ts';

import { makeAuthority } from '../../servers/certificates.ts';

const CONTENT = Array.from({ length: 20_000 }, (_, i) => `2026-01-05,K4T${i},12.50\n`).join('');
const SIGNED = '?sig=secret-of-the-url';

let spool: string;
let server: Server;
let port: number;
let raw: RawServer;
let rawPort: number;
let handler: RequestListener;
let asked: { url: string; range: string | undefined }[];
let speak: (socket: Socket) => void;

const portOf = (of: RawServer) => (of.address() as AddressInfo).port;
beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'tieout-spool-'));
  server = createServer((request, answer) => {
    asked.push({ url: request.url!, range: request.headers.range });
    handler(request, answer);
  });
  raw = createRawServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => speak(socket));
  });
  for (const one of [server, raw]) await new Promise<void>((listening) => one.listen(0, '127.0.0.1', listening));
  [port, rawPort] = [portOf(server), portOf(raw)];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  raw.close();
  await rm(spool, { recursive: true });
});
beforeEach(() => {
  asked = [];
});
afterEach(async () => {
  // Whatever was fetched is gone, however it ended.
  expect(await readdir(spool)).toEqual([]);
});

const bounds = { mostBytes: 1_000_000, mostMs: 30_000, stallMs: 500, pauseMs: 5 };
const find = (
  url: string,
  { hosts = '127.0.0.1', ...rest }: { hosts?: string; mostBytes?: number; mostMs?: number } = {},
) =>
  filesUnder({ root: null, perTenant: false, remote: { spool, hosts: allowedHosts(hosts), ...bounds, ...rest } }).find(
    url,
    {
      tenant: null,
    },
  );
const own = (path = `/gl.csv${SIGNED}`) => `http://127.0.0.1:${port}${path}`;
async function content(url: string): Promise<string> {
  const { path, release } = await find(url);
  const text = await readFile(path, 'utf8');
  await release!();
  return text;
}
async function refused(url: string, options?: Parameters<typeof find>[1]) {
  const failure = await find(url, options).then(
    () => expect.fail('it was fetched'),
    (error) => error,
  );
  expect(`${failure.sentence} ${failure.file}`).not.toContain('secret');
  return failure as { code: string; message: string };
}

describe('a file is fetched whole', () => {
  test('and named without its signature', async () => {
    handler = (_, answer) => answer.end(CONTENT);
    const found = await find(own());
    expect(found.name).toBe(`http://127.0.0.1:${port}/gl.csv`);
    expect(found.path).toMatch(/\.csv$/);
    await found.release!();
    expect(await content(own())).toBe(CONTENT);
  });

  test('when it is cut off, from where it ended, and once more where it changed meanwhile', async () => {
    let version = 'a';
    const half = CONTENT.length / 2;
    handler = ({ headers }, answer) => {
      const etag = `"${version}"`;
      if (asked.length === 1) {
        answer.writeHead(200, { etag, 'content-length': CONTENT.length });
        answer.write(CONTENT.slice(0, half), () => setTimeout(() => answer.destroy(), 50));
      } else if (headers['if-range'] === etag) {
        const from = Number(/\d+/.exec(headers.range!)![0]);
        const place = `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}`;
        answer.writeHead(206, { etag, 'content-range': place }).end(CONTENT.slice(from));
      } else answer.writeHead(200, { etag, 'content-length': 3 }).end('new');
    };
    expect(await content(own())).toBe(CONTENT);
    expect(asked.map(({ range }) => range)).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    asked = [];
    const first = handler;
    handler = (request, answer) => {
      first(request, answer);
      version = 'b';
    };
    expect(await content(own())).toBe('new');
  });

  test('from its beginning, where no server says which version it was; and after a server that was busy', async () => {
    handler = (_, answer) => {
      if (asked.length === 1) answer.writeHead(503).end();
      else if (asked.length > 2) answer.end(CONTENT);
      else answer.writeHead(200, { 'content-length': CONTENT.length }).write('2026', () => answer.destroy());
    };
    expect(await content(own())).toBe(CONTENT);
    expect(asked.map(({ range }) => range)).toEqual([undefined, undefined, undefined]);
  });

  test('where the url leads to another place that is allowed', async () => {
    handler = ({ url }, answer) => {
      if (url === '/gl.csv') answer.end(CONTENT);
      else answer.writeHead(302, { location: '/gl.csv' }).end();
    };
    expect(await content(own('/old.csv'))).toBe(CONTENT);
  });
});

describe('a file is not there', () => {
  test.each([
    ['when the server hangs before it answers', () => {}],
    [
      'when the server hangs in the middle',
      (_, answer) => answer.writeHead(200, { 'content-length': 99 }).write('2026'),
    ],
    ['when it is shorter than announced', (_, answer) => answer.writeHead(200, { 'content-length': 99 }).end('2026')],
    ['when it is sent in chunks that do not end', (_, answer) => answer.write('2026', () => answer.destroy())],
    ['when the server fails', (_, answer) => answer.writeHead(500).end()],
  ] as [string, RequestListener][])('%s', async (_, speaks) => {
    handler = speaks;
    expect((await refused(own())).code).toBe('files_unavailable');
    expect(asked.length).toBe(4);
  });

  test.each([
    [
      'longer than announced',
      'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n2026-01-05,12.50',
      'files_unavailable',
    ],
    ['of no length that is said', 'HTTP/1.1 200 OK\r\n\r\n2026-01-05', 'file_unreadable'],
    ['no answer of HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'files_unavailable'],
    ['packed', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n2026', 'file_unreadable'],
    ['another part than asked for', 'HTTP/1.1 206 Partial Content\r\nContent-Length: 4\r\n\r\n2026', 'file_unreadable'],
  ])('when it is %s', async (_, bytes, code) => {
    speak = (socket) => socket.end(bytes);
    expect((await refused(`http://127.0.0.1:${rawPort}/gl.csv`)).code).toBe(code);
  });

  test('when it is larger than is fetched, announced or not', async () => {
    handler = (_, answer) => answer.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
    expect((await refused(own(), { mostBytes: 1_000 })).code).toBe('file_too_large');
    handler = (_, answer) => answer.end(CONTENT);
    expect((await refused(own(), { mostBytes: 1_000 })).code).toBe('file_too_large');
  });

  test('when it takes longer than a file may', async () => {
    handler = (_, answer) => {
      answer.writeHead(200, { 'content-length': 99 });
      const drip = setInterval(() => answer.write('2'), 20);
      answer.on('close', () => clearInterval(drip));
    };
    const failure = await refused(own(), { mostMs: 200 });
    expect([failure.code, failure.message]).toEqual([
      'files_unavailable',
      expect.stringContaining('TIEOUT_FILES_SECONDS'),
    ]);
  });

  test('when the server says so, and is not asked again', async () => {
    handler = (_, answer) => answer.writeHead(403).end('signature secret');
    expect((await refused(own())).code).toBe('file_unreadable');
    expect(asked.length).toBe(1);
  });

  test('when the url leads on for ever, or to what no file is fetched from', async () => {
    handler = (_, answer) => answer.writeHead(302, { location: '/again' }).end();
    expect((await refused(own())).code).toBe('file_unreadable');
    expect(asked.length).toBe(6);
    for (const location of [`http://localhost:${port}/`, 'file:///etc/passwd', 'ftp://127.0.0.1/', 'http://']) {
      handler = (_, answer) => answer.writeHead(302, { location }).end();
      expect((await refused(own())).code, location).toBe('file_not_allowed');
    }
  });
});

describe('nothing private is reached', () => {
  test.each([
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ...['localhost', '0.0.0.0', '10.0.0.1', '169.254.169.254', '[fe80::1]', '[fd00::1]', '[64:ff9b::7f00:1]'],
  ])('by any host: %s', async (host) => {
    handler = (_, answer) => answer.end(CONTENT);
    const failure = await refused(`http://${host}:${port}/gl.csv${SIGNED}`, { hosts: '*' });
    expect(failure.code).toBe('file_not_allowed');
    expect(asked).toEqual([]);
  });

  test('by a host that is not listed, or a redirect from one that is', async () => {
    expect((await refused(own(), { hosts: 'files.example.com' })).message).toMatch(/list it in TIEOUT_FILES_HOSTS/);
    const otherPort = await refused(own(), { hosts: `127.0.0.1:${port + 1}` });
    expect([otherPort.code, otherPort.message]).toEqual([
      'file_not_allowed',
      `files are not fetched from 127.0.0.1:${port}; list it in TIEOUT_FILES_HOSTS.`,
    ]);
    expect((await refused('http://127.0.0.1/gl.csv', { hosts: `127.0.0.1:${port}` })).message).toContain(
      '127.0.0.1:80;',
    );
    handler = (_, answer) => answer.writeHead(307, { location: `http://[::1]:${port}/` }).end();
    expect((await refused(own(), { hosts: '127.0.0.1,*' })).message).toMatch(/is no public address/);
  });

  test('addresses are public or not', () => {
    const publicOnes = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'];
    const others = [
      '100.64.1.1',
      '172.31.255.255',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '2002:7f00:1::',
      '2001:db8::1',
      '::ffff:8.8.8.8',
      'x',
    ];
    expect(publicOnes.filter((address) => !isPublic(address))).toEqual([]);
    expect(others.filter(isPublic)).toEqual([]);
  });

  test('hosts are listed by name, by domain or all', () => {
    const permitted = (url: string, hosts: string) =>
      permissionFor(new URL(url), allowedHosts(hosts))?.mayBePrivate ?? null;
    expect(permitted('https://minio.internal:9000/a', 'minio.internal:9000')).toBe(true);
    expect(permitted('https://minio.internal/a', 'minio.internal:9000')).toBeNull();
    expect(permitted('https://minio.internal/a', 'MINIO.internal:443')).toBe(true);
    expect(permitted('https://a.s3.example.com/a', '*.example.com')).toBe(false);
    expect(permitted('https://example.com/a', '*.example.com')).toBeNull();
    expect(permitted('https://evilexample.com/a', '*.example.com')).toBeNull();
    expect(permitted('http://[2a00::1]/a', '[2a00::1]')).toBe(true);
  });
});

describe('over https', () => {
  const authority = makeAuthority('The object store');
  const trusted = getCACertificates('default');
  const made: Server[] = [];
  const secure = async (by: ReturnType<typeof makeAuthority>, listener: RequestListener) => {
    const { certificate: cert, key } = by.issue('objects');
    const over = createTlsServer({ cert, key }, listener);
    await new Promise<void>((listening) => over.listen(0, '127.0.0.1', listening));
    made.push(over as unknown as Server);
    return `https://127.0.0.1:${portOf(over as unknown as RawServer)}`;
  };
  beforeAll(() => setDefaultCACertificates([...trusted, authority.certificate]));
  afterAll(() => {
    setDefaultCACertificates(trusted);
    for (const one of made) one.closeAllConnections();
    for (const one of made) one.close();
  });

  test('a file is whole, and a connection that breaks is taken up where it ended', async () => {
    let answered = 0;
    const half = CONTENT.length / 2;
    const base = await secure(authority, ({ headers }, answer) => {
      if (answered++ > 0) {
        const from = Number(/\d+/.exec(headers.range!)![0]);
        const place = `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}`;
        answer.writeHead(206, { etag: '"a"', 'content-range': place }).end(CONTENT.slice(from));
        return;
      }
      answer.writeHead(200, { etag: '"a"', 'content-length': CONTENT.length });
      answer.write(CONTENT.slice(0, half), () => setTimeout(() => answer.destroy(), 50));
    });
    expect(await content(`${base}/gl.csv${SIGNED}`)).toBe(CONTENT);
    expect(answered).toBe(2);
  });

  test('a stranger’s certificate is refused, and nothing of its file is read', async () => {
    let served = 0;
    const base = await secure(makeAuthority('Nobody'), (_, answer) => {
      served++;
      answer.end(CONTENT);
    });
    expect(await refused(`${base}/gl.csv${SIGNED}`)).toMatchObject({
      code: 'files_unavailable',
      message: expect.stringMatching(/UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT/),
    });
    expect(served).toBe(0);
  });

  test('a way back to http is not gone', async () => {
    handler = (_, answer) => answer.end(CONTENT);
    const base = await secure(authority, (_, answer) => answer.writeHead(302, { location: own() }).end());
    expect((await refused(`${base}/gl.csv${SIGNED}`)).message).toMatch(/leads from https: to http:/);
    expect(asked).toEqual([]);
  });
});

// `tieout health`: whether the service on this machine works, by /readyz at the address in its environment. It is for
// container engines, whose images have neither shell nor curl: the exit code is 0 or 1, and standard error says what is
// wrong.

import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type RequestOptions, request as requestOverTls } from 'node:https';
import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';

const HELP = `Usage: tieout health [--host H] [--port P]

Asks the service on this machine whether it is ready: exit code 0 when it is, else 1 with the reasons.

  --host H   where it listens (TIEOUT_HOST, 127.0.0.1)
  --port P   its port (TIEOUT_PORT, 8080)
`;

/** Longest wait; the service gives each of its parts a second. */
const ANSWER_MS = 2_000;

export async function health(argv: string[]): Promise<number> {
  const { values } = parsed(argv);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const config = readConfiguration(process.env, {
    ...(values.host !== undefined && { TIEOUT_HOST: values.host }),
    ...(values.port !== undefined && { TIEOUT_PORT: values.port }),
  });
  if (config.TIEOUT_PORT === 0)
    throw new TieoutError('usage', 'Port 0 is no port to ask: name the one it took with --port.');
  try {
    const { status, body } = await ask(config);
    process[status === 200 ? 'stdout' : 'stderr'].write(`${status === 200 ? 'ready' : notReady(status, body)}\n`);
    return status === 200 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`The service does not answer: ${whyNot(error as Failure)}.\n`);
    return 1;
  }
}

function parsed(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      options: { host: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new TieoutError('usage', `${(error as Error).message.split('.')[0]}. See tieout health --help.`);
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function ask(config: Configuration): Promise<Answer> {
  const where: RequestOptions = {
    host: reachableHost(config.TIEOUT_HOST),
    port: config.TIEOUT_PORT,
    path: '/readyz',
    agent: false,
    signal: AbortSignal.timeout(ANSWER_MS),
  };
  return new Promise((resolve, reject) => {
    const take = (response: IncomingMessage) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode!, body })).on('error', reject);
    };
    const sent =
      config.TIEOUT_TLS_CERT === null ? request(where, take) : requestOverTls({ ...where, ...tls(config) }, take);
    sent.on('error', reject).end();
  });
}

/** Replaces the address of all interfaces by loopback. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return isIPv6(host) && /^[0:]+$/.test(host) ? '::1' : host;
}

/** The certificate is not checked: it names the public host, and nothing secret is sent. It is the client's as well. */
function tls(config: Configuration): RequestOptions {
  if (config.TIEOUT_TLS_CLIENT_CA === null) return { rejectUnauthorized: false };
  const [cert, key] = [config.TIEOUT_TLS_CERT, config.TIEOUT_TLS_KEY].map((file) => readFileSync(file!));
  return { rejectUnauthorized: false, cert, key };
}

/** Failures of OpenSSL have a readable reason. */
type Failure = NodeJS.ErrnoException & { readonly reason?: string };

function whyNot({ name, reason, message, code }: Failure): string {
  if (name === 'AbortError') return `it was asked for ${ANSWER_MS / 1000} seconds`;
  return (reason ?? (message || code) ?? 'nothing is known').replaceAll(/\s+/g, ' ');
}

/** `store: It does not answer in time.` for each part that does not work. */
function notReady(status: number, body: string): string {
  try {
    const { reasons } = JSON.parse(body) as { reasons: Record<string, string> };
    const failures = Object.entries(reasons).map(([part, reason]) => `${part}: ${reason}`);
    if (failures.length > 0) return `The service is not ready. ${failures.join(' ')}`;
  } catch {
    // The answer came from another server.
  }
  return `What answers there is no Tieout: it says ${status} to /readyz.`;
}

// Finds out what answers at a port, for the sentence of a failed start: a client with another protocol than the server
// learns only that the connection ended. Two connections are made: one sends what every HTTP server understands
// (MongoDB and NATS answer it in their own ways), the other begins TLS; nothing secret is sent on either.

import { connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export interface Answering {
  /** nobody: no connection is taken; silence: one is, and nothing comes on it. */
  readonly speaks: 'nobody' | 'silence' | 'mongodb' | 'nats' | 'http' | 'other';
  /** Whether it takes secure connections, with any certificate. */
  readonly tls: boolean;
}

export interface Port {
  readonly host: string;
  readonly port: number;
}

/** Longest wait for a first word, and for a handshake. */
const WAIT_MS = 1_000;
/** A server that greets has done so by then. */
const GREETING_MS = 200;
const MOST_BYTES = 4_096;

/** How each kind of server begins; HTTP is what MongoDB answers too, and so comes after it. */
const BEGINNINGS: readonly (readonly [RegExp, Answering['speaks']])[] = [
  [/^INFO \{/, 'nats'],
  [/^HTTP\/[\s\S]*MongoDB/, 'mongodb'],
  [/^HTTP\//, 'http'],
  [/./s, 'other'],
];

/** Within two seconds. Throws nothing. */
export async function whatAnswers(at: Port): Promise<Answering> {
  const [said, tls] = await Promise.all([firstWords(at), takesTls(at)]);
  if (said === null) return { speaks: 'nobody', tls };
  const speaks = BEGINNINGS.find(([beginning]) => beginning.test(said))?.[1] ?? 'silence';
  // NATS greets in the open and then goes over to TLS.
  return { speaks, tls: tls || /^INFO .*"tls_(required|available)": ?true/.test(said) };
}

/** Null when no connection was taken. */
function firstWords({ host, port }: Port): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let said = '';
    let isTaken = false;
    const end = (): void => {
      socket.destroy();
      resolve(isTaken ? said : null);
    };
    socket.setTimeout(WAIT_MS, end);
    socket.once('connect', () => {
      isTaken = true;
      const ask = setTimeout(() => said === '' && socket.write('GET / HTTP/1.0\r\n\r\n'), GREETING_MS);
      socket.once('close', () => clearTimeout(ask));
    });
    socket.on('data', (bytes) => {
      said += bytes.toString('latin1');
      // A greeting is followed by silence, and an answer by the end.
      if (said.startsWith('INFO ') || said.length > MOST_BYTES) end();
    });
    socket.on('error', end);
    socket.on('close', end);
  });
}

function takesTls({ host, port }: Port): Promise<boolean> {
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    // Whether there is TLS at all is asked, not whose: nothing is said on this connection.
    const socket = connectSecurely({ host, port, rejectUnauthorized: false, ...name });
    const end = (taken: boolean): void => {
      socket.destroy();
      resolve(taken);
    };
    socket.setTimeout(WAIT_MS, () => end(false));
    socket.once('secureConnect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}

// Finds out what answers at a port, for the message of a failed start: a client of another protocol only learns that
// the connection ended. One connection sends a request that every HTTP server understands (MongoDB and NATS answer it
// in their own ways), another begins TLS. Nothing secret is sent.

import { connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export interface Answering {
  /** nobody: no connection is accepted. silence: one is, and nothing is received. */
  readonly speaks: 'nobody' | 'silence' | 'mongodb' | 'nats' | 'http' | 'other';
  /** Whether it accepts TLS, with any certificate. */
  readonly tls: boolean;
}

export interface Port {
  readonly host: string;
  readonly port: number;
}

/** Longest wait for a first word or a handshake, in milliseconds. */
const WAIT_MS = 1_000;
/** A server that greets has done so after this time. */
const GREETING_MS = 200;
const MOST_BYTES = 4_096;

/** First words by kind of server. MongoDB answers HTTP too, so HTTP comes after it. */
const BEGINNINGS: readonly (readonly [RegExp, Answering['speaks']])[] = [
  [/^INFO \{/, 'nats'],
  [/^HTTP\/[\s\S]*MongoDB/, 'mongodb'],
  [/^HTTP\//, 'http'],
  [/./s, 'other'],
];

/** Takes at most two seconds and throws nothing. */
export async function whatAnswers(at: Port): Promise<Answering> {
  const [words, tls] = await Promise.all([firstWords(at), takesTls(at)]);
  if (words === null) return { speaks: 'nobody', tls };
  const speaks = BEGINNINGS.find(([beginning]) => beginning.test(words))?.[1] ?? 'silence';
  // NATS greets without TLS and then changes to it.
  return { speaks, tls: tls || /^INFO .*"tls_(required|available)": ?true/.test(words) };
}

/** The first words; null if no connection was accepted. */
function firstWords({ host, port }: Port): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let words = '';
    let isTaken = false;
    const end = (): void => {
      socket.destroy();
      resolve(isTaken ? words : null);
    };
    socket.setTimeout(WAIT_MS, end);
    socket.once('connect', () => {
      isTaken = true;
      const ask = setTimeout(() => words === '' && socket.write('GET / HTTP/1.0\r\n\r\n'), GREETING_MS);
      socket.once('close', () => clearTimeout(ask));
    });
    socket.on('data', (bytes) => {
      words += bytes.toString('latin1');
      // A greeting is followed by silence, an answer by the end.
      if (words.startsWith('INFO ') || words.length > MOST_BYTES) end();
    });
    socket.on('error', end);
    socket.on('close', end);
  });
}

function takesTls({ host, port }: Port): Promise<boolean> {
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    // Only whether there is TLS is tested, so any certificate will do: nothing is sent.
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

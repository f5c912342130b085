// A small TCP proxy between the service and one server. It passes everything on until it is told to delay, to hold
// back, to cut or to close one half; or to wait for the next write of a kind, before it is passed on, before its answer
// is, or just after that, or to keep it back and let it come late. Only connections of processes that introduced
// themselves as the service are touched: the test's own, and those between servers, are not.

import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sent, Wire } from './wire.ts';

/**
 * before: the server never sees the write. after: it does, and its answer is lost. In both cases nothing passes on that
 * connection any more. acknowledged: the answer is passed on, and so is everything else. late: it is passed on once it
 * is let go, and what that connection sends besides behind it.
 */
export type Moment = 'before' | 'after' | 'acknowledged' | 'late';

export interface Struck {
  /** Of the service that sent the write. */
  readonly process: number;
  readonly write: string;
  /** Ends the connection. */
  cut(): void;
  /** Lets a write that is late go on; of others nothing. */
  letGo(): void;
}

interface Awaited {
  /** Answers at the write; null once given up. */
  readonly struck: Promise<Struck | null>;
  giveUp(): void;
}

export interface TcpProxy {
  readonly port: number;
  /** Waits for a write of the service that matches. */
  strike(which: { readonly matches: (write: string) => boolean; readonly moment: Moment }): Awaited;
  /** Resets every connection of the service. */
  cut(): number;
  /** Ends one half of every connection of the service: the one on which the named end hears. */
  halfClose(end: 'service' | 'server'): number;
  /** Everything comes so much later, both ways; 0 ends it. */
  delay(milliseconds: number): void;
  /** Nothing passes until the answer is called. */
  hold(): () => void;
  close(): void;
}

interface Strike {
  readonly matches: (write: string) => boolean;
  readonly moment: Moment;
  readonly met: (struck: Struck) => void;
}

export async function startProxy(target: number, wire: Wire): Promise<TcpProxy> {
  const links = new Set<Link>();
  const strikes = new Set<Strike>();
  let delayed = 0;
  let held: Promise<void> | null = null;
  /** What stands between a byte's arrival and its being passed on. */
  const wait = async (): Promise<void> => {
    if (delayed > 0) await pause(delayed);
    await held;
  };
  const strikeFor = (write: string): Strike | null => {
    for (const strike of strikes) {
      if (!strike.matches(write)) continue;
      strikes.delete(strike);
      return strike;
    }
    return null;
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const link = new Link(client, { target, wire, wait, strikeFor });
    links.add(link);
    link.ended.then(() => links.delete(link));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ofService = () => [...links].filter((link) => link.isOfService);
  return {
    port: (server.address() as { port: number }).port,
    strike({ matches, moment }) {
      const { promise: struck, resolve } = Promise.withResolvers<Struck | null>();
      let isGivenUp = false;
      // A write may be on its way to its answer when nobody waits for it any more.
      const met = (found: Struck): void => {
        resolve(found);
        if (!isGivenUp) return;
        found.cut();
        found.letGo();
      };
      const strike: Strike = { matches, moment, met };
      strikes.add(strike);
      const giveUp = (): void => {
        isGivenUp = true;
        strikes.delete(strike);
        resolve(null);
      };
      return { struck, giveUp };
    },
    cut() {
      const cut = ofService();
      for (const link of cut) link.cut();
      return cut.length;
    },
    halfClose(end) {
      const closed = ofService();
      for (const link of closed) link.halfClose(end);
      return closed.length;
    },
    delay(milliseconds) {
      delayed = milliseconds;
    },
    hold() {
      let release = (): void => {};
      held = new Promise((resolve) => {
        release = () => {
          held = null;
          resolve();
        };
      });
      return release;
    },
    close() {
      server.close();
      for (const link of links) link.cut();
    },
  };
}

interface Passing {
  readonly target: number;
  readonly wire: Wire;
  readonly wait: () => Promise<void>;
  readonly strikeFor: (write: string) => Strike | null;
}

/** One connection, both its halves. */
class Link {
  readonly ended: Promise<unknown>;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #passing: Passing;
  #process: number | null = null;
  #unfinished: Buffer = Buffer.alloc(0);
  /** The write whose answer is waited for. */
  #awaited: { readonly sent: Sent; readonly strike: Strike } | null = null;
  #stopped = false;
  readonly #ways = { up: Promise.resolve(), down: Promise.resolve() };

  constructor(client: Socket, passing: Passing) {
    this.#client = client;
    this.#passing = passing;
    this.#server = createConnection({ port: passing.target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const socket of [client, this.#server]) socket.on('error', () => this.cut());
    client.on('data', (bytes) => this.#inTurn('up', () => this.#sent(bytes)));
    client.on('end', () => this.#inTurn('up', () => void this.#server.end()));
    this.#server.on('data', (bytes) => this.#inTurn('down', () => this.#answered(bytes)));
    this.#server.on('end', () => this.#inTurn('down', () => void client.end()));
    this.ended = Promise.all([client, this.#server].map((socket) => new Promise((end) => socket.once('close', end))));
  }

  get isOfService(): boolean {
    return this.#process !== null && this.#process !== process.pid;
  }

  cut(): void {
    this.#stopped = true;
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }

  /** The other half stays open, as it does behind a firewall that forgot it. */
  halfClose(end: 'service' | 'server'): void {
    if (end === 'service') this.#client.end();
    else this.#server.end();
  }

  #inTurn(way: 'up' | 'down', pass: () => void | Promise<void>): void {
    this.#ways[way] = this.#ways[way].then(async () => {
      if (this.#process === null || this.isOfService) await this.#passing.wait();
      if (!this.#stopped) await pass();
    });
  }

  async #sent(bytes: Buffer): Promise<void> {
    const { wire, strikeFor } = this.#passing;
    const { messages, rest } = wire.sent(
      this.#unfinished.length === 0 ? bytes : Buffer.concat([this.#unfinished, bytes]),
    );
    this.#unfinished = rest;
    for (const sent of messages) {
      this.#process ??= sent.process;
      const strike = sent.write !== null && this.isOfService ? strikeFor(sent.write) : null;
      if (strike?.moment === 'before') {
        this.#stop(strike, sent);
        return;
      }
      if (strike?.moment === 'late') await this.#keep(strike, sent);
      if (this.#stopped) return;
      if (this.#server.writable) this.#server.write(sent.bytes);
      if (strike !== null && strike.moment !== 'late') this.#awaited = { sent, strike };
    }
  }

  #answered(bytes: Buffer): void {
    const awaited = this.#awaited;
    const isAnswer = awaited !== null && this.#passing.wire.isAnswer(bytes, awaited.sent);
    if (isAnswer && awaited.strike.moment === 'after') {
      this.#stop(awaited.strike, awaited.sent);
      return;
    }
    if (this.#client.writable) this.#client.write(bytes);
    if (isAnswer) {
      this.#awaited = null;
      this.#tell(awaited.strike, awaited.sent);
    }
  }

  #stop(strike: Strike, sent: Sent): void {
    this.#stopped = true;
    this.#tell(strike, sent);
  }

  /** Until it is let go. */
  #keep(strike: Strike, sent: Sent): Promise<void> {
    return new Promise((letGo) => this.#tell(strike, sent, letGo));
  }

  #tell({ met }: Strike, { write }: Sent, letGo: () => void = () => {}): void {
    met({ process: this.#process!, write: write!, cut: () => this.cut(), letGo });
  }
}

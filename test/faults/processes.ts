// `tieout serve` as an operator's supervisor keeps it: started again at once when it is gone, whether it was killed or
// could not start for want of a server. A process that was ready and ended by itself is a defect, and is remembered.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const TIEOUT = fileURLToPath(new URL('../../bin/tieout', import.meta.url));
const START_AGAIN_MS = 100;
const READY_WITHIN_MS = 60_000;
/** Grace of ten seconds for the run in hand, and what comes before and after it. */
const END_WITHIN_MS = 30_000;
/** Enough to see why, and no page of them. */
const COMPLAINTS = 12;

interface ServiceOptions {
  /** Of its log. */
  readonly name: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export class SupervisedService {
  readonly name: string;
  readonly #options: ServiceOptions;
  readonly #log: string;
  readonly #endedByThemselves: string[] = [];
  #child: ChildProcess | null = null;
  #address: string | null = null;
  #killed = false;
  #over = false;
  #ended = Promise.resolve();

  constructor(options: ServiceOptions) {
    this.name = options.name;
    this.#options = options;
    this.#log = join(options.folder, `${options.name}.log`);
    this.start();
  }

  /** After a stop. */
  start(): void {
    this.#over = false;
    this.#ended = this.#superviseToTheEnd();
  }

  /** Null while it starts. */
  get address(): string | null {
    return this.#address;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** How ready processes ended that nobody killed. */
  get endedByThemselves(): readonly string[] {
    return this.#endedByThemselves;
  }

  async ready(): Promise<string> {
    for (const deadline = Date.now() + READY_WITHIN_MS; this.#address === null; await pause(20)) {
      if (Date.now() > deadline) throw new Error(`${this.name} does not start: ${this.lastWords()}`);
    }
    return this.#address;
  }

  /** kill -9; it is started again. False when there was none that was ready. */
  async kill(): Promise<boolean> {
    const child = this.#child;
    if (child === null || this.#address === null) return false;
    this.#killed = true;
    child.kill('SIGKILL');
    await once(child, 'exit');
    return true;
  }

  /** As kill, if that may be, which is asked while it does nothing; else it goes on. */
  async killIf(mayDie: () => Promise<boolean>): Promise<boolean> {
    const goOn = this.stall();
    try {
      return (await mayDie()) && (await this.kill());
    } finally {
      goOn();
    }
  }

  /** It does nothing, not even end, until the answer is called (SIGSTOP, SIGCONT). */
  stall(): () => void {
    const child = this.#child;
    child?.kill('SIGSTOP');
    return () => void child?.kill('SIGCONT');
  }

  /** As an operator ends it; answers its exit code. */
  async stop(): Promise<number | null> {
    this.#over = true;
    const child = this.#child;
    if (child !== null) {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
      await this.#ended;
      clearTimeout(late);
    }
    await this.#ended;
    return child?.exitCode ?? null;
  }

  /** Lines of its log that have the text in them and are no ordinary news, the latest of them. */
  complaints(of: string): string[] {
    const lines = readFileSync(this.#log, 'utf8').split('\n');
    return lines.filter((line) => line.includes(of) && !line.includes('"level":30')).slice(-COMPLAINTS);
  }

  lastWords(): string {
    return readFileSync(this.#log, 'utf8').trimEnd().split('\n').slice(-3).join(' | ');
  }

  async #superviseToTheEnd(): Promise<void> {
    while (!this.#over) {
      const child = this.#start();
      this.#child = child;
      const [code, signal] = await once(child, 'exit');
      if (this.#address !== null && !this.#killed && !this.#over) {
        this.#endedByThemselves.push(`${this.name} ended with ${signal ?? code}: ${this.lastWords()}`);
      }
      this.#child = null;
      this.#address = null;
      this.#killed = false;
      if (!this.#over) await pause(START_AGAIN_MS);
    }
  }

  #start(): ChildProcess {
    const log = openSync(this.#log, 'a');
    const child = spawn(TIEOUT, ['serve', '--host', '127.0.0.1', '--port', '0'], {
      stdio: ['ignore', 'pipe', log],
      env: { ...process.env, ...this.#options.environment },
    });
    closeSync(log);
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    let said = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /^Tieout serves at (\S+)\n/m.exec(said)?.[1];
      if (address !== undefined && this.#child === child) this.#address = address;
    });
    return child;
  }
}

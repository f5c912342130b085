// Replaces connections whose user the server no longer knows. A user that is dropped and made again has its rights only
// on new connections, and the driver keeps the old ones. So an answer about rights asks for new connections, which take
// over as soon as they can be used. Calls over the old ones are still answered.

interface Renewable {
  close(): Promise<void>;
}

/** Time between attempts while the user really lacks rights. */
const EVERY_MS = 5_000;

export class Renewal<Connection extends Renewable> {
  readonly #open: () => Promise<Connection>;
  readonly #asked: ReadonlySet<Promise<unknown>>;
  /** Replaced connections that are being closed. */
  readonly #ending = new Set<Promise<unknown>>();
  #current: Connection;
  #renewing: Promise<void> | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** `asked`: open calls. A replaced connection is closed after them. */
  constructor(first: Connection, open: () => Promise<Connection>, asked: ReadonlySet<Promise<unknown>>) {
    this.#current = first;
    this.#open = open;
    this.#asked = asked;
  }

  get current(): Connection {
    return this.#current;
  }

  /** Does not wait and never fails: until another connection is open, the current one stays. */
  renew(): void {
    if (this.#isClosed || this.#renewing !== null || performance.now() - this.#triedAt < EVERY_MS) return;
    this.#triedAt = performance.now();
    this.#renewing = this.#replace()
      .catch(() => {})
      .finally(() => {
        this.#renewing = null;
      });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#renewing;
    await Promise.all([this.#current.close(), ...this.#ending]);
  }

  async #replace(): Promise<void> {
    const next = await this.#open();
    const old = this.#current;
    this.#current = next;
    const ended = Promise.allSettled(this.#asked)
      .then(() => old.close())
      .catch(() => {})
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}

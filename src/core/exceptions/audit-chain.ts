// Makes links of the audit chain and finds faults in them. Chaining and verifying compute the same figures from the
// same rows. The seal of a link (HMAC under a key, or a plain digest) is an argument.

import type { AuditRow } from '../records/documents/audit.ts';
import type { AuditLink } from '../records/documents/audit-chain.ts';
import { commonText, entryText } from './audit-rows.ts';

/** Seals texts under one key, or under none. */
export interface Seal {
  /** Null for a plain digest, which anybody with write access to the store can make too. */
  readonly keyId: string | null;
  seal(text: string): string;
}

export interface Seals {
  /** The seal of new links. */
  readonly current: Seal;
  /** The seal with this key; null if the key is unknown. */
  sealWith(keyId: string | null): Seal | null;
}

/** A digest of a long text that comes in pieces. */
export interface RunningDigest {
  add(text: string): void;
  hex(): string;
}

/** A row with its position in lists. */
export interface PlacedRow {
  readonly row: AuditRow;
  readonly place: number;
}

/** The figures of a batch that a link holds. */
export type BatchFigures = Pick<AuditLink, 'rows' | 'firstPlace' | 'lastPlace' | 'digest' | 'isWhole'>;

/** Computes the figures of a batch from its stored rows, taken in order. */
export class BatchReader {
  readonly #digest: RunningDigest;
  readonly #count: number;
  #common: string | null = null;
  #rows = 0;
  #first = 0;
  #last = 0;
  readonly #said = new Set<string | null>();

  /** `count`: number of rows in the batch; the digest begins with it. */
  constructor(digest: RunningDigest, count: number) {
    this.#digest = digest;
    this.#count = count;
  }

  take({ row, place }: PlacedRow): void {
    const common = commonText(row, this.#count);
    if (this.#common === null) this.#digest.add(common);
    // The row differs in fields that all rows of a call share.
    else if (this.#common !== common) this.#digest.add(`\n${common}`);
    this.#common ??= common;
    this.#digest.add(`\n${entryText(row)}`);
    if (this.#rows === 0) this.#first = place;
    this.#last = place;
    this.#rows++;
    this.#said.add(row.batchDigest);
  }

  figures(): BatchFigures {
    const digest = this.#digest.hex();
    const isWhole = this.#said.size === 1 && this.#said.has(digest);
    return { rows: this.#rows, firstPlace: this.#first, lastPlace: this.#last, digest, isWhole };
  }
}

export function sealed(link: Omit<AuditLink, 'head' | 'keyId'>, seal: Seal): AuditLink {
  const { keyId } = seal;
  return { ...link, keyId, head: seal.seal(linkText({ ...link, keyId })) };
}

const linkText = (link: Omit<AuditLink, 'head'>): string =>
  JSON.stringify([
    ...['tieout audit 1', link.tenant, link.n, link.partner, link.operationId, link.rows, link.firstPlace],
    ...[link.lastPlace, link.digest, link.isWhole, link.isEarlier, link.previous, link.keyId, link.at],
    ...(link.repair === null ? [] : [link.repair]),
  ]);

/** The fault of a link; null if it follows the one before and its seal is right. `seal`: with the link's key. */
export function linkFault(link: AuditLink, before: AuditLink | null, seal: Seal): string | null {
  const n = (before?.n ?? 0) + 1;
  if (link.n !== n) return `batch ${n} of the chain is missing`;
  if (link.previous !== (before?.head ?? '')) return 'it does not follow the batch before it';
  if (before !== null && before.keyId !== null && link.keyId === null) return 'it is chained without the key';
  return seal.seal(linkText(link)) === link.head ? null : 'its entry in the chain was changed';
}

/** The fault of a batch; null if its rows are those that were chained. */
export function rowsFault(link: AuditLink, found: BatchFigures): string | null {
  if (found.rows !== link.rows) return `${link.rows} rows were written and ${found.rows} are there`;
  if (found.digest !== link.digest) return 'its rows are not those that were written, or not in their order';
  if (found.isWhole !== link.isWhole) return 'its rows carry another digest than they were written with';
  if (found.firstPlace === link.firstPlace && found.lastPlace === link.lastPlace) return null;
  return 'its rows stand at another place among the others';
}

// Makes links of the audit's chain, and finds faults in them. Chaining and verifying compute the same figures from the
// same rows. The seal of a link (HMAC under a key, or a plain digest) is passed in.

import type { AuditRow } from '../records/documents/audit.ts';
import type { AuditLink } from '../records/documents/audit-chain.ts';
import { commonText, entryText } from './audit-rows.ts';

/** Seals texts under one key, or under none. */
export interface Seal {
  /** Null: a plain digest, which anybody who can write to the store can make too. */
  readonly keyId: string | null;
  seal(text: string): string;
}

export interface Seals {
  /** The seal of new links. */
  readonly current: Seal;
  /** The seal with this key; null if the key is unknown. */
  of(keyId: string | null): Seal | null;
}

/** A digest of one long text that comes in pieces. */
export interface RunningDigest {
  add(text: string): void;
  hex(): string;
}

/** A row with its place where rows are listed. */
export interface PlacedRow {
  readonly row: AuditRow;
  readonly place: number;
}

/** The figures of a batch that a link holds. */
export type BatchFigures = Pick<AuditLink, 'rows' | 'firstPlace' | 'lastPlace' | 'digest' | 'isWhole'>;

/** Takes the rows of a batch as they are stored, in the order of their places. */
export class BatchReader {
  readonly #digest: RunningDigest;
  readonly #count: number;
  #common: string | null = null;
  #rows = 0;
  #first = 0;
  #last = 0;
  readonly #said = new Set<string | null>();

  /** `count`: how many rows the batch has, which its digest begins with. */
  constructor(digest: RunningDigest, count: number) {
    this.#digest = digest;
    this.#count = count;
  }

  take({ row, place }: PlacedRow): void {
    const common = commonText(row, this.#count);
    if (this.#common === null) this.#digest.add(common);
    // This row differs in fields that all rows of a call share.
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

/** Null if the link follows the one before and its seal is right. `seal`: with the link's own key. */
export function linkFault(link: AuditLink, before: AuditLink | null, seal: Seal): string | null {
  const n = (before?.n ?? 0) + 1;
  if (link.n !== n) return `batch ${n} of the chain is missing`;
  if (link.previous !== (before?.head ?? '')) return 'it does not follow the batch before it';
  if (before !== null && before.keyId !== null && link.keyId === null) return 'it is chained without the key';
  return seal.seal(linkText(link)) === link.head ? null : 'what the chain says of it was changed';
}

/** Null if the rows are those that were chained. */
export function rowsFault(link: AuditLink, found: BatchFigures): string | null {
  if (found.rows !== link.rows) return `${link.rows} rows were written and ${found.rows} are there`;
  if (found.digest !== link.digest) return 'its rows are not those that were written, or not in their order';
  if (found.isWhole !== link.isWhole) return 'its rows carry another digest than they were written with';
  if (found.firstPlace === link.firstPlace && found.lastPlace === link.lastPlace) return null;
  return 'its rows stand at another place among the others';
}

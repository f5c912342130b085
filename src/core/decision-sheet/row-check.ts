// The check of a row of a sheet: the status that its exception had and when that was last changed, and a digest of the
// cells that tell whose row it is. Where a column was sorted without the others, the digest is another one.

import { instantAt } from '../money/calendar.ts';
import { DECISION_STATUSES, type DecisionStatus } from '../records/documents/clusters.ts';
import type { Digest } from '../records/rows/identity.ts';

/** Texts as the cells of the sheet show them. */
export interface CheckedCells {
  readonly clusterId: string;
  readonly ledgerReference: string;
  readonly ledgerAmount: string;
  readonly bankReference: string;
  readonly bankAmount: string;
}

export interface Seen {
  readonly status: DecisionStatus;
  /** Milliseconds since 1970, UTC. */
  readonly updatedAt: number;
}

const DIGITS = 16;
const CHECK = /^([a-z]+) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{16})$/;

export const checkOf = (cells: CheckedCells, { status, updatedAt }: Seen, digest: Digest): string =>
  `${status} ${instantAt(updatedAt)} ${digestOf(cells, digest)}`;

/** What the export saw, and whether the cells are those of the check. Null: it is no check. */
export function readCheck(
  text: string,
  cells: CheckedCells,
  digest: Digest,
): (Seen & { readonly isOfCells: boolean }) | null {
  const [, word, instant = '', digits] = CHECK.exec(text) ?? [];
  const status = DECISION_STATUSES.find((one) => one === word);
  const updatedAt = Date.parse(instant);
  if (status === undefined || Number.isNaN(updatedAt)) return null;
  return { status, updatedAt, isOfCells: digits === digestOf(cells, digest) };
}

function digestOf(cells: CheckedCells, digest: Digest): string {
  const { clusterId, ledgerReference, ledgerAmount, bankReference, bankAmount } = cells;
  const parts = [clusterId, plain(ledgerReference), amount(ledgerAmount), plain(bankReference), amount(bankAmount)];
  return digest(JSON.stringify(parts)).slice(0, DIGITS);
}

/** What a spreadsheet may do to a text on its way: spaces, and characters that its file cannot have. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}\ufffd\ufffe\uffff]+/gu, ' ')
    .trim();

/** 500.5 and 500.50 are one amount. */
function amount(text: string): string {
  if (!/^-?\d{1,30}\.\d{1,9}$/.test(text)) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

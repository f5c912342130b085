// The words of open rows, for filters and search: each row's reference, settlement session, narration and own id in small
// letters, one after the other in one text, so that a hundred thousand rows are looked through in milliseconds. They are
// kept in memory while there is room, the longest unused leave first, and made anew once the session's rows are others.

import { type RowColumns, SIDES, type Side, textsAt } from '../../core/records/rows/columns.ts';
import { DIGEST_ID_BYTES, digestIdAt, isNoDigest } from '../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';

/** Open rows of one side, some thousands. */
export interface TextPiece {
  readonly side: Side;
  readonly count: number;
  /** Texts in the order of the rows; row i is from offsets[i] to offsets[i + 1]. */
  readonly text: string;
  readonly offsets: Uint32Array;
  /** Packed; all zeros: no cluster. */
  readonly clusterId: Uint8Array;
  readonly recordId: Uint8Array;
  readonly account: Uint16Array;
  readonly accounts: readonly string[];
  /** Signed minor units. */
  readonly amount: Float64Array;
  /** Index into currencies. */
  readonly currency: Uint8Array;
  readonly currencies: readonly string[];
}

export interface OpenTexts {
  /** Calls back with each piece of the session's open rows, the ledger's first. */
  each(key: SessionKey, told: (piece: TextPiece) => void): Promise<void>;
}

/** Between two texts; a search for it finds nothing. */
const APART = '\u0000';
const ITEMS_AT_ONCE = 8_192;
/** Characters of all sessions together: a row has some hundred with its ids. */
const MOST_CHARACTERS = 100_000_000;

interface Kept {
  readonly stamp: string;
  readonly pieces: readonly TextPiece[];
  readonly weight: number;
}

/** `most`: characters that are kept, of all sessions together. */
export function openTexts(store: Store, most = MOST_CHARACTERS): OpenTexts {
  const sessions = new Map<string, Kept>();
  let weight = 0;
  const forget = (name: string): void => {
    weight -= sessions.get(name)?.weight ?? 0;
    sessions.delete(name);
  };
  const keep = (name: string, kept: Kept): void => {
    forget(name);
    if (kept.weight > most) return;
    sessions.set(name, kept);
    weight += kept.weight;
    // A map keeps the order of insertion: the first is the longest unused.
    for (const oldest of sessions.keys()) {
      if (weight <= most) break;
      forget(oldest);
    }
  };
  return {
    async each(key, told) {
      const name = JSON.stringify([key.tenant, key.partner, key.session]);
      const stamp = await stampOf(store, key);
      const known = sessions.get(name);
      if (known !== undefined && known.stamp === stamp) {
        keep(name, known);
        for (const piece of known.pieces) told(piece);
        return;
      }
      forget(name);
      let pieces: TextPiece[] | null = [];
      let length = 0;
      for (const side of SIDES) {
        let after: number | null = null;
        do {
          const page: Awaited<ReturnType<Store['openItems']['page']>> = await store.openItems.page(key, {
            ...{ side, after, limit: ITEMS_AT_ONCE },
          });
          const piece = pieceOf(side, page.items);
          told(piece);
          length += piece.text.length + 50 * piece.count;
          if (length > most) pieces = null;
          pieces?.push(piece);
          after = page.next;
        } while (after !== null);
      }
      if (pieces !== null && stamp !== null && (await stampOf(store, key)) === stamp)
        keep(name, { stamp, pieces, weight: length });
    },
  };
}

/** Changes with the session's open rows: they follow from its commit, and from the late groups that hold some. */
async function stampOf(store: Store, key: SessionKey): Promise<string | null> {
  const session = await store.sessions.get(key);
  if (session === null || !session.materialised) return null;
  return JSON.stringify([session.version, await store.lateGroups.idsOfSession(key)]);
}

type Items = Awaited<ReturnType<Store['openItems']['page']>>['items'];

function pieceOf(side: Side, { rows, clusterId, recordId }: Items): TextPiece {
  const { count, account, accounts, amount, currency, currencies } = rows;
  const { text, offsets } = textOf(rows);
  return { side, count, text, offsets, clusterId, recordId, account, accounts, amount, currency, currencies };
}

export function textOf(rows: RowColumns): Pick<TextPiece, 'text' | 'offsets'> {
  const { count, reference, settlementSession, narration, sourceId } = rows;
  const all = Uint32Array.from({ length: count }, (_, row) => row);
  const columns = [reference, settlementSession, narration, sourceId].map((column) => textsAt(column, all));
  const offsets = new Uint32Array(count + 1);
  const texts: string[] = [];
  for (let row = 0; row < count; row++) {
    const text = columns
      .map((at) => at(row) + APART)
      .join('')
      .toLowerCase();
    texts.push(text);
    offsets[row + 1] = offsets[row] + text.length;
  }
  return { text: texts.join(''), offsets };
}

/** Calls back with each row that has these letters, given in small ones; once for each. */
export function eachWith(
  { text, offsets, count }: Pick<TextPiece, 'text' | 'offsets' | 'count'>,
  sought: string,
  found: (row: number) => void,
): void {
  if (sought === '' || sought.includes(APART)) return;
  let row = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, offsets[row + 1])) {
    // The last row that begins at or before it.
    let [low, high] = [row, count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (offsets[middle] <= at) low = middle;
      else high = middle - 1;
    }
    row = low;
    found(row);
  }
}

/** The narration of a row, in small letters; empty for none. */
export function narrationAt({ text, offsets }: Pick<TextPiece, 'text' | 'offsets'>, row: number): string {
  const settlement = text.indexOf(APART, offsets[row]) + 1;
  const from = text.indexOf(APART, settlement) + 1;
  return text.slice(from, text.indexOf(APART, from));
}

/** Null: the row is in no cluster. */
export function clusterAt({ clusterId }: TextPiece, row: number): string | null {
  const bytes = clusterId.subarray(row * DIGEST_ID_BYTES, (row + 1) * DIGEST_ID_BYTES);
  return isNoDigest(bytes) ? null : digestIdAt(clusterId, row);
}

// Decides which known references (found in a text because some row has them in its reference field) count for the row
// of the text: those that the amounts confirm. PV-045 in a narration may also be the payer's own number, a member, a
// room or a batch. Rules: docs/decisions/matching-definitions.md, "Known references".

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import type { AccountColumns } from '../account-source.ts';
import { CARRY_KNOWN } from '../reading/identifier-pieces.ts';
import { FAR, KnownFields } from './known-fields.ts';
import type { Residue } from './residue.ts';
import { MetValues } from './trust.ts';

/**
 * For each entry of a side's identifiers NEAR or SAME if it is a known reference that counts; null if none does.
 * `common`: 1 for identifiers that are no keys; `bounds`: the most rows of a side that may carry a key.
 */
export function knownThatCount(
  residue: Residue,
  input: AccountColumns,
  { common, bounds }: { readonly common: Uint8Array; readonly bounds: Readonly<Record<Side, number>> },
): Readonly<Record<Side, Uint8Array | null>> {
  const wanted = knownOnes(residue, common);
  if (wanted === null) return { gl: null, bank: null };
  const fieldsOf = (side: Side): KnownFields => new KnownFields(residue, { side, columns: input[side], wanted });
  const fields = { gl: fieldsOf('gl'), bank: fieldsOf('bank') };
  const of = { residue, input, fields, wanted };
  if (!areTrusted(of)) return { gl: null, bank: null };
  return { gl: borneOut(of, 'gl', bounds.gl), bank: borneOut(of, 'bank', bounds.bank) };
}

interface Known {
  readonly residue: Residue;
  readonly input: AccountColumns;
  readonly fields: Readonly<Record<Side, KnownFields>>;
  /** For each identifier 1 if it was found in a text. */
  readonly wanted: Uint8Array;
}

function knownOnes({ gl, bank, texts }: Residue, common: Uint8Array): Uint8Array | null {
  let wanted: Uint8Array | null = null;
  for (const { identifiers } of [gl, bank]) {
    const { ids, carry } = identifiers;
    for (let e = 0; e < ids.length; e++) {
      if ((carry[e] & CARRY_KNOWN) === 0 || common[ids[e]]) continue;
      wanted ??= new Uint8Array(texts.count);
      wanted[ids[e]] = 1;
    }
  }
  return wanted;
}

/**
 * Whether known references name the transactions in whose texts they were found, judged by those that one row of a side
 * has in its text and one row of the other side in its field.
 */
function areTrusted({ residue, input, fields }: Known): boolean {
  const values = new MetValues();
  const pairs: [gl: number, bank: number][] = [];
  const { gl, bank } = input;
  for (const side of SIDES) {
    const other = otherSide(side);
    const found = foundOnce(residue, side);
    for (let id = 0; id < found.length; id++) {
      if (found[id] < 0 || fields[side].count(id) > 0 || fields[other].count(id) !== 1) continue;
      const row = fields[other].firstOf(id);
      const [i, j] = side === 'gl' ? [found[id], row] : [row, found[id]];
      pairs.push([i, j]);
      values.add(gl.amount[i], bank.amount[j], gl.currencies[gl.currency[i]] === bank.currencies[bank.currency[j]]);
    }
  }
  return values.areTrusted(input, () => pairs);
}

const NEVER = -1;
const OFTEN = -2;

/** For each identifier the one row of a side in whose text it was found as a known one; NEVER or OFTEN. */
function foundOnce(residue: Residue, side: Side): Int32Array {
  const { identifiers, row, n } = residue[side];
  const { ids, idStart, carry } = identifiers;
  const found = new Int32Array(residue.texts.count).fill(NEVER);
  for (let i = 0; i < n; i++) {
    for (let e = idStart[i]; e < idStart[i + 1]; e++) {
      if (carry[e] & CARRY_KNOWN) found[ids[e]] = found[ids[e]] === NEVER ? row[i] : OFTEN;
    }
  }
  return found;
}

/** Confirms entries for which a row of the other side has the reference and a near amount, unless too many rows do. */
function borneOut({ residue, input, fields, wanted }: Known, side: Side, bound: number): Uint8Array {
  const theirs = fields[otherSide(side)];
  const { amount, currency, currencies } = input[side];
  const codes = currencies.map((code) => input[otherSide(side)].currencies.indexOf(code));
  const { identifiers, row, n } = residue[side];
  const { ids, idStart, carry } = identifiers;
  const counts = new Uint8Array(ids.length);
  const rows = new Uint32Array(wanted.length);
  for (let i = 0; i < n; i++) {
    for (let e = idStart[i]; e < idStart[i + 1]; e++) {
      const id = ids[e];
      if ((carry[e] & CARRY_KNOWN) === 0 || !wanted[id]) continue;
      counts[e] = theirs.nearness(id, { amount: amount[row[i]], currency: codes[currency[row[i]]] });
      if (counts[e] !== FAR) rows[id]++;
    }
  }
  for (let e = 0; e < ids.length; e++) if (rows[ids[e]] > bound) counts[e] = FAR;
  return counts;
}

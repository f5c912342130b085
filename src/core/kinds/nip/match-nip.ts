// Matches a core banking system's postings with the settlement report of instant transfers (docs/other-kinds.md).
// Tier 1 is a reference that one row of each side has. Tier 2 is an equal session and amount, paired in the order of
// time; then, in the same way, the last digits of a session's id, and a reference that several rows share. Then
// reversals within a side are netted, fees join their transfer, and open rows are described.

import { DISAGREE } from '../../matching/candidates/agreement.ts';
import { keyArrays, type TellingKey, withCurrency } from '../../matching/key-arrays.ts';
import {
  type BothColumns,
  isSameMoney,
  type KeyedRows,
  keyedRows,
  type PairOfRows,
} from '../../matching/keyed-rows.ts';
import { isByLine } from '../../matching/method.ts';
import { openByKeys } from '../../matching/outcome/keyed-open-rows.ts';
import { keyedOutcome } from '../../matching/outcome/keyed-outcome.ts';
import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import type { MatchParameters } from '../../matching/parameters.ts';
import { netByOwnKeys } from '../../matching/reversals/by-own-key.ts';
import { attachFees } from '../../matching/sums/attached-fees.ts';
import { type KeyPass, takeExact, takeExplained } from '../../matching/tiers/key-passes.ts';
import { FEE_TARIFF } from '../../records/groups/fee-basis.ts';
import { SIDES } from '../../records/rows/columns.ts';
import { areTwoBy, differ } from '../kind-keys.ts';
import { takeSums } from '../take-sums.ts';
import { saysWithout, sidesWithout } from '../without-keys.ts';
import { feesBeside, isFeeBetween } from './fee-legs.ts';
import { type NipKeys, nipKeys } from './nip-keys.ts';

/** The tiers. */
const [BY_REFERENCE, BY_SESSION] = [1, 2];

export function matchNip(columns: BothColumns, parameters: MatchParameters): MatchOutcome {
  const rows = keyedRows(columns, parameters);
  const keys = nipKeys(rows);
  const isRefused = (pair: PairOfRows) => differ(keys.beneficiary, pair);
  const byReference = keyArrays(rows, keys.reference);
  const bySession = keyArrays(rows, keys.session);
  const byTail = keyArrays(rows, keys.tail);
  const passes: KeyPass[] = [
    { tier: BY_REFERENCE, keys: byReference, isUnique: true, isRefused },
    { tier: BY_SESSION, keys: bySession, isRefused },
    { tier: BY_SESSION, keys: byTail, isRefused: (pair) => isRefused(pair) || areWhole(keys, pair) },
    { tier: BY_SESSION, keys: byReference, isRefused },
  ];
  const byLine = isByLine(parameters.method);
  if (!byLine) takeSums(rows);
  const transfers = byLine ? passes.flatMap((pass) => takeExact(rows, pass)) : [];
  const areTwo = areTwoBy(keys.session);
  const telling: TellingKey[] = [
    { keys: bySession },
    { keys: byTail, areTwo, isRefused: (pair) => areWhole(keys, pair) },
    { keys: byReference, areTwo },
  ];
  // Takes pairs whose difference is a fee of the tariff.
  const explain = () => {
    for (const key of byLine ? telling : []) {
      takeExplained(rows, {
        keys: key.keys,
        tier: BY_SESSION,
        isRefused: (pair) => isRefused(pair) || key.isRefused?.(pair) === true,
        basisOf: (pair) => (isFeeBetween(rows, pair) ? FEE_TARIFF : DISAGREE),
      });
    }
  };
  // Before netting, so that a transfer whose posting includes the fee is matched rather than netted; and again after it,
  // for rows that netting left alone.
  explain();
  const netted = netByOwnKeys(rows, telling, keys.saysReversal);
  const ofFees = [bySession, byReference].map((each) => withCurrency(rows, each));
  const expectedFees = attachFees(rows, transfers, feesBeside(rows, keys, ofFees));
  explain();
  if (byLine) {
    noteWithoutKeys(rows, keys);
    takeSums(rows);
  }
  const open = openByKeys(rows, {
    telling,
    saysReversal: keys.saysReversal,
    ownPartner: (pair) => (isSameMoney(rows, pair) && isRefused(pair) ? 'account' : null),
  });
  return keyedOutcome(rows, { netted, open, expectedFees });
}

/**
 * Notes sides that have no key in any row. A side without session ids is no fault, because a ledger may have payment
 * references alone. Only if both sides lack them, a note says so.
 */
function noteWithoutKeys(rows: KeyedRows, keys: NipKeys): void {
  const keyless = sidesWithout(rows, (side, row) => keys.tail(side, row) !== '' || keys.reference(side, row) !== '');
  const known = { keys: 'a session id or a payment reference of its own', what: 'instant transfers' };
  const sessionless = sidesWithout(rows, (side, row) => keys.tail(side, row) !== '');
  if (keyless.length > 0) rows.notes.add(saysWithout(keyless, known));
  else if (sessionless.length === SIDES.length) {
    rows.notes.add(
      'No row of either side has a session id of its own: payment references alone were compared; check that the files are of instant transfers.',
    );
  }
}

/** Whether both rows have a whole session id, by which they were compared before: its last digits say nothing new. */
const areWhole = ({ session }: NipKeys, { gl, bank }: PairOfRows): boolean =>
  session('gl', gl) !== '' && session('bank', bank) !== '';

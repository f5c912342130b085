// Matches a core banking system's postings with the settlement report of instant transfers (design/matching.md, "NIP").
// Pass 1: a reference that one row of each side has. Pass 2: equal session and amount, paired in the order of time;
// then, in the same way, the last digits of a session's id, and a reference that several rows share. Then reversals
// within a side are netted, fees join their transfer, and open rows are described. Tier 1 is pass 1, tier 2 all others.

import { explainedPairs } from '../../matching/by-keys/explained-pairs.ts';
import { keyArrays, type TellingKey } from '../../matching/by-keys/key-arrays.ts';
import { type KeyMatch, type KeyPass, runPass } from '../../matching/by-keys/key-pass.ts';
import { type KeyedGroup, keyedOutcome } from '../../matching/by-keys/keyed-outcome.ts';
import { type BothColumns, KeyedRows, type PairOfRows, Taken } from '../../matching/by-keys/keyed-rows.ts';
import { openRowsOf } from '../../matching/by-keys/open-partners.ts';
import { nettedByKeys } from '../../matching/by-keys/own-reversals.ts';
import { isByLine } from '../../matching/method.ts';
import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import type { MatchParameters } from '../../matching/parameters.ts';
import { FEE_NONE, FEE_TARIFF } from '../../records/groups/fee-basis.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { refusedRows } from '../response.ts';
import { saysWithout, sidesWithout } from '../without-keys.ts';
import { attachFees, isFeeBetween, type Transfer } from './fee-legs.ts';
import { type NipKeys, nipKeys } from './nip-keys.ts';

const [BY_REFERENCE, BY_SESSION] = [1, 2];

export function matchNip(columns: BothColumns, parameters: MatchParameters): MatchOutcome {
  const rows = new KeyedRows(columns);
  const taken = new Taken(columns);
  const keys = nipKeys(rows);
  const isRefused = (pair: PairOfRows) => paysAnother(keys, pair);
  const byReference = keyArrays(rows, keys.reference);
  const bySession = keyArrays(rows, keys.session);
  const byTail = keyArrays(rows, keys.tail);
  const passes: KeyPass[] = [
    { tier: BY_REFERENCE, keys: byReference, isUnique: true, isRefused },
    { tier: BY_SESSION, keys: bySession, isUnique: false, isRefused },
    {
      tier: BY_SESSION,
      keys: byTail,
      isUnique: false,
      isRefused: (pair) => isRefused(pair) || isWhole(keys, pair),
    },
    { tier: BY_SESSION, keys: byReference, isUnique: false, isRefused },
  ];
  const matches: KeyMatch[] = isByLine(parameters.method)
    ? passes.flatMap((pass) => runPass(rows, taken, { pass, window: parameters }))
    : [];
  const areTwo = areTwoSessions(keys);
  const telling: TellingKey[] = [
    { keys: bySession },
    { keys: byTail, areTwo, isRefused: (pair) => isWhole(keys, pair) },
    { keys: byReference, areTwo },
  ];
  const explainedNow = () =>
    (isByLine(parameters.method) ? telling : []).flatMap((key) =>
      explainedPairs(rows, taken, {
        keys: key.keys,
        tier: BY_SESSION,
        parameters,
        isRefused: (pair) => isRefused(pair) || key.isRefused?.(pair) === true,
        basisOf: (pair) => (isFeeBetween(rows, pair) ? FEE_TARIFF : null),
      }),
    );
  // Done before netting, so that a transfer is matched also if its posting includes the fee; and again after, for rows
  // that netting left alone.
  const early = explainedNow();
  const reversals = nettedByKeys(rows, taken, { telling, saysReversal: keys.saysReversal, parameters });
  const { transfers, expected } = attachFees(rows, taken, { matches, keys });
  const explained = [...early, ...explainedNow()];
  const groups = [...transfers.map(groupOf), ...explained];
  const open = openRowsOf(rows, taken, {
    telling,
    window: parameters,
    saysReversal: keys.saysReversal,
    ownPartner: (pair) => (isSameMoney(rows, pair) && isRefused(pair) ? 'accountPartner' : null),
    refused: refusedRows(columns),
    matched: { gl: groups.flatMap(({ gl }) => gl), bank: groups.flatMap(({ bank }) => bank) },
  });
  for (const side of ['gl', 'bank'] as const) {
    const { row, expectedFee, count } = open[side];
    for (let item = 0; item < count; item++) expectedFee[item] = expected[side].get(row[item]) ?? -1;
  }
  return keyedOutcome(rows, {
    groups,
    netted: reversals,
    open,
    notes: isByLine(parameters.method) ? withoutKeys(columns, keys) : [],
  });
}

const groupOf = ({ gl, bank, tier, days, legs }: Transfer): KeyedGroup => ({
  gl: [gl, ...legs.gl],
  bank: [bank, ...legs.bank],
  tier,
  days,
  feeBasis: legs.gl.length + legs.bank.length > 0 ? FEE_TARIFF : FEE_NONE,
});

/**
 * Notes sides without keys. A ledger may have only payment references; if no side has a session id, only references
 * were compared.
 */
function withoutKeys(columns: BothColumns, keys: NipKeys): string[] {
  const none = sidesWithout(
    columns,
    (side, row) => keys.tail(side, row) !== null || keys.reference(side, row) !== null,
  );
  const known = { keys: 'a session id or a payment reference', what: 'instant transfers' };
  if (none.length > 0) return [saysWithout(none, known)];
  const unnumbered = sidesWithout(columns, (side, row) => keys.tail(side, row) !== null);
  return unnumbered.length < SIDES.length
    ? []
    : [
        'No row of either side has a session id: payment references alone were compared; check that the files are of instant transfers.',
      ];
}

/** Whether both rows name the account that is paid, and differ. */
function paysAnother({ beneficiary }: NipKeys, { gl, bank }: PairOfRows): boolean {
  const [x, y] = [beneficiary('gl', gl), beneficiary('bank', bank)];
  return x !== '' && y !== '' && x !== y;
}

/** Whether two rows of a side have different whole session ids. */
const areTwoSessions =
  ({ session }: NipKeys) =>
  (side: Side, [a, b]: readonly [number, number]): boolean => {
    const [x, y] = [session(side, a), session(side, b)];
    return x !== null && y !== null && x !== y;
  };

/** Whether both rows have a whole session id, by which they were compared before. */
const isWhole = ({ session }: NipKeys, { gl, bank }: PairOfRows): boolean =>
  session('gl', gl) !== null && session('bank', bank) !== null;

const isSameMoney = (rows: KeyedRows, { gl, bank }: PairOfRows): boolean =>
  rows.amount('gl', gl) === rows.amount('bank', bank) && rows.currency('gl', gl) === rows.currency('bank', bank);

// Matches a ledger with a switch's report of card transactions (design/matching.md, "ATM and card"): by retrieval
// reference, terminal and amount; then by trace number, terminal and amount at most a day apart, because trace numbers
// begin again; then by card, terminal and amount within ten minutes, the nearest in time. Each pass is a tier. A
// withdrawal that a machine did not pay out in full is never matched. A line that takes a settled transaction back for
// the card's holder is a chargeback.

import { explainedPairs } from '../../matching/by-keys/explained-pairs.ts';
import { keyArrays, type TellingKey } from '../../matching/by-keys/key-arrays.ts';
import { type KeyMatch, type KeyPass, runPass } from '../../matching/by-keys/key-pass.ts';
import { keyedOutcome } from '../../matching/by-keys/keyed-outcome.ts';
import { type BothColumns, KeyedRows, type PairOfRows, Taken } from '../../matching/by-keys/keyed-rows.ts';
import { openRowsOf } from '../../matching/by-keys/open-partners.ts';
import { nettedByKeys } from '../../matching/by-keys/own-reversals.ts';
import { isByLine } from '../../matching/method.ts';
import { linksIn, switchLinks, takenBack } from '../../matching/outcome/chargebacks.ts';
import { FACT_SEVERAL_SETTLED, type MatchOutcome, type OpenRows } from '../../matching/outcome/outcome.ts';
import type { MatchParameters } from '../../matching/parameters.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { saysChargeback } from '../../words/reversal-words.ts';
import { refusedRows } from '../response.ts';
import { saysWithout, sidesWithout } from '../without-keys.ts';
import { type CardKeys, cardKeys } from './card-keys.ts';
import { shortDispense } from './dispense.ts';
import { markUndecided, pairInTime } from './nearest-in-time.ts';
import { partReversals } from './part-reversals.ts';
import { netAgainstCharged, withCharges } from './service-charges.ts';
import { markTerminalSums } from './terminal-sums.ts';

const [BY_RRN, BY_STAN, BY_CARD] = [1, 2, 3];
const STAN_DAYS = 1;
const NOTHING_IN_TIME = { matches: [], undecided: [], notes: [] };

export function matchCard(columns: BothColumns, parameters: MatchParameters): MatchOutcome {
  const rows = new KeyedRows(columns);
  const taken = new Taken(columns);
  const keys = cardKeys(rows);
  const isShort = (pair: PairOfRows) => shortDispense(rows, keys, pair) > 0;
  const byRrn = keyArrays(rows, (side, row) => keys.rrn(side, row) || null);
  const byStan = keyArrays(rows, (side, row) => joined(keys.stan(side, row), keys.terminal(side, row)));
  const passes: KeyPass[] = [
    {
      tier: BY_RRN,
      keys: byRrn,
      isUnique: false,
      isRefused: (pair) => differ(keys.terminal, pair) || isShort(pair),
    },
    {
      tier: BY_STAN,
      keys: byStan,
      isUnique: false,
      days: STAN_DAYS,
      isRefused: (pair) => differ(keys.rrn, pair) || isShort(pair),
    },
  ];
  const byCard: KeyPass = {
    tier: BY_CARD,
    keys: keyArrays(rows, (side, row) => joined(keys.card(side, row), keys.terminal(side, row))),
    isUnique: false,
    days: STAN_DAYS,
    isRefused: (pair) => differ(keys.rrn, pair) || differ(keys.stan, pair) || isShort(pair),
  };
  const byLine = isByLine(parameters.method);
  const matches: KeyMatch[] = byLine
    ? passes.flatMap((pass) => runPass(rows, taken, { pass, window: parameters }))
    : [];
  const inTime = byLine ? pairInTime(rows, taken, { pass: byCard, keys, window: parameters }) : NOTHING_IN_TIME;
  const telling: TellingKey[] = [
    { keys: byRrn, areTwo: areTwoBy(keys.terminal), isRefused: refusedBy(keys.terminal) },
    { keys: byStan, days: STAN_DAYS, areTwo: areTwoBy(keys.rrn), isRefused: refusedBy(keys.rrn) },
  ];
  const { isRefused } = passes[0];
  const explainedNow = () =>
    explainedPairs(rows, taken, {
      keys: byRrn,
      tier: BY_STAN,
      parameters,
      isRefused,
      basisOf: () => null,
    });
  const charging = { keys, parameters, tier: BY_STAN, isRefused };
  const net = byLine ? netAgainstCharged(rows, taken, charging) : [];
  // Done before netting, so that an original is matched also if its settlement is net of a charge; and again after, for
  // rows that netting left alone.
  const explained = byLine ? explainedNow() : [];
  const reversals = nettedByKeys(rows, taken, { telling, saysReversal: keys.saysReversal, parameters });
  if (byLine) {
    explained.push(
      ...explainedNow(),
      ...partReversals(rows, taken, { keys, tier: BY_STAN, window: parameters, isRefused }),
    );
  }
  const charged = withCharges(rows, taken, { ...charging, matches: [...matches, ...inTime.matches] });
  const groups = [...charged.groups, ...net, ...explained];
  const matched = { gl: groups.flatMap(({ gl }) => gl), bank: groups.flatMap(({ bank }) => bank) };
  const open = openRowsOf(rows, taken, {
    telling,
    window: parameters,
    saysReversal: keys.saysReversal,
    ownPartner: (pair) => (isShort(pair) ? 'dispensePartner' : null),
    refused: refusedRows(columns),
    matched,
  });
  markUndecided(open, inTime.undecided);
  markDispense(rows, open, keys);
  for (const side of SIDES) {
    const { row, expectedFee, count } = open[side];
    for (let item = 0; item < count; item++) expectedFee[item] = charged.expected[side].get(row[item]) ?? -1;
  }
  markTerminalSums(rows, open, { keys, window: parameters });
  for (const side of SIDES) markChargebacks(rows, open[side], { side, matched: matched[side], keys });
  return keyedOutcome(rows, {
    groups,
    netted: reversals,
    open,
    notes: [...inTime.notes, ...(byLine ? withoutKeys(columns, keys) : [])],
  });
}

const joined = (...parts: readonly string[]): string | null => (parts.includes('') ? null : parts.join(' '));

function withoutKeys(columns: BothColumns, keys: CardKeys): string[] {
  const sides = sidesWithout(columns, (side, row) =>
    [keys.rrn, keys.stan, keys.card].some((of) => of(side, row) !== ''),
  );
  const known = { keys: 'a retrieval reference, a trace number or a card number', what: 'card transactions' };
  return sides.length === 0 ? [] : [saysWithout(sides, known)];
}

/** Whether two rows of one side differ in a key, so that they are two transactions. */
const areTwoBy =
  (of: (side: Side, row: number) => string) =>
  (side: Side, [a, b]: readonly [number, number]): boolean => {
    const [x, y] = [of(side, a), of(side, b)];
    return x !== '' && y !== '' && x !== y;
  };

/** Whether two rows, one of each side, differ in a key. */
const refusedBy = (of: (side: Side, row: number) => string) => (pair: PairOfRows) => differ(of, pair);

/** Whether both rows have the key, with different values. */
function differ(of: (side: Side, row: number) => string, { gl, bank }: PairOfRows): boolean {
  const [x, y] = [of('gl', gl), of('bank', bank)];
  return x !== '' && y !== '' && x !== y;
}

function markDispense(rows: KeyedRows, open: MatchOutcome['open'], keys: CardKeys): void {
  const { row, count, dispensePartner, shortDispense: short } = open.gl;
  for (let item = 0; item < count; item++) {
    const bank = dispensePartner[item];
    if (bank !== -1) short[item] = shortDispense(rows, keys, { gl: row[item], bank });
  }
}

function markChargebacks(
  { columns, place }: KeyedRows,
  open: OpenRows,
  { side, matched, keys }: { readonly side: Side; readonly matched: readonly number[]; readonly keys: CardKeys },
): void {
  const marked = [...open.row].filter((row) => saysChargeback(keys.says(side, row)));
  if (marked.length === 0) return;
  const linksOf = (row: number): string[] => {
    const rrn = keys.rrn(side, row);
    const own = switchLinks(rrn === '' ? [] : [rrn], keys.stan(side, row), keys.terminal(side, row));
    return own.length > 0 ? own : linksIn(keys.says(side, row));
  };
  const settled = [...matched].sort((a, b) => place[side][a] - place[side][b]);
  const found = takenBack({ columns: columns[side], marked, settled, linksOf });
  for (let item = 0; item < open.count; item++) {
    const original = found.get(open.row[item]);
    open.chargebackOf[item] = original?.row ?? -1;
    if (original?.isOneOfSeveral) open.facts[item] |= FACT_SEVERAL_SETTLED;
  }
}

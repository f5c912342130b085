// Matches a ledger with a switch's report of card transactions (docs/other-kinds.md): by retrieval reference,
// terminal and amount; then by trace number, terminal and amount at most a day apart, because trace numbers begin
// again; then by card, terminal and amount within ten minutes, the nearest in time. Each pass is a tier. A
// withdrawal that a machine did not pay out in full is never matched. A line that takes a settled transaction back for
// the card's holder is a chargeback.

import { keyArrays, type TellingKey, withCurrency } from '../../matching/key-arrays.ts';
import { type BothColumns, type KeyedRows, keyedRows, type PairOfRows } from '../../matching/keyed-rows.ts';
import { isByLine } from '../../matching/method.ts';
import { type Chargebacks, linksIn, switchLinks, takenBack } from '../../matching/outcome/chargebacks.ts';
import { type OpenByKeys, openByKeys } from '../../matching/outcome/keyed-open-rows.ts';
import { keyedOutcome } from '../../matching/outcome/keyed-outcome.ts';
import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import type { MatchParameters } from '../../matching/parameters.ts';
import { netByOwnKeys } from '../../matching/reversals/by-own-key.ts';
import { MATCHED, OPEN } from '../../matching/side-numbers.ts';
import { attachFees } from '../../matching/sums/attached-fees.ts';
import { type KeyPass, takeExact, takeExplained } from '../../matching/tiers/key-passes.ts';
import type { Side } from '../../records/rows/columns.ts';
import { saysChargeback } from '../../words/reversal-words.ts';
import { keysOfFewRows } from '../keys-of-few-rows.ts';
import { areTwoBy, differ } from '../kind-keys.ts';
import { takeSums } from '../take-sums.ts';
import { saysWithout, sidesWithout } from '../without-keys.ts';
import { type CardKeys, cardKeys } from './card-keys.ts';
import { shortDispense } from './dispense.ts';
import { markUndecided, takeNearest } from './nearest-in-time.ts';
import { takePartReversals } from './part-reversals.ts';
import { chargesBeside, takeNetOfCharges } from './service-charges.ts';
import { markTerminalSums } from './terminal-sums.ts';

const [BY_RRN, BY_STAN, BY_CARD] = [1, 2, 3];
const STAN_DAYS = 1;

export function matchCard(columns: BothColumns, parameters: MatchParameters): MatchOutcome {
  const rows = keyedRows(columns, parameters);
  const keys = cardKeys(rows);
  const isShort = (pair: PairOfRows) => shortDispense(rows, keys, pair) > 0;
  const byRrn = keyArrays(rows, keys.rrn);
  const byStan = keyArrays(
    rows,
    keysOfFewRows(rows, (side, row) => joined(keys.stan(side, row), keys.terminal(side, row))),
  );
  const byCard = keyArrays(rows, (side, row) => joined(keys.card(side, row), keys.terminal(side, row)));
  const isRefused = (pair: PairOfRows) => differ(keys.terminal, pair) || isShort(pair);
  const passes: KeyPass[] = [
    { tier: BY_RRN, keys: byRrn, isRefused },
    { tier: BY_STAN, keys: byStan, days: STAN_DAYS, isRefused: (pair) => differ(keys.rrn, pair) || isShort(pair) },
  ];
  const nearest: KeyPass = {
    ...{ tier: BY_CARD, keys: byCard, days: STAN_DAYS },
    isRefused: (pair) => differ(keys.rrn, pair) || differ(keys.stan, pair) || isShort(pair),
  };
  const telling: TellingKey[] = [
    { keys: byRrn, areTwo: areTwoBy(keys.terminal), isRefused: (pair) => differ(keys.terminal, pair) },
    {
      ...{ keys: byStan, days: STAN_DAYS, areTwo: areTwoBy(keys.rrn) },
      isRefused: (pair) => differ(keys.rrn, pair),
    },
  ];
  const explained = { keys: byRrn, tier: BY_STAN, isRefused };
  const charging = { keys, references: withCurrency(rows, byRrn), tier: BY_STAN, isRefused };
  const byLine = isByLine(parameters.method);
  if (!byLine) takeSums(rows);
  if (byLine) for (const pass of passes) takeExact(rows, pass);
  const undecided = byLine ? takeNearest(rows, nearest, keys) : [];
  const equal = [...rows.groups];
  if (byLine) {
    takeNetOfCharges(rows, charging);
    // Done before netting, so that an original is matched also if its settlement is net of a charge; and again after,
    // for rows that netting left alone.
    takeExplained(rows, explained);
  }
  const netted = netByOwnKeys(rows, telling, keys.saysReversal);
  if (byLine) {
    takeExplained(rows, explained);
    takePartReversals(rows, { ...charging, saysReversal: keys.saysReversal });
    noteWithoutKeys(rows, keys);
  }
  const expectedFees = attachFees(rows, equal, chargesBeside(rows, charging));
  if (byLine) takeSums(rows);
  const open = openByKeys(rows, {
    telling,
    saysReversal: keys.saysReversal,
    ownPartner: (pair) => (isShort(pair) ? 'dispense' : null),
  });
  markUndecided(rows, open, undecided);
  markTerminalSums(rows, open, keys);
  return keyedOutcome(rows, {
    netted,
    open: { ...open, gl: { ...open.gl, shortDispense: notPaidOut(rows, open, keys) } },
    expectedFees,
    chargebacks: { gl: chargebacksOf(rows, 'gl', keys), bank: chargebacksOf(rows, 'bank', keys) },
  });
}

const joined = (...parts: readonly string[]): string => (parts.includes('') ? '' : parts.join(' '));

function noteWithoutKeys(rows: KeyedRows, keys: CardKeys): void {
  const sides = sidesWithout(rows, (side, row) => [keys.rrn, keys.stan, keys.card].some((of) => of(side, row) !== ''));
  const known = { keys: 'a retrieval reference, a trace number or a card number', what: 'card transactions' };
  if (sides.length > 0) rows.notes.add(saysWithout(sides, known));
}

/** For each local ledger row the minor units that the machine of its dispensing partner failed to pay out; -1: none. */
function notPaidOut(rows: KeyedRows, { gl }: OpenByKeys, keys: CardKeys): Float64Array {
  return Float64Array.from(gl.partners.dispense, (bank, row) =>
    bank === -1 ? -1 : shortDispense(rows, keys, { gl: row, bank }),
  );
}

function chargebacksOf(rows: KeyedRows, side: Side, keys: CardKeys): Chargebacks {
  const { n, row: at, amount, currency, day, state, inTime } = rows[side];
  const of = new Int32Array(n).fill(-1);
  const severals = new Uint8Array(n);
  const linksOf = (row: number): string[] => {
    const rrn = keys.rrn(side, row);
    const own = switchLinks(rrn === '' ? [] : [rrn], keys.stan(side, row), keys.terminal(side, row));
    return own.length > 0 ? own : linksIn(keys.says(side, row));
  };
  const marked = [...at.keys()].filter((row) => state[row] === OPEN && saysChargeback(keys.says(side, row)));
  const settled = inTime.filter((row) => state[row] === MATCHED);
  const found = takenBack({ columns: { amount, currency, bookingDay: day }, marked, settled, linksOf });
  for (const [row, original] of found) {
    of[row] = at[original.row];
    severals[row] = Number(original.isOneOfSeveral);
  }
  return { of, severals };
}

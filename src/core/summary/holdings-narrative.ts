// The built-in narrative of holdings: what was compared and for which day, what agrees, which breaks there are, and how
// the two market values differ. Each figure is one of the facts.

import { CLASS_NAMES } from '../classification/class-names.ts';
import { counted, listed } from '../classification/wording.ts';
import { formatDay } from '../money/calendar.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import type { ClusterType } from '../records/documents/cluster-type.ts';
import type { SummaryFacts } from './facts.ts';

export function holdingsNarrative(facts: SummaryFacts): string {
  return [scope(facts), agreed(facts), leftOut(facts), breaks(facts), ...values(facts)]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

const positions = (n: number): string => counted(n, 'row');
const money = (minor: bigint, currency: string): string => `${currency} ${formatGrouped(minor, exponentOf(currency))}`;

function scope({ gl, bank, asOfDay }: SummaryFacts): string {
  const day = asOfDay === null ? '' : ` as of ${formatDay(asOfDay)}`;
  return `This reconciliation compares ${positions(gl.rows)} of the books with ${positions(bank.rows)} of the custodian's report${day}.`;
}

function agreed({ matchedGroups, gl, bank }: SummaryFacts): string {
  if (matchedGroups === 0) return 'No position agrees.';
  const verb = matchedGroups === 1 ? 'agrees' : 'agree';
  return `${counted(matchedGroups, 'position')} ${verb}, ${positions(gl.matchedRows)} of the books and ${positions(bank.matchedRows)} of the custodian.`;
}

function leftOut({ gl, bank }: SummaryFacts): string | null {
  const rejected = gl.rejectedRows + bank.rejectedRows;
  const other = gl.outOfPeriodRows + bank.outOfPeriodRows;
  const parts = [
    ...(rejected === 0 ? [] : [`${positions(rejected)} that could not be understood`]),
    ...(other === 0 ? [] : [`${positions(other)} of other days`]),
  ];
  return parts.length === 0 ? null : `Left out were ${listed(parts)}.`;
}

function breaks({ clusters, clusterCount }: SummaryFacts): string {
  if (clusterCount === 0) return 'There is no break.';
  const kinds = (Object.entries(clusters) as [ClusterType, number][]).sort(([, a], [, b]) => b - a);
  const named = kinds.slice(0, 4).map(([type, n]) => `${CLASS_NAMES[type]} (${n})`);
  return `There ${clusterCount === 1 ? 'is' : 'are'} ${counted(clusterCount, 'break')}, ${kinds.length > 4 ? 'chiefly' : 'namely'} ${listed(named)}.`;
}

/** Sentences on market values: both values for one account and currency, the number of accounts for several. */
function values({ proofs }: SummaryFacts): string[] {
  if (proofs.length === 0) return [];
  if (proofs.length > 1) {
    return [`Each of the ${proofs.length} accounts and currencies has a statement of its own.`];
  }
  const { currency, bank, book, lines } = proofs[0];
  const apart = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const between =
    apart === 0n
      ? 'they do not differ'
      : `the breaks and the tolerances come to the difference of ${money(apart < 0n ? -apart : apart, currency)}`;
  return [
    `The custodian values the holdings at ${money(bank.movement, currency)} and the books at ${money(book.movement, currency)}; ${between}.`,
  ];
}

// Warnings about the direction of amounts: amounts without a mark, signs read as reversals, marks and signs that
// disagree, and directions that only the running balance gives. If nothing gives the direction, all amounts count as
// money in, with a warning, unless the balance proves that.

import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { SignsGiven } from '../../../core/reading/proof/balance-signs.ts';
import type { Decisions } from '../layout/decisions.ts';
import type { RowsReport } from '../scan/rows-report.ts';

/** A file as read, with the proof of its signs. */
interface SignedReading {
  readonly report: RowsReport;
  readonly decisions: Decisions;
  readonly balances: readonly AccountBalance[];
  readonly isDirectionGiven: boolean;
}

/** Doubts about signs: unmarked amounts, reversals, and amounts without a direction. */
export function signWarnings(read: SignedReading, say: (sentence: string) => void): void {
  const { report, decisions } = read;
  const { unmarked, usual } = decisions;
  if (report.signs.given !== null) sayGiven(report.signs.given, say);
  else if (unmarked === 'money in' || unmarked === 'money out')
    say('Only one kind of DR/CR mark stands in the file; amounts without one go the other way.');
  reversalWarnings(read, say);
  const isPair = report.layout.proposal.columns.amount < 0;
  if (usual.in === -1 && usual.out === -1) say('Every amount has a minus; it is taken to say nothing.');
  if (isPair || isProven(read)) return;
  if (report.layout.proposal.signDoubt !== '') say(report.layout.proposal.signDoubt);
  if (usual.in === -1 && usual.out === 1)
    say('Amounts that are marked as money in have a minus, those marked as money out none; the marks were believed.');
  noDirectionWarning(read, say);
}

const isProven = ({ balances }: SignedReading): boolean =>
  balances.length > 0 && balances.every((b) => b.foots === true && !b.turned);

/** Amounts whose sign is not the usual one of their column or mark. */
function reversalWarnings({ report, decisions }: SignedReading, say: (sentence: string) => void): void {
  const { signs, creditSign } = report.signs;
  const { columns, usualSigns } = report.layout.proposal;
  const which = usualSigns === null ? 'the rarer sign is' : 'by the running balance, the other sign than usual is';
  const sayReversals = (way: 'in' | 'out', negative: number, positive: number) => {
    const against = decisions.usual[way] === 1 ? negative : positive;
    if (against === 0) return;
    const isDebit = (way === 'out') === (creditSign === 1);
    const what =
      columns.amount < 0
        ? `The ${isDebit ? 'debit' : 'credit'} column has`
        : `Amounts that are marked as money ${way} have`;
    if (negative > 0 && positive > 0) say(`${what} both signs; ${which} taken as a reversal.`);
    else say(`${what} only ${negative > 0 ? 'a minus' : 'amounts without a minus'}; taken as reversals.`);
  };
  const sayOut = () => sayReversals('out', signs.outNegative, signs.outPositive);
  // The warning about debits comes first.
  if (creditSign === 1) sayOut();
  sayReversals('in', signs.inNegative, signs.inPositive);
  if (creditSign === -1) sayOut();
}

/** Whether neither sign nor mark nor balance gives the direction of a single amount column. */
export function isSignUnknown({ report, decisions }: Pick<SignedReading, 'report' | 'decisions'>): boolean {
  const { marks } = report.signs;
  const isKnown = decisions.reversed || decisions.byBalance || marks.in + marks.out + marks.noneNegative > 0;
  return !isKnown && decisions.sign === null && marks.none > 0;
}

/** Warns of amounts without a direction; if a balance of the file contradicts them, a question is asked instead. */
function noDirectionWarning(read: SignedReading, say: (sentence: string) => void): void {
  if (read.isDirectionGiven || !isSignUnknown(read) || isProven(read)) return;
  if (read.balances.some((b) => b.foots === false)) return;
  say('No amount has a sign or a DR/CR mark: all of them are taken for money in.');
}

function sayGiven({ given, open, firstOpen, alike, firstAlike }: SignsGiven, say: (sentence: string) => void): void {
  const rows = given === 1 ? '1 amount has' : `${given} amounts have`;
  const taken = given === 1 ? 'its direction is' : 'their direction is';
  const rest =
    open === 0
      ? ''
      : ` The balance does not show it for ${open} more, the first on line ${firstOpen}; taken for money in, on which the opening balance depends.`;
  const like =
    alike === 0
      ? ''
      : ` No balance shows it for ${alike === 1 ? `line ${firstAlike}` : `${alike} of them, the first on line ${firstAlike}`}; taken to go as all the others.`;
  say(`${rows} neither a sign nor a known mark; ${taken} that of the running balance.${rest}${like}`);
}

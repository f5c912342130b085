// How well a column fits a field: by the reader's evidence if it knows the field, by titles and aliases of the request,
// by values that both sides share, and, as weakly as words in a title, by a language model's proposal. Evidence by name
// is overruled if the values are of another type.

import { classOf, type Evidence, type EvidenceClass, isBetter, reasonOf } from '../reading/table/candidate.ts';
import type { FieldName } from '../reading/titles/target-fields.ts';
import type { Side } from '../records/rows/columns.ts';
import type { DescribedColumn } from './described-column.ts';
import type { Target } from './target-definitions.ts';

export interface Fit {
  readonly class: EvidenceClass;
  /** Orders fits of one class; about 0 to 2. */
  readonly score: number;
  readonly reason: string;
}

export interface FitQuestion {
  readonly target: Target;
  readonly side: Side;
  /** Whether a given mapping names the column. */
  readonly isGiven: boolean;
  /** Whether a language model proposes it. */
  readonly isProposed: boolean;
  /** Number of its values that a column of the other side has; null for none. */
  readonly common: { readonly values: number; readonly of: number } | null;
}

/** Fields whose columns may turn out to be the reference that both sides have. */
const MAY_REFER: ReadonlySet<FieldName> = new Set(['reference', 'narration', 'source_id']);

/** Null if there is no evidence for it. */
export function fitOf(column: DescribedColumn, asked: FitQuestion): Fit | null {
  const { target, side, isGiven, isProposed, common } = asked;
  const field = target.fields[side];
  const evidence: Evidence[] = [];
  let score = 0;
  let byName = false;
  const say = (one: Evidence, points: number): void => {
    evidence.push(one);
    score += points;
  };
  if (isGiven) say({ class: 'mapping', words: 'given by the request' }, 1);
  const weighed = column.fields.find((one) => one.field === field);
  if (weighed !== undefined)
    say({ class: weighed.class, words: weighed.words || quoted(column) }, weighed.isChosen ? 0.6 : 0.2);
  const { plain } = column;
  const isCalled = (field === null ? target.titles : target.aliases).has(plain);
  if (plain !== '' && isCalled) {
    byName = true;
    say({ class: 'strong', words: quoted(column) }, 0.9);
  } else if (plain !== '' && field === null) {
    const share = sharedWords(plain, target);
    if (share > 0) {
      byName = true;
      say({ class: 'weak', words: `words of the ${quoted(column)}` }, share / 2);
    }
  }
  if (field === null && target.isAsked && isOnlyOfType(column, target))
    say({ class: 'weak', words: 'values are of its type' }, 0.1);
  if (isProposed) {
    byName = true;
    say({ class: 'weak', words: 'a language model proposes it' }, 0.3);
  }
  if (common !== null && mayRefer(column, asked, evidence.length > 0)) {
    const words = `${common.values} of ${common.of} values are met on the other side`;
    say({ class: 'strong', words }, 0.5 + (0.4 * common.values) / common.of);
  }
  if (evidence.length === 0) return null;
  if (byName && weighed === undefined && target.type !== null && !column.fits.includes(target.type))
    evidence.push({ class: 'veto', words: `values are no ${NAMED[target.type]}` });
  return { class: classOf(evidence), score, reason: reasonOf(evidence) };
}

const NAMED = { date: 'days', amount: 'amounts', text: 'texts', identifier: 'identifiers', flag: 'marks' } as const;

const quoted = ({ title, isTitled }: DescribedColumn): string => (isTitled ? `title “${title}”` : 'no title');

/** Share of the words of one of the field's names that occur in the title; 0 if it is below a half. */
function sharedWords(title: string, { words }: Target): number {
  const spaced = ` ${title} `;
  let best = 0;
  for (const own of words) {
    const shared = own.reduce((count, word) => (spaced.includes(` ${word} `) ? count + 1 : count), 0);
    best = Math.max(best, shared / own.length);
  }
  return best >= 0.5 ? best : 0;
}

/** Whether the reader took the column for a day or an amount: a field of that type may be meant. */
function isOnlyOfType(column: DescribedColumn, { type }: Target): boolean {
  const fields: readonly FieldName[] =
    type === 'date' ? ['booking_date', 'value_date'] : type === 'amount' ? ['amount', 'debit', 'credit'] : [];
  return column.fields.some(({ field, isChosen }) => isChosen && fields.includes(field));
}

function mayRefer({ fields }: DescribedColumn, { target, side }: FitQuestion, isSpokenFor: boolean): boolean {
  const chosen = fields.find(({ isChosen }) => isChosen)?.field;
  if (target.fields[side] === 'reference') return chosen === undefined || MAY_REFER.has(chosen);
  return target.type === 'identifier' && isSpokenFor;
}

export const isPreferred = (one: Fit, than: Fit): boolean =>
  isBetter(one.class, than.class) || (one.class === than.class && one.score > than.score);

const SURENESS: Readonly<Record<EvidenceClass, number>> = { mapping: 1, proof: 0.99, strong: 0.9, weak: 0.5, veto: 0 };

/** 0 to 1 by class; half of that if the closest rival of the class is as good. */
export function confidenceOf(fit: Fit, rival: Fit | null): number {
  const closeness = rival?.class === fit.class ? Math.max(0, 1 - 2 * (fit.score - rival.score)) : 0;
  const strength = fit.class === 'weak' ? Math.min(1, 0.4 + fit.score) : 1;
  return SURENESS[fit.class] * strength * (1 - closeness / 2);
}

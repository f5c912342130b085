// References that texts are looked through for because some row has them for its reference field
// (matching-definitions.md, "Known references").

import type { RefRow } from './ref-row.ts';
import {
  fieldIdentifier,
  type Identifier,
  isDate,
  isPartyNumber,
  isPeriodName,
  looksLikeIdentifier,
  normalise,
  upper,
} from './text.ts';

interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const LETTER = /[A-Z\x80-\xff]/;

function stretchesOf(raw: string): Stretch[] {
  return [...raw.matchAll(/[A-Z0-9\x80-\xff]+/g)].map(({ 0: text, index }) => ({
    text,
    from: index,
    to: index + text.length,
  }));
}

const joined = (stretches: readonly Stretch[]): string => stretches.map(({ text }) => text).join('');

const digitsMeet = (left: Stretch, right: Stretch): boolean => /[0-9]$/.test(left.text) && /^[0-9]/.test(right.text);

/** All stretches joined, with a stroke between two digits of neighbours. */
function formOf(stretches: readonly Stretch[]): string {
  return stretches.map((one, at) => (at > 0 && digitsMeet(stretches[at - 1], one) ? '/' : '') + one.text).join('');
}

/** At least three digits that are no time and nobody's number. */
function isNumbering({ text }: Stretch): boolean {
  if (text.replace(/[^0-9]/g, '').length < 3) return false;
  const isTime = isDate(text) || isPeriodName(text) || isPeriodName(`X${text}`);
  return /^[0-9]+$/.test(text) ? !isTime && !isPartyNumber(text) : !isPeriodName(text);
}

/** The forms that are known by the reference fields of all rows of an account. */
export function knownForms(rows: readonly RefRow[]): Set<string> {
  const forms = rows.flatMap(({ reference }) => {
    const stretches = stretchesOf(upper(reference));
    const form = formOf(stretches);
    const withDigits = stretches.filter(({ text }) => /[0-9]/.test(text));
    const toldByItself = withDigits.length === 1 && looksLikeIdentifier(withDigits[0].text);
    const isReference = fieldIdentifier(reference, 'reference').length > 0;
    if (!isReference || toldByItself || form.length < 5 || form.length > 40) return [];
    return LETTER.test(form) && stretches.some(isNumbering) ? [form] : [];
  });
  return new Set(forms);
}

/** The known references that a text holds. */
export function knownIn(text: string, forms: ReadonlySet<string>): Identifier[] {
  const raw = upper(text);
  const all = stretchesOf(raw);
  const found: Identifier[] = [];
  for (let first = 0; first < all.length; first++) {
    for (let last = first; last < all.length; last++) {
      const some = all.slice(first, last + 1);
      if (!forms.has(formOf(some)) || !some.some(isNumbering)) continue;
      const [before, behind] = [all[first - 1], all[last + 1]];
      if (before && goesOn(raw, before, all[first], before)) continue;
      if (behind && goesOn(raw, all[last], behind, behind)) continue;
      const value = normalise(joined(some));
      found.push({ value, kind: 'embedded', weak: true, endsField: false, whole: null, known: true, near: false });
    }
  }
  return found;
}

/** Digits meet with no blank between, and the neighbour is short. */
function goesOn(raw: string, left: Stretch, right: Stretch, beside: Stretch): boolean {
  const between = raw.slice(left.to, right.from);
  return digitsMeet(left, right) && !/[\x00-\x20]/.test(between) && beside.text.length <= 6;
}

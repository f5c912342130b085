// Which switch a statement comes from, by names in its titles and values, and by features of one kind of statement:
// session ids of 30 digits are NIP's; terminals with retrieval references and NIBSS's name are its POS. Contradicting
// names decide nothing.

import type { ColumnProfile } from '../reading/cells/cell-profile.ts';
import { plainTitle } from '../reading/words/plain-title.ts';

const SWITCH_TYPES = ['nibss_nip', 'nibss_pos', 'interswitch', 'upsl', 'etranzact', 'unknown'] as const;
export type SwitchType = (typeof SWITCH_TYPES)[number];

type Named = 'nibss' | 'nip' | 'interswitch' | 'upsl' | 'etranzact';
const NAMES: readonly (readonly [Named, RegExp])[] = [
  ['nibss', /\bnibss\b/],
  ['nip', /\bnip\b/],
  ['interswitch', /\binterswitch\b|\bisw\b|\bquickteller\b/],
  ['upsl', /\bupsl\b|\bunified payments?\b|\bpay ?attitude\b/],
  ['etranzact', /\be ?tranzact\b/],
];
const POS = /\b(terminal|rrn|retrieval|stan|pos|merchant|pan|card)\b/;

/** Least share of rows with a name: a few payees may bank with somebody of that name. */
const NAMED_ROWS = 0.2;

export function switchTypeOf(file: {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly profiles: readonly ColumnProfile[];
}): SwitchType {
  const titles = file.titles.map(plainTitle);
  const rows = file.rows.map((row) => plainTitle(row.join(' ')));
  const named = new Set(
    NAMES.filter(
      ([, pattern]) =>
        titles.some((title) => pattern.test(title)) ||
        rows.filter((row) => pattern.test(row)).length > rows.length * NAMED_ROWS,
    ).map(([name]) => name),
  );
  const others = (['interswitch', 'upsl', 'etranzact'] as const).filter((name) => named.has(name));
  const hasSessions =
    file.profiles.some((p) => p.sessions > 0 && p.sessions >= p.filled * 0.8) ||
    titles.some((title) => /\bsession ?id\b/.test(title));
  const isNibss = named.has('nibss') || named.has('nip') || hasSessions;
  if (others.length > 0) return others.length === 1 && !(isNibss && !hasSessions) ? others[0] : 'unknown';
  if (hasSessions || named.has('nip')) return 'nibss_nip';
  return named.has('nibss') && titles.some((title) => POS.test(title)) ? 'nibss_pos' : 'unknown';
}

/** The one switch of all files of a side; 'unknown' for none or several. */
export function commonSwitch(types: readonly SwitchType[]): SwitchType {
  const named = new Set(types.filter((type) => type !== 'unknown'));
  return named.size === 1 ? [...named][0] : 'unknown';
}

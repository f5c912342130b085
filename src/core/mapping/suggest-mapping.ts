// Suggests which column of the ledger and of the statement is which field: the best columns of every layout for each
// field, with confidence and reason, and the columns without a field. A mapping in the request is kept and completed.

import { plainTitle } from '../reading/words/plain-title.ts';
import type { Side } from '../records/rows/columns.ts';
import { type Assigned, type AssignedColumn, assignColumns, layoutsOf, type SideLayout } from './assign-columns.ts';
import type { DescribedFile } from './described-column.ts';
import type { ModelProposal } from './model-proposal.ts';
import { type Target, type TargetDefinition, targetOf } from './target-definitions.ts';
import type { CommonValues } from './values-on-both-sides.ts';

/** Titles on both sides. */
interface TitlePair {
  readonly gl: string;
  readonly bank: string;
}

export interface GivenMapping {
  readonly system: string;
  readonly gl: string | null;
  readonly bank: string | null;
  readonly secondary: readonly TitlePair[];
}

interface SuggestedMapping extends GivenMapping {
  /** 0 to 1. */
  readonly confidence: number;
  readonly reason: string;
}

export interface MappingSuggestion {
  readonly mappings: readonly SuggestedMapping[];
  readonly others: Readonly<Record<Side, readonly string[]>>;
  /** Fields by their names in Title Case. */
  readonly definitions: Readonly<Record<string, TargetDefinition>>;
  readonly warnings: readonly string[];
}

export interface SuggestionTerms {
  readonly files: Readonly<Record<Side, readonly DescribedFile[]>>;
  readonly common: readonly CommonValues[];
  readonly targets: readonly Target[];
  readonly given: readonly GivenMapping[];
  /** Titles that the request excludes. */
  readonly others: Readonly<Record<Side, readonly string[]>>;
  readonly proposal: ModelProposal | null;
}

/** Most pairs of one mapping, as in a request. */
const MOST_SECONDARY = 16;
const SIDE_WORDS: Readonly<Record<Side, string>> = { gl: 'ledger', bank: 'statement' };
const BOTH = ['gl', 'bank'] as const;

export function suggestMapping(terms: SuggestionTerms): MappingSuggestion {
  const { targets, givenOf } = withGiven(terms.targets, terms.given);
  const sides = {
    gl: assignSide('gl', { terms, targets, givenOf }),
    bank: assignSide('bank', { terms, targets, givenOf }),
  };
  const warnings: string[] = [];
  const mappings = targets.flatMap((target, t): SuggestedMapping[] => {
    const given = givenOf[t] ?? null;
    const [gl, bank] = BOTH.map((side) => columnsFound(sides[side], t));
    const titles = { gl: given?.gl ?? gl!.titles[0] ?? null, bank: given?.bank ?? bank!.titles[0] ?? null };
    const isFound = titles.gl !== null || titles.bank !== null;
    for (const [side, of] of [['gl', gl!] as const, ['bank', bank!] as const]) {
      const named = given?.[side] ?? null;
      if (named !== null && !of.isNamed)
        warnings.push(`“${named}”, given as ${target.name}, is no column of the ${SIDE_WORDS[side]}.`);
      else if (target.definition.required === true && of.titles.length === 0 && target.isAsked)
        warnings.push(`No column of the ${SIDE_WORDS[side]} was found for ${target.name}, which is required.`);
    }
    if (!isFound && !target.isAsked && given === null) return [];
    const reasons = [gl!, bank!].flatMap(({ reason }) => (reason === '' ? [] : [reason]));
    const sure = [gl!, bank!].filter((one, s) => one.titles.length > 0 || (given?.[BOTH[s]] ?? null) !== null);
    const confidence = sure.length === 0 ? 0 : Math.min(...sure.map((one) => one.confidence));
    return [
      {
        system: target.name,
        ...titles,
        secondary: secondaryOf(titles, { gl: gl!.titles, bank: bank!.titles }, given?.secondary ?? []),
        confidence: Math.round(confidence * 100) / 100,
        reason: reasons.join('; ') || 'no column speaks for it',
      },
    ];
  });
  return {
    mappings,
    others: {
      gl: othersOf(sides.gl, mappings, 'gl'),
      bank: othersOf(sides.bank, mappings, 'bank'),
    },
    definitions: Object.fromEntries(targets.map(({ name, definition }) => [name, definition])),
    warnings: [...warnings, ...unknownOthers(sides, terms.others)],
  };
}

/** The fields with the request's mappings; a mapping of an unknown field adds that field. */
function withGiven(asked: readonly Target[], given: readonly GivenMapping[]) {
  const targets = [...asked];
  const givenOf: (GivenMapping | undefined)[] = targets.map(() => undefined);
  for (const mapping of given) {
    const target = targetOf(mapping.system, null);
    const isSame = (one: Target, t: number) =>
      givenOf[t] === undefined &&
      (plainTitle(one.name) === plainTitle(target.name) ||
        (one.fields.bank !== null && one.fields.bank === target.fields.bank && one.fields.gl === target.fields.gl));
    const at = targets.findIndex(isSame);
    if (at >= 0) {
      // The field takes the name in the request.
      targets[at] = { ...targets[at], name: target.name };
      givenOf[at] = mapping;
    } else {
      targets.push({ ...target, isAsked: true });
      givenOf.push(mapping);
    }
  }
  return { targets, givenOf };
}

interface AssignedSide {
  readonly side: Side;
  readonly layouts: readonly SideLayout[];
  readonly assigned: readonly Assigned[];
  readonly givenOf: readonly (GivenMapping | undefined)[];
}

function assignSide(
  side: Side,
  {
    terms,
    targets,
    givenOf,
  }: {
    readonly terms: SuggestionTerms;
    readonly targets: readonly Target[];
    readonly givenOf: readonly (GivenMapping | undefined)[];
  },
): AssignedSide {
  const layouts = layoutsOf(terms.files[side]);
  const kept = new Set(terms.others[side].map(plainTitle));
  const named = givenOf.map(
    (given) =>
      new Set(
        given === undefined
          ? []
          : [given[side] ?? '', ...given.secondary.map((pair) => pair[side])].map(plainTitle).filter((t) => t !== ''),
      ),
  );
  const common = new Map<string, CommonValues>();
  for (const one of terms.common) {
    const key = `${one[side].file} ${one[side].column}`;
    if (!common.has(key)) common.set(key, one);
  }
  /** For each column of a layout, the most values that it shares with a column of the other side. */
  const mostShared = layouts.map(({ columns, files }) =>
    columns.map((_, column) =>
      files
        .flatMap((file) => common.get(`${file} ${column}`) ?? [])
        .reduce<CommonValues | null>((a, b) => (a === null || b.values > a.values ? b : a), null),
    ),
  );
  const assigned = layouts.map((layout, at) =>
    assignColumns(layout, {
      side,
      targets,
      isKept: (title) => kept.has(plainTitle(title)),
      questionOf: (t, column) => {
        const { title, isTitled, plain } = layout.columns[column];
        return {
          isGiven: named[t].has(isTitled ? plain : plainTitle(title)),
          isProposed: terms.proposal?.get(targets[t].name)?.[side] === title,
          common: mostShared[at][column] ?? null,
        };
      },
    }),
  );
  return { side, layouts, assigned, givenOf };
}

/** The columns found for a field on a side, over all layouts. */
function columnsFound({ side, layouts, assigned, givenOf }: AssignedSide, t: number) {
  const given = givenOf[t]?.[side] ?? null;
  const titles = new Set<string>();
  // The first column of each layout comes before the columns that are joined to it.
  const columns = layouts.map(({ columns: all }, l) =>
    assigned[l][t].map((one) => ({ one, title: all[one.column].title })),
  );
  for (const [first] of columns) if (first !== undefined) titles.add(first.title);
  for (const own of columns) for (const { title } of own.slice(1)) titles.add(title);
  const firsts = columns.flatMap((own) => own.slice(0, 1));
  const isNamed =
    given !== null && columns.some((own) => own.some(({ title }) => plainTitle(title) === plainTitle(given)));
  return {
    titles: [...titles].filter((title) => given === null || plainTitle(title) !== plainTitle(given)),
    isNamed,
    confidence:
      given !== null && !isNamed ? 0 : firsts.length === 0 ? 0 : Math.min(...firsts.map(({ one }) => one.confidence)),
    reason: firsts.length === 0 ? '' : `${SIDE_WORDS[side]}: ${reasonWithRival(firsts[0].one)}`,
  };
}

const reasonWithRival = ({ fit, rival }: AssignedColumn): string =>
  rival === null ? fit.reason : `${fit.reason} (rival: “${rival}”)`;

/** Pairs of further titles of both sides; if one side has no more, its first title is repeated. */
function secondaryOf(
  first: { readonly gl: string | null; readonly bank: string | null },
  titles: Readonly<Record<Side, readonly string[]>>,
  given: readonly TitlePair[],
): TitlePair[] {
  const further = (side: Side) => titles[side].filter((title) => title !== first[side]);
  const [gl, bank] = [further('gl'), further('bank')];
  const pairs = [...given];
  const isIn = (side: Side, title: string) => given.some((pair) => plainTitle(pair[side]) === plainTitle(title));
  const [freeGl, freeBank] = [gl.filter((one) => !isIn('gl', one)), bank.filter((one) => !isIn('bank', one))];
  for (let n = 0; n < Math.max(freeGl.length, freeBank.length); n++) {
    const pair = { gl: freeGl[n] ?? first.gl, bank: freeBank[n] ?? first.bank };
    if (pair.gl !== null && pair.bank !== null) pairs.push({ gl: pair.gl, bank: pair.bank });
  }
  return pairs.slice(0, Math.max(MOST_SECONDARY, given.length));
}

/** Titles of a side without a field, in the order of its files. */
function othersOf({ layouts }: AssignedSide, mappings: readonly SuggestedMapping[], side: Side): string[] {
  const named = new Set(
    mappings.flatMap((one) => [one[side] ?? '', ...one.secondary.map((pair) => pair[side])]).map(plainTitle),
  );
  const titles = layouts.flatMap(({ columns }) => columns.map(({ title }) => title));
  return [...new Set(titles)].filter((title) => !named.has(plainTitle(title)));
}

function unknownOthers(
  sides: Readonly<Record<Side, AssignedSide>>,
  others: Readonly<Record<Side, readonly string[]>>,
): string[] {
  return BOTH.flatMap((side) => {
    const known = new Set(sides[side].layouts.flatMap(({ columns }) => columns.map(({ title }) => plainTitle(title))));
    return others[side]
      .filter((title) => !known.has(plainTitle(title)))
      .map((title) => `“${title}”, given among the others, is no column of the ${SIDE_WORDS[side]}.`);
  });
}

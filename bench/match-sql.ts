// Tiers 1 to 6 as far as SQL can say them, for tables gl_rows and bank_rows that are loaded already. It is meant as a
// good analyst would write it for a column store: hash joins on key and amount, ranges through buckets of amounts
// instead of a join on an inequality, texts compared by a join on numbered tokens and not row by row, ranks by qualify,
// what is matched left out by anti joins, narrow tables. What SQL has no words for at a like cost is left out: classes
// of equal rows, certainty of an assignment, rounds, netting of reversals.

import { CHARGE_MAX, CHARGE_MIN, DAYS, RATE_PER_THOUSAND, TOLERANCE } from './match-definition.ts';

export interface Statement {
  /** Statements of one name are one stage. */
  readonly stage: string;
  readonly sql: string;
}

const RATE = RATE_PER_THOUSAND / 1_000;

/** Days apart, the nearer of booking and value date; both tables under their aliases g and b. */
const DAYS_APART = 'least(abs(b.day - g.day), abs(b.value_day - g.day))';
const IN_WINDOW = `${DAYS_APART} <= ${DAYS}`;
const DIFFERENCE = 'abs(g.amount - b.amount)';

/** A difference within tolerance, in the range of charges, or the merchant's rate on money in. */
const AGREES = `((g.amount > 0) = (b.amount > 0) and (${DIFFERENCE} <= ${TOLERANCE}
    or ${DIFFERENCE} between ${CHARGE_MIN} and ${CHARGE_MAX}
    or (g.amount > 0 and abs(${DIFFERENCE} - round(greatest(g.amount, b.amount) * ${RATE})) <= ${TOLERANCE})))`;

/** Separators, one known prefix and leading zeros come off. */
const normalised = (column: string) => `nullif(ltrim(regexp_replace(translate(upper(${column}), '-/:. ', ''),
    '^(FT|TRF|NIP|REF|POS|TXN|TRX|CHQ|RRN)', ''), '0'), '')`;
const EMBEDDED = `regexp_extract(upper(narration), '\\b[A-Z]{0,3}[0-9]{4,}[A-Z0-9]*\\b')`;

/** The reference, or the number that the narration holds. */
const keyed = (side: string) => `create temp table ${side}_keyed as
  select rowid::integer as row, account, day, value_day, amount,
    coalesce(${normalised('reference')}, ${normalised(EMBEDDED)}) as reference
  from ${side}_rows`;

/** Pairs that are best for both; equally good ones go by the rows' order. */
const bestBothWays = (order: string) => `
  qualify row_number() over (partition by g.row order by ${order}, b.row) = 1
    and row_number() over (partition by b.row order by ${order}, g.row) = 1`;

/** The rows of a side that none of these pairs holds. */
const without = (table: string, { as, side, pairs }: { as: string; side: string; pairs: string }) =>
  `create temp table ${as} as select * from ${table} anti join ${pairs} on ${table}.row = ${pairs}.${side}`;

/** A cut reference keeps at least so many characters of its beginning or its end. */
const LEAST_CUT = 8;

/** Rows that are left, with both ends of their references. */
const ended = (side: string) => `create temp table ${side}_ended as
  select *, left(reference, ${LEAST_CUT}) as head, right(reference, ${LEAST_CUT}) as tail from ${side}_left_2`;

/** Distinct words of the rows that are left. */
const words = (side: string) => `create temp table ${side}_words as
  select row, unnest(list_distinct(string_split_regex(upper(r.narration), '[^A-Z0-9]+'))) as word
  from ${side}_left_2 k join ${side}_rows r on r.rowid = k.row`;

/** Every word with a number and, by how few rows carry it, a weight. */
const DICTIONARY = `create temp table dictionary as
  select word, row_number() over ()::integer as token, (log2((select count(*) from gl_left_2) + (select count(*) from bank_left_2)) - log2(count(*)))::float as weight
  from (from gl_words union all from bank_words) where length(word) > 1 group by word`;

const tokens = (side: string) => `create temp table ${side}_tokens as
  select row as ${side}, token, weight from ${side}_words join dictionary using (word)`;
const totals = (side: string) => `create temp table ${side}_totals as
  select ${side}, sum(weight)::float as total from ${side}_tokens group by ${side}`;

/**
 * Pairs that could be one: no reference on one side at least, or one that is a cut form of the other. Two references
 * that are neither speak against a pair.
 */
const candidates = (
  name: string,
  { gl, bank, by, condition }: { gl: string; bank: string; by: string; condition: string },
) => {
  const part = (keys: string, where: string, cut: number) =>
    `select g.row as gl, b.row as bank, ${DAYS_APART} as days, g.amount = b.amount as exact, ${cut} as cut
      from ${gl} g join ${bank} b using (${keys}) where ${IN_WINDOW} and ${condition} and ${where}`;
  const begins = '(starts_with(g.reference, b.reference) or starts_with(b.reference, g.reference))';
  const ends = '(ends_with(g.reference, b.reference) or ends_with(b.reference, g.reference))';
  return `create temp table ${name} as
    ${part(by, '(g.reference is null or b.reference is null)', 0)}
    union all ${part(`${by}, head`, begins, 1)}
    union all ${part(`${by}, tail`, `${ends} and not ${begins}`, 1)}`;
};

/** Weight of the words both have against the lighter text's, days apart and amount, together from 0 to 1. */
const scored = (name: string, pairs: string) => `create temp table ${name} as
  with agreed as (
    select gl, bank, sum(weight) as weight
    from ${pairs} join gl_tokens using (gl) join (select bank, token from bank_tokens) using (bank, token)
    group by gl, bank)
  select gl, bank, greatest(cut, coalesce(weight / (least(g.total, b.total) + 4), 0)) as text,
    0.7 * text + 0.2 * (1 - days / ${DAYS + 1}.0) + case when exact then 0.1 else 0.08 end as score
  from ${pairs} join gl_totals g using (gl) join bank_totals b using (bank) left join agreed using (gl, bank)`;

/** Best for both by score and clear of the runner-up of either. */
const clearBest = (pairs: string, { tier, condition }: { tier: number; condition: string }) => `
  create temp table tier_${tier} as
  select gl, bank from (
    select *,
      row_number() over by_gl as gl_rank, lead(score, 1, 0) over by_gl as gl_next,
      row_number() over by_bank as bank_rank, lead(score, 1, 0) over by_bank as bank_next
    from ${pairs}
    window by_gl as (partition by gl order by score desc), by_bank as (partition by bank order by score desc))
  where gl_rank = 1 and bank_rank = 1 and ${condition} and score - greatest(gl_next, bank_next) >= 0.05`;

/** The only candidate both ways among those that the tier before left. */
const unique = (pairs: string, { tier }: { tier: number }) => `
  create temp table tier_${tier} as
  select c.gl, c.bank from ${pairs} c
  anti join tier_${tier - 1} g on g.gl = c.gl anti join tier_${tier - 1} b on b.bank = c.bank
  qualify count(*) over (partition by c.gl) = 1 and count(*) over (partition by c.bank) = 1`;

/**
 * Ledger rows with the buckets in which an agreeing amount can lie: a difference of at most CHARGE_MAX lies in the
 * bucket of that width or in one beside it, a rate's in that of the net or the gross amount or in one beside it.
 */
const REACHED = `create temp table gl_reached as
  select *, unnest(list_distinct([
    bucket - 1, bucket, bucket + 1, net - 1, net, net + 1, gross - 1, gross, gross + 1])) as near
  from (select *, amount // ${CHARGE_MAX} as bucket,
    case when amount > 0 then round(amount * (1 - ${RATE})) else amount end::bigint // ${CHARGE_MAX} as net,
    case when amount > 0 then round(amount / (1 - ${RATE})) else amount end::bigint // ${CHARGE_MAX} as gross
    from gl_left_4)`;

export const MATCH_STATEMENTS: readonly Statement[] = [
  { stage: 'keys', sql: keyed('gl') },
  { stage: 'keys', sql: keyed('bank') },
  {
    stage: 'tier 1',
    sql: `create temp table tier_1 as select g.row as gl, b.row as bank
      from gl_keyed g join bank_keyed b using (account, reference, amount)
      where ${IN_WINDOW} ${bestBothWays(DAYS_APART)}`,
  },
  { stage: 'tier 1', sql: without('gl_keyed', { as: 'gl_left_1', side: 'gl', pairs: 'tier_1' }) },
  { stage: 'tier 1', sql: without('bank_keyed', { as: 'bank_left_1', side: 'bank', pairs: 'tier_1' }) },
  {
    stage: 'tier 2',
    sql: `create temp table tier_2 as select g.row as gl, b.row as bank
      from gl_left_1 g join bank_left_1 b using (account, reference)
      where ${IN_WINDOW} and ${AGREES} ${bestBothWays(`${DIFFERENCE}, ${DAYS_APART}`)}`,
  },
  { stage: 'tier 2', sql: without('gl_left_1', { as: 'gl_left_2', side: 'gl', pairs: 'tier_2' }) },
  { stage: 'tier 2', sql: without('bank_left_1', { as: 'bank_left_2', side: 'bank', pairs: 'tier_2' }) },
  { stage: 'texts', sql: ended('gl') },
  { stage: 'texts', sql: ended('bank') },
  { stage: 'texts', sql: words('gl') },
  { stage: 'texts', sql: words('bank') },
  { stage: 'texts', sql: DICTIONARY },
  { stage: 'texts', sql: tokens('gl') },
  { stage: 'texts', sql: tokens('bank') },
  { stage: 'texts', sql: totals('gl') },
  { stage: 'texts', sql: totals('bank') },
  {
    stage: 'tier 3',
    sql: candidates('same_amount', { gl: 'gl_ended', bank: 'bank_ended', by: 'account, amount', condition: 'true' }),
  },
  { stage: 'tier 3', sql: scored('same_amount_scored', 'same_amount') },
  { stage: 'tier 3', sql: clearBest('same_amount_scored', { tier: 3, condition: 'text >= 0.4' }) },
  { stage: 'tier 4', sql: unique('same_amount', { tier: 4 }) },
  { stage: 'tier 5', sql: 'create temp table taken as from tier_3 union all from tier_4' },
  { stage: 'tier 5', sql: without('gl_ended', { as: 'gl_left_4', side: 'gl', pairs: 'taken' }) },
  { stage: 'tier 5', sql: without('bank_ended', { as: 'bank_left_4', side: 'bank', pairs: 'taken' }) },
  { stage: 'tier 5', sql: REACHED },
  {
    stage: 'tier 5',
    sql: `create temp table bank_reached as select *, amount // ${CHARGE_MAX} as near from bank_left_4`,
  },
  {
    stage: 'tier 5',
    sql: candidates('near_amount', { gl: 'gl_reached', bank: 'bank_reached', by: 'account, near', condition: AGREES }),
  },
  { stage: 'tier 5', sql: scored('near_amount_scored', 'near_amount') },
  { stage: 'tier 5', sql: clearBest('near_amount_scored', { tier: 5, condition: 'score >= 0.5' }) },
  { stage: 'tier 6', sql: unique('near_amount', { tier: 6 }) },
];

/** Ledger line, bank line and tier; row 0 stands on line 2, below the header. */
export const PAIRS_SQL = [1, 2, 3, 4, 5, 6]
  .map((tier) => `select gl + 2 as gl, bank + 2 as bank, ${tier} as tier from tier_${tier}`)
  .join(' union all ');

// Matches the two files of a folder and holds the answer against the truth.csv beside them. Only what the file readers
// and the kernel answer is judged; each pair carries the probability that is shown of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStatementFile } from '../src/adapters/files/read-statement.ts';
import { CALIBRATION, type Calibration } from '../src/core/matching/calibration.ts';
import { matchSession } from '../src/core/matching/match-session.ts';
import { REVERSAL_CONFIDENCE } from '../src/core/matching/outcome/group-columns.ts';
import { membersOf } from '../src/core/matching/outcome/match-groups.ts';
import { CONFIDENCE, type MatchOutcome } from '../src/core/matching/outcome/outcome.ts';
import type { MatchParameters } from '../src/core/matching/parameters.ts';
import { type RowColumns, SIDES, type Side } from '../src/core/records/rows/columns.ts';
import { contentOf, parseTruth, type RowPlace } from '../src/generation/truth.ts';
import { type AssertedPair, type Score, score } from './score.ts';

export type Columns = Readonly<Record<Side, RowColumns>>;

/** `gl.csv`, `bank.csv` and `truth.csv` of a folder. */
export function scoreFolder(
  directory: string,
  { parameters, calibration = CALIBRATION }: { parameters: MatchParameters; calibration?: Calibration | undefined },
): Score {
  const columns = columnsOf(directory);
  const outcome = matchSession({ ...columns, parameters, calibration });
  return score({
    truth: parseTruth(readFileSync(join(directory, 'truth.csv'), 'utf8')),
    asserted: assertedPairs(columns, outcome),
    contentOf: contentsOf(columns),
  });
}

/** Matching is measured here: what a sign means is not left to the reader, who may ask. */
const AS_WRITTEN = { entries: [], given: { gl: { sign: 'as_is' }, bank: { sign: 'as_is' } } } as const;

export function columnsOf(directory: string): Columns {
  const read = (side: Side): RowColumns => {
    const path = join(directory, `${side}.csv`);
    return readStatementFile({ path, name: `${side}.csv`, side, defaultCurrency: 'NGN', mapping: AS_WRITTEN }).columns;
  };
  return { gl: read('gl'), bank: read('bank') };
}

const placeOf = (columns: RowColumns, side: Side, row: number): RowPlace => ({
  side,
  file: columns.files[columns.file[row]],
  line: columns.line[row],
});

export function assertedPairs(columns: Columns, { groups, reversals }: MatchOutcome): AssertedPair[] {
  const list: AssertedPair[] = [];
  for (let g = 0; g < groups.count; g++) {
    const tier = groups.tier[g];
    // A group asserts that each of its ledger rows belongs to each of its bank rows.
    for (const gl of membersOf(groups.gl, g)) {
      for (const bank of membersOf(groups.bank, g)) {
        list.push({
          a: placeOf(columns.gl, 'gl', gl),
          b: placeOf(columns.bank, 'bank', bank),
          tier: String(tier),
          confidence: CONFIDENCE[tier] / 100,
          // In ten-thousandths; 0 where a key decided.
          probability: (groups.weighed.probability?.[g] ?? 0) / 10_000 || null,
        });
      }
    }
  }
  for (const side of SIDES) {
    for (let r = 0; r < reversals[side].count; r++) {
      const { byKey, byMarker } = REVERSAL_CONFIDENCE;
      list.push({
        a: placeOf(columns[side], side, reversals[side].original[r]),
        b: placeOf(columns[side], side, reversals[side].reversal[r]),
        tier: 'reversal',
        confidence: (reversals[side].byKey[r] ? byKey : byMarker) / 100,
        probability: null,
      });
    }
  }
  return list;
}

export function contentsOf(columns: Columns): (place: RowPlace) => string {
  const rowOf = { gl: new Map<number, number>(), bank: new Map<number, number>() };
  for (const side of SIDES) for (let i = 0; i < columns[side].count; i++) rowOf[side].set(columns[side].line[i], i);
  return ({ side, line }) => {
    const i = rowOf[side].get(line);
    return i === undefined ? `line ${line}` : contentOf(columns[side], i);
  };
}

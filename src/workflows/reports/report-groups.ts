// Stored matches of ledger rows with bank rows as reports, with the values that were compared to find them.

import { evidenceParts } from '../../core/matching/outcome/evidence-parts.ts';
import { feeLegsOf } from '../../core/matching/outcome/fee-legs.ts';
import { storedMatchIds } from '../../core/matching/outcome/group-ids.ts';
import { rowMembers } from '../../core/matching/outcome/match-groups.ts';
import type { MatchParameters } from '../../core/matching/parameters.ts';
import { parametersFromDecimals } from '../../core/matching/parameters-from-decimals.ts';
import { comparedIdentifiers } from '../../core/matching/reading/compared-identifiers.ts';
import { REFERENCE_ALONE } from '../../core/matching/tiers/pair-list.ts';
import { FEE_BASES, FEE_NONE, FEE_RULE } from '../../core/records/groups/fee-basis.ts';
import { type GroupColumns, weighedAt } from '../../core/records/groups/groups.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { storedFields } from '../stored-commands/stored-fields.ts';
import { storedParameters } from '../stored-commands/stored-parameters.ts';
import type { MatchReport } from './match-report.ts';
import { type GroupRange, type GroupRows, readGroupRows } from './read-group-rows.ts';

/** The groups of the range, none of which is a reversal. */
export async function reportGroups(
  deps: ReadingDependencies,
  key: SessionKey,
  range: GroupRange,
): Promise<MatchReport[]> {
  const { groups, from, to } = range;
  const rows = await readGroupRows(deps, key, range);
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  const members = numbers.map((g) => ({ gl: rows.of('gl', g), bank: rows.of('bank', g) }));
  const ofSide = (side: Side) => members.map((one) => Uint32Array.from(one[side]));
  const [gl, bank] = [ofSide('gl'), ofSide('bank')];
  const stored = { gl: rowMembers(gl), bank: rowMembers(bank), twin: groups.twin.slice(from, to) };
  const ids = storedMatchIds({ key, digest: deps.digest }, rows.columns, stored);
  const settled = numbers.map((g) => groups.textScore[g] === REFERENCE_ALONE);
  const keys = comparedIdentifiers(rows.columns, { gl, bank, settled });
  const parameters = numbers.some((g) => groups.feeBasis[g] === FEE_RULE)
    ? await parametersOf(deps, key, rows.columns.gl.currencies)
    : null;
  const legsOf = (i: number) =>
    parameters === null
      ? []
      : feeLegsOf(parameters, {
          columns: rows.columns,
          ...members[i],
          feeBasis: groups.feeBasis[from + i],
          tier: groups.tier[from + i],
        });
  return numbers.map((g, i) => {
    const weighed = weighedAt(groups.weighed, g);
    const shown = (side: Side) => members[i][side].map((row) => rows.report(side, row));
    const ledger = shown('gl');
    return {
      groupId: digestIdAt(ids, i),
      session: key.session,
      tier: groups.tier[g],
      confidence: groups.confidence[g],
      differenceMinor: groups.difference[g],
      currency: ledger[0].currency,
      crossMonth: false,
      gl: ledger,
      bank: shown('bank'),
      keysCompared: keys[i],
      dateDifferenceDays: groups.days[g],
      feeBasis: FEE_BASES[groups.feeBasis[g]] ?? null,
      feeLegs: legsOf(i),
      textScore: groups.textScore[g] < 0 ? null : groups.textScore[g],
      probability: weighed.probability || null,
      evidence: evidenceParts(weighed, {
        days: groups.days[g],
        difference: groups.difference[g],
        isFee: groups.feeBasis[g] !== FEE_NONE,
      }),
      runnerUp: runnerUpOf(rows, groups, g),
      nettedBy: null,
      byHand: null,
    };
  });
}

/** The parameters of the run that made the session's groups; null if the run is no longer kept. */
async function parametersOf(
  { store }: ReadingDependencies,
  key: SessionKey,
  currencies: readonly string[],
): Promise<MatchParameters | null> {
  const runId = (await store.sessions.get(key))?.runId ?? null;
  const run = runId === null ? null : await store.runs.get(runId);
  if (run === null) return null;
  return parametersFromDecimals(storedParameters(storedFields(run.parameters).fields('parameters')), currencies);
}

function runnerUpOf(rows: GroupRows, groups: GroupColumns, g: number): MatchReport['runnerUp'] {
  const recordId = rows.runnerUp(g);
  return recordId === null ? null : { recordId, gap: groups.runnerUpGap[g] };
}

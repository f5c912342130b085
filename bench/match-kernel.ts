// The process in which the kernel is measured: both files are read into columns, then the session is matched as the
// service does it, on threads that are up already. The first run also compiles, so it is told apart from later ones.

import { writeFileSync } from 'node:fs';
import { startThreads } from '../src/adapters/threads/compute.ts';
import { membersOf } from '../src/core/matching/outcome/match-groups.ts';
import type { MatchOutcome } from '../src/core/matching/outcome/outcome.ts';
import { planSession } from '../src/core/matching/plan.ts';
import { emptyColumns } from '../src/core/records/rows/join-columns.ts';
import { MATCH_PARAMETERS, type MatchAnswer, type MatchInput } from './match-definition.ts';
import { forgetPeak, peakBytes, scriptInput, timed } from './measure.ts';
import { readMonth } from './read-month.ts';

const { month, runs, pairsFile } = scriptInput<MatchInput>();

const { gl, bank } = await readMonth(month);

const compute = startThreads();
const none = { gl: new Uint32Array(0), bank: new Uint32Array(0) };
const emptyAccounts = Array.from({ length: 16 }, (_, a) => ({ ...none, name: String(a) }));
await compute.match({
  gl: emptyColumns(),
  bank: emptyColumns(),
  plan: { accounts: emptyAccounts },
  parameters: MATCH_PARAMETERS,
});
globalThis.gc?.();
forgetPeak();

const session = { gl: gl!, bank: bank!, parameters: MATCH_PARAMETERS };
const match = () => timed(() => compute.match({ ...session, plan: planSession(session.gl, session.bank) }));

/** Of a group of several rows each ledger row with each bank row. */
function writePairs({ groups }: MatchOutcome): void {
  const lines: number[] = [];
  for (let g = 0; g < groups.count; g++) {
    for (const gl of membersOf(groups.gl, g)) {
      for (const bank of membersOf(groups.bank, g)) {
        lines.push(session.gl.line[gl], session.bank.line[bank], groups.tier[g]);
      }
    }
  }
  writeFileSync(pairsFile, Int32Array.from(lines));
}

const first = await match();
const peak = peakBytes();
const taken = [first.taken];
while (taken.length < runs) taken.push((await match()).taken);
const answer: MatchAnswer = { taken, stages: [], peakBytes: peak, peakBytesLater: peakBytes() };
writePairs(first.answer);
await compute.close();
process.stdout.write(JSON.stringify(answer));

// The process whose compiling is counted: both files are read into columns on other threads, then the session is matched
// in this one. V8 writes what it compiles among the output; what stands behind the mark is of matching alone.

import { matchSession } from '../src/core/matching/match-session.ts';
import { COMPILED_MARK, type CompiledInput } from './compiled.ts';
import { MATCH_PARAMETERS } from './match-definition.ts';
import { scriptInput } from './measure.ts';
import { readMonth } from './read-month.ts';

const { month, runs } = scriptInput<CompiledInput>();
const { gl, bank } = await readMonth(month);
process.stdout.write(`\n${COMPILED_MARK}\n`);
for (let run = 0; run < runs; run++) matchSession({ gl, bank, parameters: MATCH_PARAMETERS });

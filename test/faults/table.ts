// What became of the faults of a call, by kind: each history leaves a line, and main.ts makes a table of all for
// docs/benchmarks.md. A fault came to nothing when no write came that it could strike; the others are held by what
// their history left: whole, or something of it wrong.

import { appendFileSync, readFileSync } from 'node:fs';
import type { Happened } from './history.ts';
import type { FaultKind } from './mix.ts';
import { TABLE } from './seed.ts';

/** One history. */
interface Line {
  readonly name: string;
  readonly faults: readonly { readonly kind: FaultKind; readonly isStruck: boolean }[];
  readonly runs: number;
  readonly sessions: number;
  readonly decisions: number;
  readonly isWhole: boolean;
}

const NOTHING = /no write came|nothing was published/;

/** `wrong`: what is not as it would be undisturbed. */
export function keepLine({
  name,
  happened,
  wrong,
}: {
  name: string;
  happened: Happened;
  wrong: readonly string[];
}): void {
  // At once: a call that is cut off says no more.
  for (const sentence of wrong) process.stdout.write(`${name} is wrong: ${sentence}\n`);
  const file = process.env[TABLE];
  if (file === undefined) return;
  const line: Line = {
    name,
    faults: happened.faults.map((said) => ({
      kind: said.split(': ')[0] as FaultKind,
      isStruck: !NOTHING.test(said),
    })),
    ...{ runs: happened.supply.accepted.size, sessions: happened.supply.sessions.length },
    ...{ decisions: happened.decisions, isWhole: wrong.length === 0 },
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** In Markdown; `planned`: faults by kind, of which those without a line belong to a history that did not come to its end. */
export function tableOf(file: string, planned: ReadonlyMap<string, number>): string {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Line);
  const count = (kind: string, is: (line: Line, fault: Line['faults'][number]) => boolean) =>
    lines.flatMap((line) => line.faults.filter((fault) => fault.kind === kind && is(line, fault))).length;
  const rows = [...planned].map(([kind, times]) => {
    const [whole, nothing, wrong] = [
      count(kind, ({ isWhole }, { isStruck }) => isWhole && isStruck),
      count(kind, ({ isWhole }, { isStruck }) => isWhole && !isStruck),
      count(kind, ({ isWhole }) => !isWhole),
    ];
    return [kind, times, whole, nothing, wrong, times - whole - nothing - wrong] as const;
  });
  const sum = (i: 1 | 2 | 3 | 4 | 5) => rows.reduce((total, row) => total + row[i], 0);
  const cells = [...rows, ['all', sum(1), sum(2), sum(3), sum(4), sum(5)] as const];
  const of = (what: 'runs' | 'sessions' | 'decisions') => lines.reduce((total, line) => total + line[what], 0);
  return [
    '| fault | times | history whole | no write to strike | something wrong | history not ended |',
    '|---|---|---|---|---|---|',
    ...cells.map((row) => `| ${row.join(' | ')} |`),
    '',
    `Histories: ${lines.length}, whole: ${lines.filter(({ isWhole }) => isWhole).length}. ${of('runs')} runs of ${of('sessions')} sessions and ${of('decisions')} decisions were held against undisturbed ones.`,
  ].join('\n');
}

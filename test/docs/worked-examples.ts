// Takes the worked examples out of a page (docs/matching.md, docs/other-kinds.md) and runs them: blocks named ledger,
// bank, options and answer.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { readTemplate } from '../../src/compose/read-template.ts';
import { clusterAt } from '../../src/core/classification/cluster-set.ts';
import { membersOf } from '../../src/core/matching/outcome/match-groups.ts';
import { parseColumnMapping } from '../../src/core/reading/columns/column-mapping.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import type { Reconciliation } from '../../src/workflows/runs/reconciliation.ts';
import { computeThread } from '../workflows/compute-thread.ts';

export interface WorkedExample {
  /** The heading above it. */
  readonly heading: string;
  readonly ledger: string;
  readonly bank: string;
  readonly options: string;
  /** A `--template` file; '' for none. */
  readonly template: string;
  readonly answer: string;
}

export function workedExamples(page: string): WorkedExample[] {
  const examples: WorkedExample[] = [];
  let heading = '';
  let parts: Record<string, string> = {};
  for (const [, title, name, content] of page.matchAll(
    /^#+ (.+)$|^```(?:csv |sh |json )?(ledger|bank|options|template|answer)\n([^`]*)```$/gm,
  )) {
    if (title !== undefined) heading = title;
    else parts[name!] = content!;
    if (name !== 'answer') continue;
    const { ledger = '', bank = '', options = '', template = '', answer = '' } = parts;
    examples.push({ heading, ledger, bank, options: options.trim(), template, answer: answer.trim() });
    parts = {};
  }
  return examples;
}

export interface Engine {
  /** The answer as the page shows it. */
  answer(example: WorkedExample): Promise<string>;
  close(): Promise<void>;
}

/** The threads, the store and the workflow of the command line, started once for all examples. */
export async function startEngine(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-examples-'));
  const store = await openEmbeddedStore({ directory: join(folder, 'data') });
  return {
    async answer({ ledger, bank, options, template }) {
      const [gl, statement] = [join(folder, 'gl.csv'), join(folder, 'bank.csv')];
      writeFileSync(gl, ledger);
      writeFileSync(statement, bank);
      const args = ['--gl', gl, '--bank', statement, ...options.split(' ').filter((word) => word !== '')];
      // The page says that its amounts are signed; of two rows none may be negative.
      // Commercial kinds say themselves which way rows go.
      const isSigned = !options.includes('--kind');
      const mapping = isSigned ? parseColumnMapping({ text: '{"sign": "as_is"}', file: 'signed' }) : null;
      const command = reconcileOptions(args)!.command(mapping);
      const file = join(folder, 'template.json');
      if (template !== '') writeFileSync(file, template);
      const agreed = template === '' ? {} : readTemplate(file);
      const result = await reconcileOn(
        { store: Promise.resolve(store), compute: computeThread, digest: sha256, rules: 'rules-1', clock: () => 0 },
        { ...command, parameters: { ...command.parameters, ...agreed } },
      );
      return answerLines(result).join('\n');
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const NAMES: Readonly<Record<Side, string>> = { gl: 'ledger', bank: 'bank' };

/** Tier by tier and type by type, within them by line. */
function answerLines({ columns, outcome, openSession, clusters, hints }: Reconciliation): string[] {
  const { groups, reversals } = outcome;
  const rows = (side: Side, list: readonly number[]): string[] =>
    list
      .map((row) => columns[side].line[row])
      .sort((a, b) => a - b)
      .map((line) => `${NAMES[side]} ${line}`);
  const lines: string[] = [];
  for (let i = 0; i < groups.count; i++) {
    lines.push(
      `tier ${groups.tier[i]}: ${SIDES.map((side) => rows(side, [...membersOf(groups[side], i)]).join(', ')).join(' with ')}`,
    );
  }
  lines.sort();
  for (const side of SIDES) {
    const { count, original, reversal } = reversals[side];
    for (let i = 0; i < count; i++) lines.push(`netted: ${rows(side, [original[i], reversal[i]]).join(' with ')}`);
  }
  for (let c = 0; c < clusters.count; c++) {
    const { type, glRows, bankRows } = clusterAt(openSession, clusters, c);
    lines.push(`${type}: ${[...rows('gl', glRows), ...rows('bank', bankRows)].join(', ')}`);
    for (const hint of hints.get(c) ?? []) {
      const named = SIDES.flatMap((side) =>
        rows(
          side,
          hint.rows.filter((place) => place.side === side).map(({ row }) => row),
        ),
      );
      lines.push(`  looks like ${hint.kind}: ${named.join(', ')}`);
    }
  }
  return lines;
}

import { expect, test } from 'vitest';
import type { PackedRowBlock } from '../../../src/core/records/blocks/row-block.ts';
import { workClaimOf } from '../../../src/core/records/documents/run.ts';
import { groupBlocksOf, groupsOf, newIngestion, rowBlocksOf, rowsOf } from './samples.ts';
import { KEY, LEASE, newRun, type OpenStore } from './store-under-test.ts';

/** What a document of MongoDB holds at most, and a little more. */
const BEYOND_A_DOCUMENT = (16 << 20) + 1_000;

// Signs of one to four bytes, so that a cut between any two of them shows.
const long = 'a ₦ 𐍈 '.repeat(BEYOND_A_DOCUMENT >> 3);

export function largeContract(open: OpenStore): void {
  test('a run’s parameters and report, and a summary, may be as long as a request', async () => {
    const under = await open();
    const parameters = { noted: { long } };
    const { run, claim } = (await under.store.runs.start({ ...newRun('run-1'), parameters }, LEASE))!;
    expect(run.parameters).toEqual(parameters);
    const report = { stages: [], rejectedRows: 0, warnings: [long] };
    expect(await under.store.runs.report(claim, report)).toBe(true);
    expect(await under.store.runs.report(claim, { ...report, rejectedRows: 1 })).toBe(true);
    await under.store.summaries.append(KEY, { cause: 'run-1', createdAt: 5, summary: { long } });
    const again = await under.reopen();
    expect(await again.runs.get('run-1')).toEqual({ ...run, report: { ...report, rejectedRows: 1 } });
    expect((await again.summaries.latest(KEY))?.summary).toEqual({ long });
    await under.dispose();
  });

  test('rejected lines and blocks may be larger than a document, and go when nothing names them', async () => {
    const under = await open();
    const { store } = under;
    const started = (await store.runs.start(newRun('run-1'), LEASE))!;
    const rejected = [{ line: 1, reason: long }];
    const [small] = rowBlocksOf(rowsOf(1, 8), 8);
    const narration = new Uint8Array(BEYOND_A_DOCUMENT).map((_, i) => i % 251);
    const block: PackedRowBlock = { ...small!.block, packed: { ...small!.block.packed, narration } };
    await store.ingestions.add({ ...newIngestion('gl-1', { rows: 8, blocks: 1 }), rejected });
    await store.rowBlocks.put('gl-1', [{ n: 0, block }]);
    const [groups] = groupBlocksOf(groupsOf(2, ['gl-1', 'bank-1']), 2);
    await store.groupBlocks.put(started.claim, [{ n: 0, block: { ...groups!.block, packed: narration } }]);

    const again = await under.reopen();
    expect(await again.ingestions.rejected('gl-1')).toEqual(rejected);
    const [read] = await again.rowBlocks.read('gl-1', { numbers: [0], parts: ['narration'] });
    expect(Buffer.compare(read!.packed.narration!, narration)).toBe(0);
    const [group] = await again.groupBlocks.read('run-1', [0]);
    expect(Buffer.compare(group!.packed, narration)).toBe(0);
    await again.upkeep.sweepUnnamed();
    expect(await again.ingestions.get('gl-1')).not.toBeNull();
    const { claim } = (await again.runs.start(newRun('run-1'), LEASE))!;
    await again.work.finish(workClaimOf(claim), 2);
    expect(await again.upkeep.sweepUnnamed()).toEqual({ ingestions: 1, runs: 1 });
    expect(await again.ingestions.rejected('gl-1')).toEqual([]);
    await under.dispose();
  });
}

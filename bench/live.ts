// Whether the service goes on answering: /livez, asked every few milliseconds from a process's other thread, while a
// run of a million rows a side is done, while pages of a thousand items are read one after the other, and during both.

import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions, Figures } from './bench.ts';
import { startBenchService, TENANT } from './bench-service.ts';
import { probed, quantile } from './probed.ts';

const ROWS = 1_000_000;
const PARTNER = 'bench';
/** How long pages are read where no run says when to end. */
const PAGES_MS = 10_000;
const LISTS = ['matches', 'open-items', 'matches?tier=3', 'clusters', 'matches?tier=10', 'matches?tier=4'];

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const month = inputs.month({ rows: rows ?? ROWS, accounts: 8 });
  const began = performance.now();
  const service = await startBenchService({ folder: inputs.scratch('live'), month });
  const { address } = service;
  const ready = performance.now() - began;
  try {
    const first = await probed(address, () => service.reconciled({ partner: PARTNER, session: 'first' }));
    say(`a run alone: ${first.text}`);
    const pages: number[] = [];
    const reading = await probed(address, () => readPages(address, pages, pause(PAGES_MS)));
    say(`pages alone: ${reading.text}; ${pages.length} pages, the median in ${quantile(pages, 0.5).toFixed(0)} ms`);
    const both = await probed(address, async () => {
      const second = service.reconciled({ partner: PARTNER, session: 'second' });
      await Promise.all([second, readPages(address, [], second)]);
    });
    say(`both: ${both.text}`);
    return {
      readySeconds: ready / 1_000,
      livezP99WithRunMs: first.p99,
      livezP99WithPagesMs: reading.p99,
      livezP99WithBothMs: both.p99,
      pageMedianMs: quantile(pages, 0.5),
    };
  } finally {
    await service.stop();
  }
}

/** Reads pages of the first session until `end`; adds the milliseconds of each. */
async function readPages(address: string, taken: number[], end: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void end.finally(() => {
    hasEnded = true;
  });
  for (let i = 0; !hasEnded; i++) {
    const [list, filter = ''] = LISTS[i % LISTS.length].split('?');
    const began = performance.now();
    const query = `${new URLSearchParams({ tenant_id: TENANT, partner_id: PARTNER, page_size: '1000' })}&${filter}`;
    const reply = await fetch(`${address}/v1/sessions/first/${list}?${query}`);
    if (!reply.ok) throw new Error(`${list} answered ${reply.status}`);
    // Not parsed: what the reader does with a page is not measured, and would take a processor from who answers.
    await reply.arrayBuffer();
    taken.push(performance.now() - began);
  }
}

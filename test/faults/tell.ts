// What a history was, for whoever follows the suite: how many faults and runs, how long, and each fault.

import type { Happened } from './history.ts';

export function tell({ name, happened }: { readonly name: string; readonly happened: Happened }): void {
  const { faults, supply, decisions, repeated, took } = happened;
  const seconds = `${took.faults.toFixed(1)} s, settled in ${took.settling.toFixed(1)} s`;
  const work = `${supply.accepted.size} runs of ${supply.sessions.length} sessions, ${decisions} requests to decide, ${repeated} repeated publications`;
  const head = `${name}: ${faults.length} faults, ${work}, ${seconds}`;
  process.stderr.write(`${[head, ...faults.map((line) => `    ${line}`)].join('\n')}\n`);
}

// A thread in which every expression that a module puts together while it is loaded is noted, with the place that did.

import { parentPort, workerData } from 'node:worker_threads';

const noted = new Map<string, { at: string; source: string; flags: string }>();

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args: [string, string?]) {
    const made = new target(...args);
    const at = /\/src\/([^\s()]+\.ts:\d+)/.exec(new Error().stack ?? '')?.[1];
    if (at !== undefined) noted.set(`${at} ${made}`, { at, source: made.source, flags: made.flags });
    return made;
  },
});

for (const file of workerData as readonly string[]) await import(new URL(`../../src/${file}`, import.meta.url).href);
parentPort!.postMessage([...noted.values()]);

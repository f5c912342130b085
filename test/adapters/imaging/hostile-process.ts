// An imaging process whose tasks do what a library may do with a hostile file.

import { serveTasks } from '../../../src/adapters/imaging/serve-tasks.ts';

export type HostileTasks = {
  readonly pid: { readonly ask: null; readonly answer: number };
  readonly hang: { readonly ask: null; readonly answer: null };
  readonly eat: { readonly ask: { readonly heap: boolean }; readonly answer: null };
  readonly die: { readonly ask: null; readonly answer: null };
  readonly fail: { readonly ask: { readonly secret: string }; readonly answer: null };
};

serveTasks<HostileTasks>({
  pid: async () => async () => process.pid,
  hang: async () => async () => {
    for (;;);
  },
  eat:
    async () =>
    async ({ heap }) => {
      const held: unknown[] = [];
      for (;;) held.push(heap ? new Array(1e5).fill(0).map((_, at) => ({ at })) : Buffer.alloc(8 << 20, 1));
    },
  die: async () => async () => process.exit(3),
  fail:
    async () =>
    async ({ secret }) => {
      throw new Error(secret);
    },
});

// Unpacks stored blocks in the calling thread, for a thread whose work that is.

import type { Unpacking } from '../../ports/compute.ts';
import { unpackGroupBlocks, unpackOpenRows } from './group-blocks.ts';
import { unpackRowBlocks } from './row-blocks.ts';

export const unpackHere: Unpacking = {
  unpackRows: async (blocks) => unpackRowBlocks(blocks),
  unpackGroups: async (blocks) => unpackGroupBlocks(blocks),
  unpackOpenRows: async (blocks) => unpackOpenRows(blocks),
};

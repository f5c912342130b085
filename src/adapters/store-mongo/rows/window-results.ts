// Results of windows in MongoDB: a document for each piece, and a last one with the number of pieces.

import { ObjectId } from 'mongodb';
import type { WindowResults } from '../../../ports/window-results.ts';
import { exists } from '../connection/exists.ts';
import { insertMissing } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';
import type { WindowResultDocument } from '../session-documents.ts';

/** The n of the last document: the result is whole. */
const WHOLE = -1;

export function windowResultOperations({ window_results: results }: Collections): WindowResults {
  return {
    async put({ runId, windowId, pieces }) {
      const of = { run_id: runId, window_id: windowId };
      const documents = pieces.map((bytes, n): WindowResultDocument => ({ _id: new ObjectId(), ...of, n, bytes }));
      await insertMissing(results, documents);
      await insertMissing(results, [{ _id: new ObjectId(), ...of, n: WHOLE, pieces: pieces.length }]);
    },
    async done(runId) {
      const whole = await results.find({ run_id: runId, n: WHOLE }, { projection: { window_id: 1 } }).toArray();
      return whole.map(({ window_id: windowId }) => windowId);
    },
    async read({ runId, windowId }) {
      const of = { run_id: runId, window_id: windowId };
      const whole = await results.findOne({ ...of, n: WHOLE });
      if (whole === null) return null;
      const found = await results.find({ ...of, n: { $gte: 0 } }, { sort: { n: 1 } }).toArray();
      // The run ended meanwhile, and its results are being removed.
      if (found.length < whole.pieces!) return null;
      return found.map(({ bytes }) => Uint8Array.from(bytes!));
    },
  };
}

/** Removes results of runs that have ended. */
export async function removeWindowResults({ window_results: results, runs }: Collections): Promise<void> {
  for (const runId of await results.distinct('run_id', {})) {
    if (!(await exists(runs, { _id: runId, open: true }))) await results.deleteMany({ run_id: runId });
  }
}

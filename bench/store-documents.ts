// The process of the store benchmark's peer: the same rows, one document each, with the driver alone: unordered, a
// thousand a batch, four in flight, as durable as the store is. Nothing is matched; reading the files is not timed.

import { MongoClient } from 'mongodb';
import { readStatementFile } from '../src/adapters/files/read-statement.ts';
import { SIDES } from '../src/core/records/rows/columns.ts';
import { scriptInput, type Taken, timed } from './measure.ts';
import { documentOf } from './month-command.ts';
import type { StoreInput } from './store-session.ts';

export interface StoreDocumentsAnswer {
  readonly taken: Taken;
  readonly rows: number;
}

const BATCH = 1_000;
const IN_FLIGHT = 4;

const { month, uri } = scriptInput<StoreInput>();
const sides = SIDES.map((side) => {
  const request = { path: month[side], name: `${side}.csv`, side, defaultCurrency: 'NGN' };
  return { side, columns: readStatementFile(request).columns };
});
const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority', journal: true } });
const documents = client.db().collection<{ _id: string }>('documents');
await client.db().createCollection('documents');

const { taken } = await timed(async () => {
  for (const { side, columns } of sides) {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < columns.count) {
        const from = next;
        const to = Math.min(columns.count, (next += BATCH));
        const batch = Array.from({ length: to - from }, (_, k) => ({
          _id: `${side}-${from + k}`,
          ...documentOf(columns, from + k),
        }));
        await documents.insertMany(batch, { ordered: false });
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  }
});
await client.close();
const answer: StoreDocumentsAnswer = { taken, rows: sides.reduce((sum, { columns }) => sum + columns.count, 0) };
process.stdout.write(JSON.stringify(answer));

// Why a store on MongoDB did not open, after checking what every such sentence must be.

import { expect } from 'vitest';
import { openMongoStore } from '../../../src/adapters/store-mongo/open.ts';

/** A password for connection strings: no sentence repeats it. */
export const SECRET = 's3cr3t-of-the-bank';

export const refusal = (uri: string): Promise<string> => refusalOf({ uri, environment: 'test' });

export async function refusalOf({ uri, environment }: { uri: string; environment: string }): Promise<string> {
  const error = await openMongoStore({ uri, environment, operationMs: null }).then(
    (store) => store.close().then(() => expect.fail('the store opened')),
    (reason) => reason,
  );
  // What is wrong with the string or a file that it names is wrong whatever the server does.
  const ofString = /^(MONGODB_URI (is|has|gives)|The options? |The database that MONGODB_URI|The file )/.test(
    error.message,
  );
  expect(error).toMatchObject({ name: 'TieoutError', code: ofString ? 'usage' : 'store_unavailable' });
  expect(error.message).toMatch(/^[A-Z][^\n]+\.$/);
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain(SECRET);
  return error.message;
}

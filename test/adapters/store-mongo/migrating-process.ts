// A process of its own that gives the documents of a database the contract's names, to be killed in the middle:
// node migrating-process.ts URI

import { connect } from '../../../src/adapters/store-mongo/connection/connect.ts';
import { contractNames } from '../../../src/adapters/store-mongo/exceptions/migrate-names.ts';

const { client, db } = await connect({ uri: process.argv[2], monitorCommands: false });
await contractNames(db);
await client.close();

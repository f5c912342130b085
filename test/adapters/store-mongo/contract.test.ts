import { storeContract } from '../../contracts/store-contract.ts';
import { withMongodb } from './temporary-database.ts';

withMongodb('MongoDB', (database) => storeContract('MongoDB', database.openStore));

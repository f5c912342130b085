import { storeContract } from '../../contracts/store-contract.ts';
import { openTemporaryStore } from './temporary-store.ts';

storeContract('embedded', openTemporaryStore);

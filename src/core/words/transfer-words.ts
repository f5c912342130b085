// Words for a transfer between accounts, in narrations and channel names.

import { words } from './whole-words.ts';

export const TRANSFERS = words('TRANSFER TRANSFERS TRF TRFS TRSF TRNF TFR FT');

// Words for a transfer between accounts, in narrations and as a channel's name.

import { words } from './whole-words.ts';

export const TRANSFERS = words('TRANSFER TRANSFERS TRF TRFS TRSF TRNF TFR FT');

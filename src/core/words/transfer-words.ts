// What a transfer between accounts is called, in narrations and as the name of a channel.

import { words } from './whole-words.ts';

export const TRANSFERS = words('TRANSFER TRANSFERS TRF TRFS TRSF TRNF TFR FT');

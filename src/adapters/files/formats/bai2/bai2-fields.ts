// The fields of a BAI2 record from left to right. An amount is whole, in minor units of the currency; its funds type
// says how many fields follow that tell when the money is available.

import { NO_DAY } from '../../../../core/money/calendar.ts';
import { dayOfEight, dayOfSix } from '../../entries/message-days.ts';

const AMOUNT = /^[+-]?\d{1,18}$/;

export class Bai2Fields {
  private readonly fields: readonly string[];
  private at = 0;

  constructor(body: string) {
    this.fields = body.split(',');
  }

  get isAtEnd(): boolean {
    return this.at >= this.fields.length;
  }

  /** The next field, trimmed; '' behind the last. */
  take(): string {
    return (this.fields[this.at++] ?? '').trim();
  }

  /** All fields that are left as one text, with the commas between them. */
  rest(): string {
    const text = this.fields.slice(this.at).join(',').trim();
    this.at = this.fields.length;
    return text;
  }

  /** Reads the funds type and what belongs to it; the value date if it gives one, else NO_DAY. */
  takeFunds(): number {
    const type = this.take().toUpperCase();
    if (type === 'V') {
      const day = dayIn(this.take());
      this.take();
      return day;
    }
    if (type === 'S') this.at += 3;
    if (type === 'D') {
      const pairs = Number(this.take());
      if (Number.isSafeInteger(pairs) && pairs > 0) this.at += 2 * pairs;
    }
    return NO_DAY;
  }
}

/** `YYMMDD`, or `YYYYMMDD`, which some banks write. */
export const dayIn = (text: string): number => (text.length === 8 ? dayOfEight(text) : dayOfSix(text));

/** A whole amount with its sign; null if it is none. Exact, for control totals add up whatever stands there. */
export const amountIn = (text: string): bigint | null => (AMOUNT.test(text) ? BigInt(text.replace('+', '')) : null);

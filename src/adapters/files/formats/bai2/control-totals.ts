// The control totals and numbers of records that the trailers of accounts, groups and the file state.

import type { StatedCheck } from '../../request/stated-check.ts';
import { amountIn } from './bai2-fields.ts';

/** An account, a group or the file: sum of all amounts in it, numbers of its records and of what it holds. */
class Counted {
  sum = 0n;
  records = 0;
  parts = 0;

  start(): void {
    this.sum = 0n;
    this.records = 0;
    this.parts = 0;
  }
}

export class ControlTotals {
  private readonly file = new Counted();
  private readonly group = new Counted();
  private readonly account = new Counted();

  /** Counts a record, before what it begins or ends. */
  record(code: string, lines: number): void {
    if (code === '02') {
      this.group.start();
      this.file.parts++;
    }
    if (code === '03') {
      this.account.start();
      this.group.parts++;
    }
    for (const one of [this.account, this.group, this.file]) one.records += lines;
  }

  add(amount: bigint): void {
    for (const one of [this.account, this.group, this.file]) one.sum += amount;
  }

  /** Compares a trailer with what was counted: 49 (account), 98 (group), 99 (file). */
  checks(code: string, line: number, fields: readonly string[]): StatedCheck[] {
    const [name, of] =
      code === '49' ? ['account', this.account] : code === '98' ? ['group', this.group] : ['file', this.file];
    const numbers =
      code === '49'
        ? [['records', of.records] as const]
        : ([
            [code === '98' ? 'accounts' : 'groups', of.parts],
            ['records', of.records],
          ] as const);
    const stated = amountIn(fields[0] ?? '');
    const sum = { what: `the control total of the ${name}`, line, read: String(of.sum) };
    const counts = numbers.map(([what, count], n) => ({
      ...{ what: `the number of ${what} of the ${name}`, line, read: String(count) },
      stated: withoutZeros(fields[n + 1] ?? ''),
    }));
    return [{ ...sum, stated: stated === null ? (fields[0] ?? '') : String(stated) }, ...counts].filter(
      (check) => check.stated !== '',
    );
  }
}

const withoutZeros = (text: string): string => (/^\d{1,15}$/.test(text) ? String(Number(text)) : text);

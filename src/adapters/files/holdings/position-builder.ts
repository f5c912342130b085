// Fills the columns of a file of holdings, position by position.

import { NO_DAY } from '../../../core/money/calendar.ts';
import { HOLDING_COLUMNS, type HoldingField } from '../../../core/records/holdings/holding-fields.ts';
import { sharedFigures } from '../../../core/records/rows/allocate.ts';
import { ROW_ZERO, type RowColumns } from '../../../core/records/rows/columns.ts';
import { Labels } from '../../../core/records/rows/labels.ts';
import { textColumnOf } from '../../../core/records/rows/text-column.ts';
import type { PositionCells } from './position-cells.ts';

export class PositionBuilder {
  readonly accounts = new Labels();
  readonly #currencies = new Labels();
  readonly #positions: PositionCells[] = [];
  readonly #lines: number[] = [];

  get count(): number {
    return this.#positions.length;
  }

  add(position: PositionCells, line: number): void {
    this.#positions.push(position);
    this.#lines.push(line);
    this.accounts.place(position.account);
  }

  /** The columns of all rows, without fingerprints. */
  finish(file: string): RowColumns {
    const positions = this.#positions;
    const figures = sharedFigures(positions.length);
    positions.forEach((position, i) => {
      figures.amount[i] = position.amount;
      figures.bookingDay[i] = position.day;
      figures.account[i] = this.accounts.place(position.account);
      figures.currency[i] = this.#currencies.place(position.currency);
      figures.flags[i] = position.isZero ? ROW_ZERO : 0;
      figures.line[i] = this.#lines[i];
    });
    figures.valueDay.fill(NO_DAY);
    const none = textColumnOf(positions.map(() => ''));
    return {
      ...figures,
      reference: textColumnOf(positions.map(({ reference }) => reference)),
      settlementSession: none,
      narration: textColumnOf(positions.map(({ name }) => name)),
      sourceId: none,
      accounts: this.accounts.list,
      currencies: this.#currencies.list,
      files: [file],
      // A column that no position has is left out.
      named: HOLDING_COLUMNS.flatMap((definition) => {
        const written = positions.map(({ texts }) => texts[definition.name as HoldingField]);
        return written.every((text) => text === '') ? [] : [{ ...definition, texts: textColumnOf(written) }];
      }),
    };
  }
}

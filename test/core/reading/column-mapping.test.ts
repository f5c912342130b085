import { describe, expect, it } from 'vitest';
import { namedColumns, parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { fieldOfName } from '../../../src/core/reading/columns/field-vocabulary.ts';
import { isJoined } from '../../../src/core/reading/titles/target-fields.ts';

const titles = ['Transaction Date', 'Value Date', 'Ref', 'RRN', 'Amount'];
const named = (json: unknown) => {
  const mapping = parseColumnMapping({ text: JSON.stringify(json), file: 'mapping.json' });
  return [...namedColumns({ mapping, titles, side: 'bank', file: 'bank.csv' }, fieldOfName, isJoined)].sort(
    ([a], [b]) => a - b,
  );
};

describe('a mapping', () => {
  it('may begin with a byte order mark', () => {
    const text = '\uFEFF{"reference":"Ref"}';
    expect(parseColumnMapping({ text, file: 'mapping.json' }).entries).toMatchObject([{ name: 'reference' }]);
  });

  it('that gives one column to two fields is refused', () => {
    expect(() => named({ booking_date: 'Transaction Date', value_date: 'Transaction Date' })).toThrow(
      '"Transaction Date" is given to two fields, "booking_date" and "value_date".',
    );
    expect(() => named({ narration: 'Ref', reference: 'Ref' })).toThrow('is given to two fields');
  });

  it('may name a column twice for one field', () => {
    expect(named({ narration: ['Ref', 'RRN', 'Ref'] })).toEqual([
      [2, 'narration'],
      [3, 'narration'],
    ]);
  });

  it('keeps what it names beside a field with the narration, unless another field has it', () => {
    const beside = [{ statement_title: 'RRN' }, { statement_title: 'Value Date' }];
    const mappings = [
      { system: 'reference', statement_title: 'Ref', secondary_mappings: beside },
      { system: 'value_date', statement_title: 'Value Date' },
    ];
    expect(named({ mappings })).toEqual([
      [1, 'value_date'],
      [2, 'reference'],
      [3, 'narration'],
    ]);
  });
});

// Another database in a connection string: everything else of it means what it meant.

import { expect, test } from 'vitest';
import { withDatabase } from '../../../src/adapters/store-mongo/connection/own-database.ts';

test.each([
  ['mongodb://host', 'mongodb://host/other'],
  ['mongodb://host/', 'mongodb://host/other'],
  ['mongodb://a:27017,b:27018/tieout?replicaSet=rs0', 'mongodb://a:27017,b:27018/other?replicaSet=rs0'],
  ['mongodb://user:p%40ss@host/tieout', 'mongodb://user:p%40ss@host/other?authSource=tieout'],
  ['mongodb://user:pass@host/?tls=true', 'mongodb://user:pass@host/other?tls=true&authSource=admin'],
  ['mongodb://user:pass@host/tieout?authSource=staff', 'mongodb://user:pass@host/other?authSource=staff'],
  ['mongodb+srv://user:pass@host.example.com/tieout', 'mongodb+srv://user:pass@host.example.com/other'],
])('%s', (given, expected) => {
  expect(withDatabase(given, 'other')).toBe(expected);
});

test('what is no connection string is refused without being repeated', () => {
  expect(() => withDatabase('mongodb://user:se@cret@host/tieout', 'other')).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.not.stringContaining('cret') }),
  );
});

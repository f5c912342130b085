// What is kept of people in SQLite, so that nothing of it is left in a file once it is deleted. `secure_delete` alone
// leaves remains: when SQLite spreads the rows of a page over others, copies of moved rows stay behind in its unused
// part. Rows move, overflow pages do not (https://www.sqlite.org/fileformat2.html#b_tree_pages). So personal texts begin
// behind as many bytes as a page of an index can hold of a row: they are in overflow pages only, and
// those are overwritten when they are freed. What finds them is a number of 32 bits, made of the text by a digest.

import { hash } from 'node:crypto';
import type { Scope } from '../../../core/records/documents/check.ts';
import type { Database } from '../connection/sqlite.ts';

/** Most bytes of a row in a page of 4,096 bytes of a table without rowid. */
const ROOM = Buffer.alloc(1_002);

/** Ids of personal texts: that of the check, the subject's with a minus, those of cases and of their steps far above. */
export const ofSubject = (id: number): number => -id;
const CASES = 2 ** 40;
const CASE_STEPS = 2 ** 41;

/** The id of a case's personal text, for a number or a column in SQL. */
export function ofCase<Id extends number | string>(id: Id): Id;
export function ofCase(id: number | string): number | string {
  return typeof id === 'number' ? id + CASES : `${id} + ${CASES}`;
}
export function ofCaseStep<Id extends number | string>(id: Id): Id;
export function ofCaseStep(id: number | string): number | string {
  return typeof id === 'number' ? id + CASE_STEPS : `${id} + ${CASE_STEPS}`;
}

export const putPersonal = (db: Database, id: number, content: unknown): void =>
  void db.run(
    'insert or replace into personal (id, room, content) values (?, ?, ?)',
    ...[id, ROOM, JSON.stringify(content)],
  );

export const findKey = (...texts: readonly string[]): number =>
  Number.parseInt(hash('sha256', JSON.stringify(texts), 'hex').slice(0, 8), 16);

/** The function `find_key` of the steps of the schema. */
export const defineFindKey = (db: Database): void => db.define('find_key', (...texts) => findKey(...texts.map(String)));

export const refKey = ({ tenant, partner }: Scope, subjectRef: string): number => findKey(tenant, partner, subjectRef);

// Reads a file of messages, again if what it shows as a whole contradicts how its marks were taken, or if the currency
// of a statement stands only at its end.

import { givenOf } from '../../../../core/reading/columns/column-mapping.ts';
import type { OpenFile } from '../../bytes/byte-source.ts';
import type { Encoding } from '../../bytes/encoding.ts';
import { TextLines } from '../../bytes/text-lines.ts';
import { EntryRows } from '../../entries/entry-rows.ts';
import { marksProven, type Statement, stateBalances } from '../../entries/statements.ts';
import type { ReadRequest } from '../../request/read-request.ts';
import type { StatementFile } from '../../request/statement-file.ts';
import { MessageFields } from './message-fields.ts';
import { type Marks, MessageReader } from './message-reader.ts';

/** Statements that must foot with all marks turned, and none as marked, before they are turned. */
const PROOFS = 3;

interface Source {
  readonly file: OpenFile;
  readonly encoding: Encoding;
}

export function readMessages(request: ReadRequest, source: Source): StatementFile {
  const given = givenOf(request.mapping, request.side).marks;
  let marks: Marks = { areTurned: given?.['C'] === 'out' || given?.['D'] === 'in', areOfReversals: false };
  let currencies: ReadonlyMap<number, string> = new Map();
  for (;;) {
    const { reader, digest } = scanned(request, source, marks, currencies);
    const better = given === undefined ? betterMarks(reader.statements, marks) : null;
    if (better === null && reader.currenciesBehind.size === 0) {
      if (given === undefined) say(reader, marks);
      stateBalances(reader.statements, reader.rows);
      const format = reader.isInterim ? 'mt942' : 'mt940';
      return reader.rows.finish({ format, encoding: source.encoding.name, digest });
    }
    marks = better ?? marks;
    currencies = new Map([...currencies, ...reader.currenciesBehind]);
  }
}

function scanned(
  request: ReadRequest,
  { file, encoding }: Source,
  marks: Marks,
  currencies: ReadonlyMap<number, string>,
): { reader: MessageReader; digest: string } {
  const { name, progress } = request;
  const lines = new TextLines({ file, encoding, name, progress });
  const fields = new MessageFields(lines);
  const reader = new MessageReader(new EntryRows(request, Math.ceil(file.size / ENTRY_BYTES)), marks, currencies);
  while (fields.next()) reader.take(fields);
  reader.end();
  if (fields.openBlock > 0)
    reader.rows.warn(`The message on line ${fields.openBlock} has no end: the file may be cut off.`);
  return { reader, digest: lines.bytes.digest() };
}

/** Bytes of a short entry. */
const ENTRY_BYTES = 80;

/** Null if the marks agree with the balances, or nothing agrees better. */
function betterMarks(statements: readonly Statement[], marks: Marks): Marks | null {
  if (marks.areTurned || marks.areOfReversals) return null;
  const { straight, turned, reversals } = marksProven(statements);
  if (reversals > straight && turned === 0) return { areTurned: false, areOfReversals: true };
  return turned >= PROOFS && straight === 0 ? { areTurned: true, areOfReversals: false } : null;
}

/** Says how the marks were taken, or asks if a few statements contradict them and none bears them out. */
function say({ rows, statements }: MessageReader, marks: Marks): void {
  if (marks.areTurned)
    rows.warn('Every balance moves against the marks D and C of its entries: the marks were turned round.');
  if (marks.areOfReversals)
    rows.warn('The balances show that RC and RD are credits and debits here, and not those that are taken back.');
  const { straight, turned, neither } = marksProven(statements);
  if (!marks.areTurned && turned > 0 && straight + neither === 0)
    rows.ask({
      sentence: 'the balances move against the marks C and D of the entries; say in a mapping what the marks mean.',
      answer: { marks: { C: 'in or out', D: 'in or out' } },
    });
}

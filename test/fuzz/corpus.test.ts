// What `npm run test:fuzz` starts from: a small valid file of every format; and a few of its damaged ones, in every call
// of the tests.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withOpenFile } from '../../src/adapters/files/bytes/byte-source.ts';
import { beginningOf } from '../../src/adapters/files/formats/beginning.ts';
import { FORMATS } from '../../src/adapters/files/formats/list.ts';
import type { StatementFile } from '../../src/adapters/files/request/statement-file.ts';
import { corpus } from './corpus.ts';
import { casesOf, randomOf } from './damage.ts';
import { findingIn, outcomeOf } from './judge.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'case');
const specimens = await corpus();
const others = specimens.map(({ content }) => content);
const CASES = 60;

it('every format has a specimen', () => {
  const found = specimens.map(({ name, content }) => {
    writeFileSync(path, content);
    return withOpenFile({ path, name }, (file) => FORMATS.findIndex(({ begins }) => begins(beginningOf(file))));
  });
  expect(new Set(found)).toEqual(new Set(FORMATS.keys()));
});

describe.each(specimens)('$name', (specimen) => {
  const whole = (): StatementFile => {
    writeFileSync(path, specimen.content);
    const outcome = outcomeOf(path);
    if (typeof outcome === 'string') throw new Error(outcome);
    return outcome;
  };
  it('is read whole', () => expect(whole()).toMatchObject({ columns: { count: 3 }, rejected: [], question: null }));
  it.skipIf(specimen.name === 'pdf')('that is damaged is never a silent half', () => {
    const undamaged = whole();
    for (const kind of ['cut', 'random'] as const) {
      let left = CASES;
      for (const one of casesOf(specimen, others, randomOf(kind.length), [kind])) {
        if (left-- === 0) break;
        writeFileSync(path, one.content);
        const finding = findingIn(outcomeOf(path), undamaged, one, specimen);
        expect({ how: one.how, finding }).toEqual({ how: one.how, finding: null });
      }
    }
  });
});

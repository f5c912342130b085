// `-` is standard input: what is piped in is read as the file is, of any format, once.

import { describe, expect, it } from 'vitest';
import { shell } from './tieout.ts';

const SEPTEMBER = 'examples/september';

describe('standard input', () => {
  it('is read as the file is', async () => {
    const [piped, named] = await Promise.all([
      shell(`bin/tieout inspect --json - < ${SEPTEMBER}/bank.csv`),
      shell(`bin/tieout inspect --json ${SEPTEMBER}/bank.csv`),
    ]);
    expect(piped.status).toBe(0);
    expect(JSON.parse(piped.stdout)).toEqual([{ ...JSON.parse(named.stdout)[0], file: '-' }]);
  });
  it('may be one side of a reconciliation, packed', async () => {
    const ran = await shell(
      `gzip -c ${SEPTEMBER}/bank.csv | bin/tieout reconcile --gl ${SEPTEMBER}/gl.csv --bank - --from 2026-09-01 --to 2026-09-30 --json`,
    );
    expect(ran.status).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ balanced: true, bank: { rows: 6, amount: '210392.50' } });
  });
  it.each([
    ['inspect - </dev/null', 'standard input is empty.'],
    ['inspect - - </dev/null', 'Standard input can be read once: name - for one file alone.'],
    [`reconcile --gl - --bank - < ${SEPTEMBER}/bank.csv`, 'Standard input can be read once'],
  ])('%s says so', async (words, sentence) => {
    const ran = await shell(`bin/tieout ${words}`);
    expect(ran.stderr).toContain(sentence);
    expect(ran.status).not.toBe(0);
  });
});

// Reports as PDF: the same bytes for the same report, and a long one in pieces between which others are answered.

import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { pdfReport } from '../../../src/adapters/reports/pdf-report.ts';
import { NO_DETAILS, reportOn } from '../../../src/core/identity/report.ts';

const reasons = Array.from({ length: 100 }, (_, n) => ({ code: `reason_${n}`, detail: 'It is alike. '.repeat(8) }));
const check = {
  checkId: 'a',
  origin: 'kept',
  actor: null,
  details: NO_DETAILS,
  route: null,
  status: 'review',
  state: 'complete',
  score: null,
} as const;
const NOBODY = { customer: null, subject: null, tenant: null, partner: null, operator: { caller: null, stated: null } };
const checks = [{ ...check, reasons, warnings: [], source: null, createdAt: null }];
const report = reportOn({ title: 'Report', parties: NOBODY, checks });

test('names of every script are written in letters', async () => {
  const names = ['习近平', '김정은', 'สมชาย ใจดี', 'አበበ በቀለ', 'محمد', 'Ọlá Ṣẹ́gun', 'Владимир'];
  const subject = { reference: 'c-1', subjectId: null, kind: 'person', names, birthDates: [], countries: [] } as const;
  const parties = { ...NOBODY, subject: { ...subject, identifiers: [] } };
  const written = await pdfReport(reportOn({ title: 'Bericht 王伟', parties, checks }));
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(written)), { mergePages: true });
  for (const name of [names[0], '김정은', 'สมชาย', 'አበበ', 'Владимир', '王伟']) expect(text).toContain(name);
  const plain = await pdfReport(reportOn({ title: 'Report', parties: NOBODY, checks }));
  expect(Buffer.from(plain).includes('Unifont')).toBe(false);
  // Only the letters that are used are embedded.
  expect(written.length).toBeLessThan(plain.length + 100_000);
});

test('while a long report is written others are answered, and it is the same as ever', async () => {
  let turns = 0;
  let isWritten = false;
  const turn = () => {
    turns++;
    if (!isWritten) setImmediate(turn);
  };
  setImmediate(turn);
  const [one, two] = await Promise.all([pdfReport(report), pdfReport(report)]);
  isWritten = true;
  expect(turns).toBeGreaterThan(reasons.length);
  expect(Buffer.compare(one, two)).toBe(0);
});

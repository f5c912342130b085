// Adverse news: who is spoken of, whether what is said is adverse, and what is not about him at all.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifying } from './under-test.ts';

let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying();
});
afterAll(() => service.close());

const read = async (text: string, title = 'News', more: object = {}) =>
  (
    await service.post('adverse_media_screener', {
      person: { full_name: 'Adaeze Okonkwo' },
      articles: [{ title, text }],
      ...more,
    })
  ).body;

test.each([
  ['fraud', 'A court in Lagos heard that Adaeze Okonkwo was charged with fraud. The trial goes on.'],
  ['corruption', 'Mrs. Okonkwo Adaeze was arrested by the EFCC over bribery at the ministry.'],
  ['money_laundering', 'It rained. Prosecutors say Adaeze Okonkwo laundered $4 million through shell companies.'],
])('%s is adverse', async (category, text) => {
  const { hits, status } = await read(text);
  expect([status, hits.length, hits[0]?.category]).toEqual(['review', 1, category]);
  expect(hits[0].adverse_score).toBeGreaterThan(0.5);
});

test.each([
  ['harmless', 'Adaeze Okonkwo opened a new school in Lagos and spoke about education.', 1],
  ['about somebody else', 'Musa Bello was charged with fraud in Kano. Adaeze Okonkwo opened a new school in Lagos.', 1],
  ['not about him', 'Musa Bello was charged with fraud in Kano.', 0],
  ['of one name only', 'Okonkwo was charged with fraud.', 0],
])('what is %s is no hit', async (_, text, about) => {
  const { hits, status, articles_about_the_subject } = await read(text);
  expect([hits, status, articles_about_the_subject]).toEqual([[], 'partial', about]);
});

test('a text without capitals is read all the same', async () => {
  const { hits, articles_about_the_subject } = await read('a court heard that adaeze okonkwo was charged with fraud.');
  expect([hits.length, hits[0]?.mentions, articles_about_the_subject]).toEqual([1, ['adaeze okonkwo'], 1]);
});

test('many long articles hold nobody else up', async () => {
  const text = 'Adaeze Was Here And There Again '.repeat(1_800);
  const articles = Array.from({ length: 12 }, () => ({ title: 'News', text }));
  const began = performance.now();
  let last = began;
  let longest = 0;
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await service.post('adverse_media_screener', { person: { full_name: 'Adaeze Okonkwo' }, articles });
  clearInterval(ticking);
  longest = Math.max(longest, performance.now() - last);
  // The longest time in which nothing else was done, of all the time.
  expect(longest / (performance.now() - began)).toBeLessThan(0.5);
});

test('nothing that was given verifies anybody, and odd texts break nothing', async () => {
  for (const text of ['', 'x'.repeat(60_000), 'A. '.repeat(20_000), '🙂'.repeat(5_000), 'الخبر عن الناس']) {
    expect((await read(text)).status).toBe('partial');
  }
  expect((await service.post('adverse_media_screener', { person: { full_name: 'A B' }, articles: [] })).status).toBe(
    422,
  );
});

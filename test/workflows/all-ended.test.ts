import { expect, test } from 'vitest';
import { allEnded } from '../../src/workflows/upkeep/all-ended.ts';

test('a failure is thrown once everything has ended, the first in the order given', async () => {
  const ended: string[] = [];
  const work = async (name: string, { after, fails }: { after: number; fails: boolean }) => {
    await new Promise((resolve) => setTimeout(resolve, after));
    ended.push(name);
    if (fails) throw new Error(name);
    return name;
  };
  const works = [
    work('slow', { after: 30, fails: true }),
    work('fast', { after: 1, fails: true }),
    work('slowest', { after: 60, fails: false }),
  ];
  await expect(allEnded(works)).rejects.toThrow('slow');
  expect(ended).toEqual(['fast', 'slow', 'slowest']);
  expect(await allEnded([work('a', { after: 2, fails: false }), 7])).toEqual(['a', 7]);
});

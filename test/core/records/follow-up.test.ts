import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FollowUp, followedUp } from '../../../src/core/records/follow-up.ts';

const name = fc.constantFrom('a.pdf', 'b.pdf', 'c.pdf');
const change = fc.record(
  {
    owner: fc.option(fc.constantFrom('ada', 'bisi')),
    dueDay: fc.option(fc.nat(9)),
    hasNote: fc.boolean(),
    attach: fc.uniqueArray(fc.record({ name, digest: fc.constantFrom('1', '2') }), { selector: (file) => file.name }),
    detach: fc.constant([]),
  },
  { requiredKeys: ['hasNote', 'attach', 'detach'] },
);
const changes = fc
  .array(fc.tuple(change, fc.nat(3)), { maxLength: 8 })
  .map((some) => some.map(([of, at], k) => ({ of, by: { at, op: `op-${k}` } })));

const afterAll = (some: readonly { of: Parameters<typeof followedUp>[1]; by: Parameters<typeof followedUp>[2] }[]) =>
  some.reduce<FollowUp | null>((before, { of, by }) => followedUp(before, of, by), null);

test('changes in any order, and again, come to what they come to in the order of the audit', () => {
  const shuffled = changes.chain((some) =>
    fc.tuple(fc.constant(some), fc.shuffledSubarray([...some, ...some], { minLength: 0 })),
  );
  fc.assert(
    fc.property(shuffled, ([some, others]) => {
      const inOrder = some.toSorted((a, b) => a.by.at - b.by.at || (a.by.op < b.by.op ? -1 : 1));
      expect(afterAll([...others, ...some])).toEqual(afterAll(inOrder));
    }),
  );
});

test('a file that is detached is attached again by a later change alone', () => {
  const file = { name: 'a.pdf', digest: '1' };
  const attached = { hasNote: false, attach: [file], detach: [] };
  const gone = followedUp(null, { hasNote: false, attach: [], detach: ['a.pdf'] }, { at: 5, op: 'x' });
  expect(followedUp(gone, attached, { at: 4, op: 'y' }).files).toEqual([
    { name: 'a.pdf', digest: null, at: 5, op: 'x' },
  ]);
  expect(followedUp(gone, attached, { at: 6, op: 'y' }).files[0]?.digest).toBe('1');
});

import { expect, test } from 'vitest';
import { decodeMembers, encodeMembers } from '../../../src/core/records/blocks/member-codec.ts';
import { SIDES } from '../../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import { clustersOf } from '../../contracts/store/samples.ts';

const clusters = clustersOf(3, { ingestionId: 'gl-1', first: 0 });

test.each([true, false])('members come back as they were, with ids: %s', (withIds) => {
  const { members } = clusters;
  for (let i = 0; i < clusters.count; i++) {
    const bytes = encodeMembers(clusters, i, { withIds, ingestionNumber: (place) => 70_000 + place });
    const [from, to] = [members.offsets[i], members.offsets[i + 1]];
    const expected = Array.from({ length: to - from }, (_, k) => ({
      side: SIDES[members.side[from + k]],
      id: withIds ? digestIdAt(members.recordId, from + k) : '',
      ingestion: 70_000 + members.ingestion[from + k],
      ordinal: members.ordinal[from + k],
    }));
    const decoded = decodeMembers(bytes, { withIds });
    expect(decoded.map((one) => ({ ...one, id: one.id.length === 0 ? '' : digestIdAt(one.id, 0) }))).toEqual(expected);
  }
});

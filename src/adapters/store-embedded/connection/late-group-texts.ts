// Sends late groups to the store's thread and back. Each group is one JSON text, which is stored as it is, beside the
// fields that the thread needs. Copying nested objects between threads would take longer than storing them.

import { TieoutError } from '../../../core/errors.ts';
import { type LateGroup, lateRows, lateSessions } from '../../../core/records/late/late-groups.ts';
import { packDigestIds } from '../../../core/records/rows/digest-ids.ts';
import type { LateGroups } from '../../../ports/late-groups.ts';
import type { Fenced } from '../../../ports/leases.ts';

interface ProposedText {
  readonly groupId: string;
  readonly operation: string;
  readonly sessions: readonly string[];
  /** The ids of the group's rows, 16 bytes each. */
  readonly recordIds: Uint8Array;
  readonly content: string;
}

type Answering = 'ofSession' | 'bookedWithin' | 'named' | 'holding' | 'ofOperation';

/** The port as the thread implements it, with texts for groups. */
export type LateGroupTexts = Omit<LateGroups, 'propose' | Answering> & {
  propose(
    scope: Parameters<LateGroups['propose']>[0],
    proposal: { readonly groups: readonly ProposedText[]; readonly under?: Fenced },
  ): Promise<number>;
} & {
  readonly [Operation in Answering]: (...values: Parameters<LateGroups[Operation]>) => Promise<readonly string[]>;
};

export function lateGroupsOver(texts: LateGroupTexts): LateGroups {
  const read = async (contents: Promise<readonly string[]>): Promise<LateGroup[]> => (await contents).map(groupOf);
  return {
    ...texts,
    propose: (scope, { groups, ...rest }) => texts.propose(scope, { groups: groups.map(textOf), ...rest }),
    ofSession: (key) => read(texts.ofSession(key)),
    bookedWithin: (scope, days) => read(texts.bookedWithin(scope, days)),
    named: (scope, groupIds) => read(texts.named(scope, groupIds)),
    holding: (scope, recordIds) => read(texts.holding(scope, recordIds)),
    ofOperation: (scope, operation) => read(texts.ofOperation(scope, operation)),
  };
}

function groupOf(content: string): LateGroup {
  try {
    return JSON.parse(content);
  } catch {
    // SQLite has no checksums of its own.
    const sentence = 'The store is damaged, a late group in it cannot be read: restore its directory from a backup.';
    throw new TieoutError('store_damaged', sentence);
  }
}

const textOf = (group: LateGroup): ProposedText => ({
  groupId: group.groupId,
  operation: group.operation,
  sessions: lateSessions(group),
  recordIds: packDigestIds(lateRows(group).map(({ recordId }) => recordId)),
  content: JSON.stringify(group),
});

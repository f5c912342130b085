// Narrations of open rows taken apart, by cluster: of its bank rows the first that has one, else of its ledger rows. What
// was made last is kept, for a person changes the grouping, decides and looks again at the same rows.

import type { PartnerScope } from '../../core/records/session-key.ts';
import { type NarrationParts, narrationParts } from '../../core/worklist/narration-shape.ts';
import { clusterAt, narrationAt, type OpenTexts, type TextPiece } from './open-texts.ts';

export interface OpenParts {
  /** Of the open rows of these sessions, by cluster id. */
  of(scope: PartnerScope, sessions: readonly string[]): Promise<ReadonlyMap<string, NarrationParts>>;
}

/** Characters of the rows of which parts are kept. */
const MOST_CHARACTERS = 50_000_000;

interface Kept {
  readonly pieces: readonly TextPiece[];
  readonly parts: ReadonlyMap<string, NarrationParts>;
}

export function openParts(texts: OpenTexts): OpenParts {
  let kept: Kept | null = null;
  return {
    async of(scope, sessions) {
      const bySession: TextPiece[][] = [];
      for (const session of sessions) {
        const own: TextPiece[] = [];
        await texts.each({ ...scope, session }, (piece) => own.push(piece));
        bySession.push(own);
      }
      const pieces = bySession.flat();
      // Pieces of the same rows are the same objects, as long as their texts are kept.
      if (kept !== null && kept.pieces.length === pieces.length && pieces.every((one, i) => one === kept!.pieces[i]))
        return kept.parts;
      const parts = partsOf(bySession);
      const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
      kept = length <= MOST_CHARACTERS ? { pieces, parts } : null;
      return parts;
    },
  };
}

function partsOf(bySession: readonly (readonly TextPiece[])[]): ReadonlyMap<string, NarrationParts> {
  const narrations = new Map<string, string>();
  for (const pieces of bySession) {
    // The bank's rows come last, so that theirs stand.
    for (const ofSide of Map.groupBy(pieces, ({ side }) => side).values()) {
      const seen = new Set<string>();
      for (const piece of ofSide) {
        for (let row = 0; row < piece.count; row++) {
          const narration = narrationAt(piece, row);
          const id = narration === '' ? null : clusterAt(piece, row);
          if (id === null) continue;
          if (!seen.has(id)) narrations.set(id, narration);
          seen.add(id);
        }
      }
    }
  }
  const taken = narrationParts([...narrations.values()]);
  return new Map(Array.from(narrations, ([id, text]) => [id, taken(text)]));
}

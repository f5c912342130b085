// Texts of any length, such as the parameters of a large request or a file's rejected lines. A short text is stored in
// its document, a longer one in pieces in a collection of their own, so that no document reaches MongoDB's limit of 16
// MB. Pieces are written before the document that names them.

import { ObjectId } from 'mongodb';
import { missing } from '../../../ports/every-store/failures.ts';
import type { Collections } from '../documents.ts';
import type { LongText, Scope } from '../row-documents.ts';

/** The longest text that stays in its document, in UTF-16 units of at most three bytes: several such texts fit. */
const LONGEST_INSIDE = 1_000_000;
const PIECE = 4_000_000;

export interface LongTexts {
  /** Removing the owner's texts also removes this one. */
  keep(of: Scope & { readonly owner: string }, text: string): Promise<LongText>;
  /** Throws store_damaged if a piece is missing. */
  read(scope: Scope, kept: LongText): Promise<string>;
  /** Removes pieces that no document names any more. */
  forget(scope: Scope, kept: LongText | null): Promise<void>;
  removeOf(of: Scope & { readonly owner: string }): Promise<void>;
}

export function longTexts({ long_texts: texts }: Collections): LongTexts {
  return {
    async keep({ tenant, partner, owner }, text) {
      if (text.length <= LONGEST_INSIDE) return text;
      const pieces = cut(text).map((piece) => ({ _id: new ObjectId(), tenant, partner, owner, text: piece }));
      for (const piece of pieces) await texts.insertOne(piece);
      return pieces.map(({ _id }) => _id);
    },
    async read({ tenant, partner }, kept) {
      if (typeof kept === 'string') return kept;
      const parts: string[] = [];
      for (const _id of kept) {
        const piece = await texts.findOne({ _id, tenant, partner });
        if (piece === null) throw missing('a piece of a long text');
        parts.push(piece.text);
      }
      return parts.join('');
    },
    async forget({ tenant, partner }, kept) {
      if (kept === null || typeof kept === 'string') return;
      for (const _id of kept) await texts.deleteOne({ _id, tenant, partner });
    },
    async removeOf({ tenant, partner, owner }) {
      await texts.deleteMany({ tenant, partner, owner });
    },
  };
}

/** Cuts no surrogate pair. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE);
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1])) to--;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

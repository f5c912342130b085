// The entries that a format hands to EntryRows, each as the file states it, and the facts that it states of the whole
// file.

import type { KindField } from '../../../core/reading/kinds/kind-reading.ts';

/** An entry as its format states it. Texts that are absent or empty mean none. */
export interface StatedEntry {
  /** Line of the file (or of the part) on which it begins, from 1. */
  readonly line: number;
  /** Day numbers (core/money/calendar.ts); the booking day is NO_DAY only for an entry that is not booked. */
  readonly bookingDay: number;
  readonly valueDay?: number;
  /** Signed minor units of the currency, positive for money in. */
  readonly minor: number;
  /** ISO code; '' for the request's. */
  readonly currency: string;
  /** '' for the request's. */
  readonly account: string;
  readonly reference?: string;
  readonly settlementSession?: string;
  readonly narration?: string;
  /** The file's own id of the entry. */
  readonly sourceId?: string;
  /** Announced and not booked. */
  readonly isPending?: boolean;
  /** Running balance after the entry, in minor units. */
  readonly balance?: number;
  /** Cells of columns that the kind of run adds (ReadRequest.kind.fields). */
  readonly ofKind?: Readonly<Partial<Record<KindField, string>>>;
}

/** How the format calls itself in an inspection, and what it says of the whole file. */
export interface ReadAs {
  readonly format: string;
  readonly encoding: string;
  /** SHA-256 in hex of the file as it lies (FileBytes.digest, digestOf). */
  readonly digest: string;
  /** Rows are told by their number among the entries, because several stand on one line. */
  readonly isNumbered?: boolean;
  /** The file lists payments, of whose account it knows nothing. */
  readonly isOfPayments?: boolean;
  /** Nothing in the format tells money in from money out. */
  readonly isSignUnknown?: boolean;
}

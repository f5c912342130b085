// References of a made-up month: how each channel numbers transactions, and how the other side changes the number. NIP
// has 30 digits (6 institution, yyMMddHHmmss, 12 serial), cards a 12-digit retrieval reference (RRN), others short
// numbers of the bank.

import { civil, dayNumber } from '../core/money/calendar.ts';
import type { Random } from './random.ts';

export type ReferenceKind = 'session' | 'rrn' | 'cheque' | 'teller' | 'loan' | 'transfer' | 'bill' | 'ussd' | 'salary';

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

/** A day as `yyMMdd`. */
function shortDate(day: number): string {
  const date = civil(day);
  return two(date.year % 100) + two(date.month) + two(date.day);
}

/** A day as `yyddd`: year and day of the year. */
function julian(day: number): string {
  const { year } = civil(day);
  return two(year % 100) + String(day - dayNumber(year, 1, 1) + 1).padStart(3, '0');
}

/** A second of the day as `HHmmss`. */
function clock(second: number): string {
  return two(Math.floor(second / 3600)) + two(Math.floor(second / 60) % 60) + two(second % 60);
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Issues references. Serial numbers count up, so that no two transactions share one. */
export class ReferenceBook {
  private readonly counters = new Map<ReferenceKind, number>();

  private count(kind: ReferenceKind, from: number): number {
    const next = (this.counters.get(kind) ?? from) + 1;
    this.counters.set(kind, next);
    return next;
  }

  /** A new reference for a transaction on that day (day number) and second of the day. */
  issue(kind: ReferenceKind, { day, second }: { day: number; second: number }, random: Random): string {
    switch (kind) {
      case 'session':
        // Codes of no real institution: 0009xx is a bank, 0909xx a microfinance bank.
        return (
          (random.chance(700) ? '0009' : '0909') +
          two(random.below(24) + 1) +
          shortDate(day) +
          clock(second) +
          random.digits(12)
        );
      case 'rrn':
        return random.chance(400)
          ? `00${julian(day).slice(1)}${random.digits(6)}`
          : `${julian(day).slice(1)}${two(Math.floor(second / 3600))}${random.digits(6)}`;
      case 'cheque':
        return String(this.count(kind, 48_210)).padStart(8, '0');
      case 'teller':
        return `TLR${String(this.count(kind, 4_510)).padStart(7, '0')}`;
      case 'loan':
        return `LD${julian(day)}${String(this.count(kind, 1_200)).padStart(5, '0')}`;
      case 'transfer': {
        let tail = '';
        for (let i = 0; i < 6; i++) tail += LETTERS[random.below(LETTERS.length)];
        return `FT${julian(day)}${tail}`;
      }
      case 'bill':
        return `BP${shortDate(day)}${random.digits(8)}`;
      case 'ussd':
        return `${shortDate(day)}${clock(second)}${random.digits(6)}`;
      case 'salary':
        return `SAL${shortDate(day).slice(0, 4)}${String(this.count(kind, 300)).padStart(6, '0')}`;
    }
  }
}

const PREFIXES = ['NIP-', 'TRF/', 'FT/', 'REF:', 'NIP/', 'TRF-', 'REF '];

/** A reference's number with another prefix, or with separators. */
export function withPrefix(reference: string, random: Random): string {
  if (random.chance(650)) return PREFIXES[random.below(PREFIXES.length)] + reference;
  const mark = random.chance(500) ? '-' : '/';
  const at = reference.length > 12 ? 6 : reference.length > 8 ? 4 : 3;
  return `${reference.slice(0, at)}${mark}${reference.slice(at)}`;
}

/** The part of a number in a narrow field: its first 16 characters or its end; null if it is too short to be cut. */
export function cutReference(reference: string, random: Random): string | null {
  if (reference.length > 16)
    return random.chance(400) ? reference.slice(0, 16) : reference.slice(random.chance(500) ? -16 : -12);
  if (reference.length >= 12) return random.chance(500) ? reference.slice(0, 10) : reference.slice(-9);
  return null;
}

/** The number without leading zeros, as a spreadsheet leaves it; null if it has none. */
export function withoutLeadingZeros(reference: string): string | null {
  return /^0\d+$/.test(reference) ? reference.replace(/^0+/, '') : null;
}

// Reads a machine readable zone from recognised lines, perhaps in several readings: fits them to a format, corrects
// them and splits them into fields. If two valid readings differ in content, none is valid.

import { daysInMonth } from '../../money/calendar.ts';
import { fitLines } from './fit-lines.ts';
import { type MrzField, type MrzFormat, type MrzLayout, textAt } from './formats.ts';
import { longNumber, type MendedDigit, mend } from './mend.ts';

type MrzValues = Readonly<Partial<Record<Exclude<MrzField, 'names'> | 'last_name' | 'first_name', string>>>;

export interface ReadMrz {
  readonly format: MrzFormat;
  /** Whether every check digit is right and the dates exist. */
  readonly valid: boolean;
  readonly digits: readonly MendedDigit[];
  /** Values that are not empty; days as YYYY-MM-DD, as far as known. */
  readonly values: MrzValues;
  readonly lines: readonly string[];
}

interface ReadMrzOptions {
  /** YYYY-MM-DD; decides the century of two-digit years. */
  readonly today: string;
  /** Words elsewhere on the page, in capitals. */
  readonly printed?: readonly string[];
}

/** Null if no reading is a zone. */
export function readMrz(recognised: readonly (readonly string[])[], options: ReadMrzOptions): ReadMrz | null {
  const zones = recognised
    .flatMap((lines) => [lines, ...withoutMark(lines)])
    .flatMap((lines) => fitLines(lines))
    .map(({ layout, lines, apart }) => {
      const zone = zoneOf(layout, lines, options);
      return { zone, worth: worth(zone) - apart };
    })
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ zone }) => zone);
  const best = zones[0];
  if (best === undefined || best.digits.every(({ valid }) => !valid)) return null;
  // A reading that needed more corrections is no rival.
  const rivals = zones.filter((one) => one.valid && one.format === best.format && mended(one) <= mended(best));
  const isSure = rivals.every((one) => CHECKED.every((field) => one.values[field] === best.values[field]));
  return isSure ? best : { ...best, valid: false };
}

/**
 * The zone without its first sign, if a document code begins behind it: recognition takes an ornament beside a zone for
 * a letter, and a visa's V would not be the first.
 */
const withoutMark = (lines: readonly string[]): string[][] =>
  /^\s*[^PVACI\s]\s*[PVACI][A-Z<][A-Z]{3}/.test(lines[0] ?? '')
    ? [[lines[0].trimStart().slice(1).trimStart(), ...lines.slice(1)]]
    : [];

/** Fields with check digits; names have none. */
const CHECKED = ['document_number', 'date_of_birth', 'expiry_date'] as const;

const mended = ({ digits }: ReadMrz): number => digits.reduce((sum, one) => sum + one.repaired + 5 * one.guessed, 0);

function worth(zone: ReadMrz): number {
  const holding = zone.digits.filter((one) => one.valid).length / zone.digits.length;
  return (zone.valid ? 1_000 : 0) + 100 * holding - mended(zone);
}

function zoneOf(layout: MrzLayout, fitted: readonly string[], { today, printed = [] }: ReadMrzOptions): ReadMrz {
  const { lines, digits } = mend(layout, fitted, printed);
  const raw = (field: MrzField): string => {
    const place = layout.fields.find((one) => one.field === field);
    return place === undefined ? '' : textAt(lines, place.span);
  };
  const [last = '', first = ''] = raw('names').split(/<<+/);
  const isLong = layout.format === 'td1' && lines[0][14] === '<';
  const values: Record<string, string> = {
    document_code: plain(raw('document_code')),
    issuing_state: plain(raw('issuing_state')),
    last_name: plain(last),
    first_name: plain(first),
    document_number: isLong ? (longNumber(lines) ?? '') : plain(raw('document_number')),
    nationality: plain(raw('nationality')),
    date_of_birth: dayOf(raw('date_of_birth'), today, 'past') ?? '',
    sex: plain(raw('sex')),
    expiry_date: dayOf(raw('expiry_date'), today, 'coming') ?? '',
    optional_data: isLong ? '' : plain(raw('optional_data')),
    optional_data_2: plain(raw('optional_data_2')),
  };
  const isSound =
    layout.begins.test(lines[0]) &&
    values['date_of_birth'] !== '' &&
    values['expiry_date'] !== '' &&
    /^[MFX<]$/.test(raw('sex'));
  return {
    ...{ format: layout.format, digits, lines },
    valid: isSound && values['document_number'] !== '' && digits.every((one) => one.valid),
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  };
}

const plain = (text: string): string => text.replaceAll('<', ' ').trim().replaceAll(/ +/g, ' ');

/** Most years until an expiry; a later year belongs to the century before. */
const FURTHEST_YEARS = 50;

/** A day written YYMMDD; day and month of a birth may be fillers. Null for an impossible day. */
function dayOf(text: string, today: string, when: 'past' | 'coming'): string | null {
  const [, yy, mm, dd] = /^(\d\d)(\d\d|<<)(\d\d|<<)$/.exec(text) ?? [];
  if (yy === undefined || mm === undefined || dd === undefined) return null;
  const inThis = 2_000 + Number(yy);
  const thisYear = Number(today.slice(0, 4));
  const isBefore =
    when === 'past' ? `${inThis}-${mm}-${dd}`.replaceAll('<<', '00') > today : inThis > thisYear + FURTHEST_YEARS;
  const year = isBefore ? inThis - 100 : inThis;
  if (mm === '<<') return dd === '<<' && when === 'past' ? String(year) : null;
  const month = Number(mm);
  if (month < 1 || month > 12) return null;
  if (dd === '<<') return when === 'past' ? `${year}-${mm}` : null;
  return Number(dd) >= 1 && Number(dd) <= daysInMonth(year, month) ? `${year}-${mm}-${dd}` : null;
}

// Detects the encoding of a file. A byte order mark decides; valid UTF-8 is UTF-8. The rest are encodings of other
// scripts (non-latin-encodings.ts) or Windows' one-byte ones, recognised by the letters that they give. Statements are
// mostly ASCII, and accented letters occur only in texts: a wrong guess spoils a name, never an amount.

import { isUtf8 } from 'node:buffer';
import { TieoutError } from '../../../core/errors.ts';
import { NON_LATIN, type NonLatinLabel, nonLatinEncoding, standInWords } from './non-latin-encodings.ts';
import { binaryFormatOf, unreadFormat } from './unread-formats.ts';

export interface Encoding {
  /** A label of the Encoding Standard. */
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1250' | 'iso-8859-2' | NonLatinLabel;
  /** The name in reports, with "BOM" if the file has one. */
  readonly name: string;
  /** Bytes of the byte order mark. */
  readonly bom: number;
  /** UTF-8 with broken bytes, which become the replacement character. */
  readonly lenient: boolean;
}

const encoding = (label: Encoding['label'], name: string, bom = 0, lenient = false): Encoding => ({
  label,
  name,
  bom,
  lenient,
});
const UTF8 = encoding('utf-8', 'UTF-8');

/** Windows' one-byte encodings with the names in reports. */
const ONE_BYTE = {
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'iso-8859-2': 'ISO-8859-2',
} as const;

/** The one-byte or East Asian encoding that a file declares by any of its usual names; null for another, as UTF-8. */
export function encodingDeclared(declared: string): Encoding | null {
  let label: string;
  try {
    label = new TextDecoder(declared).encoding;
  } catch {
    return null;
  }
  const names: Readonly<Record<string, string>> = { ...ONE_BYTE, ...NON_LATIN };
  return label in names ? encoding(label as Encoding['label'], names[label]) : null;
}

/** The encoding of a file from its first bytes; throws file_not_understood for a binary file. */
export function detectEncoding(head: Uint8Array, name: string): Encoding {
  const found = encodingOf(head);
  if (found !== null) return found;
  const format = binaryFormatOf(head);
  if (format !== null) throw unreadFormat(format, name);
  throw new TieoutError('file_not_understood', 'the file is binary, not text.', { file: name });
}

/** The encoding of a text from its first bytes; null for a binary file. */
export function encodingOf(head: Uint8Array): Encoding | null {
  const starts = (...bytes: number[]) => bytes.every((b, i) => head[i] === b);
  if (binaryFormatOf(head) !== null) return null;
  if (starts(0xef, 0xbb, 0xbf)) {
    return isUtf8(head.subarray(0, lastLineEnd(head)))
      ? encoding('utf-8', 'UTF-8 with BOM', 3)
      : encoding('utf-8', 'UTF-8 with BOM', 3, true);
  }
  if (starts(0xff, 0xfe)) return encoding('utf-16le', 'UTF-16LE with BOM', 2);
  if (starts(0xfe, 0xff)) return encoding('utf-16be', 'UTF-16BE with BOM', 2);
  const silent = silentUtf16(head);
  if (silent) return silent;
  if (looksBinary(head)) return null;
  return isUtf8(head.subarray(0, lastLineEnd(head))) ? UTF8 : guessNotUtf8(head);
}

/** Share of the zeros of a text that may stand in the other byte: letters as U+0300 have theirs there. */
const FEW = 0.05;

/** UTF-16 without a byte order mark: ASCII text has a zero in every second byte. */
function silentUtf16(head: Uint8Array): Encoding | null {
  const length = Math.min(head.length, 4096) & ~1;
  if (length < 16) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  if (odd > length * 0.35 && even <= odd * FEW) return encoding('utf-16le', 'UTF-16LE');
  if (even > length * 0.35 && odd <= even * FEW) return encoding('utf-16be', 'UTF-16BE');
  return null;
}

function looksBinary(head: Uint8Array): boolean {
  if (head.includes(0)) return true;
  let control = 0;
  for (let i = 0; i < head.length; i++) {
    const c = head[i];
    if (c < 0x20 && c !== 0x09 && c !== 0x0a && c !== 0x0d && c !== 0x0c && c !== 0x1a && c !== 0x1b) control++;
  }
  return control > head.length / 50;
}

function lastLineEnd(head: Uint8Array): number {
  const at = head.lastIndexOf(0x0a);
  if (at >= 0) return at + 1;
  // One long line: its last character may be cut.
  return Math.max(0, head.length - 4);
}

/** Letters that an encoding's high bytes usually give. */
const LIKELY = {
  'windows-1252': 'äöüÄÖÜßéèêëàâáíóúñçãõøåæœîïôûùòìÉÀÈÇÑÁÍÓÚÅØÆ€£§°–’“”„«»´·¿¡ºª',
  'windows-1250': 'áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽąćęłńśźżĄĆĘŁŃŚŹŻőűŐŰäöüßÄÖÜăâîşţ€§°–’“”„',
  'iso-8859-2': 'áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽąćęłńśźżĄĆĘŁŃŚŹŻőűŐŰäöüßÄÖÜăâîşţ§°',
} as const;
/** Letters that are rare in the encoding's languages: they hint at another encoding. */
const UNLIKELY = {
  'windows-1252': 'øìïùòõûØÌÒÏÙÛÕýÝðþ¹³¾¼½¬¯¶¥Èè',
  'windows-1250': 'ŕôâęăţŘčńůůďěřňĺĽ¤¦',
  'iso-8859-2': 'ŕôâęăţŘčńůďěřňĺ¤¦',
} as const;
const CZECH_HINTS =
  /\b(č[íi]slo|částka|účtu|zpráva|datum proveden|poznámka|měna|platba|kwota|księgowania|összeg|dátum|közlemény|număr)/gi;
const WESTERN_HINTS =
  /\b(währung|empfänger|buchung|überweisung|libellé|débit|crédit|opération|descripción|importe|fecha|betrag|straße|für|gebühr|gutschrift|número|señor|movimiento|descrição|période|relevé|società|più)/gi;

/** The likeliest encoding of text that is not UTF-8. */
export function guessNotUtf8(bytes: Uint8Array): Encoding {
  if (mostlyUtf8(bytes)) return encoding('utf-8', 'UTF-8 with broken bytes', 0, true);
  const nonLatin = nonLatinEncoding(bytes);
  if (nonLatin !== null) return encoding(nonLatin, NON_LATIN[nonLatin]);
  let best: Encoding['label'] = 'windows-1252';
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const label of ['windows-1252', 'windows-1250', 'iso-8859-2'] as const) {
    const text = new TextDecoder(label).decode(bytes);
    let score = label === 'windows-1252' ? 1 : 0;
    score += 20 * (text.match(label === 'windows-1252' ? WESTERN_HINTS : CZECH_HINTS)?.length ?? 0);
    for (const [c] of text.matchAll(/[\u0080-\uffff]/g)) {
      if (LIKELY[label].includes(c)) score += UNLIKELY[label].includes(c) ? 0.5 : 1;
      else score -= c < '\u00a0' ? 5 : 1;
    }
    if (score > bestScore) {
      best = label;
      bestScore = score;
    }
  }
  const name = ONE_BYTE[best as keyof typeof ONE_BYTE];
  return encoding(best, standInWords(bytes) ? `${name}, a guess` : name);
}

/** Whether the text is UTF-8 with a few broken bytes: more whole characters than stray bytes. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const intact = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return intact > broken * 2;
}

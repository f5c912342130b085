// Made-up passports, cards and visas as pictures, with what their machine readable zone says: printed in OCR-B (bwip-js
// ships a font of it) or in DejaVu Sans Mono, then turned, blurred, made noisy and saved as JPEG as a hand and a phone
// would. The same seed makes the same picture.

import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { checkDigit } from '../src/core/documents/mrz/check-digit.ts';
import { LAYOUTS, type MrzFormat, type MrzLayout } from '../src/core/documents/mrz/formats.ts';

export type Font = 'OCR-B' | 'DejaVu Sans Mono';

export interface Wear {
  readonly width: number;
  readonly degrees: number;
  readonly blur: number;
  readonly noise: number;
  readonly quality: number;
  /** How much darker one side is than the other, 0 to 1. */
  readonly shade: number;
}

export interface Specimen {
  readonly format: MrzFormat;
  readonly lines: readonly string[];
  readonly values: { readonly number: string; readonly born: string; readonly expires: string };
  readonly lastName: string;
  readonly firstName: string;
}

export type Draw = () => number;

/** Mulberry32. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LAST = ['OKONKWO', 'ADEWOLE', 'BELLO', 'EZE', 'IBRAHIM', 'OGUNBANJO', 'UZOMA', 'YUSUF', 'KALU', 'LAWAL'];
const FIRST = ['ADAEZE NGOZI', 'BABATUNDE', 'AMINA ZAINAB', 'CHINEDU', 'FOLAKE', 'KELECHI', 'LARA', 'TUNDE IFEANYI'];
const STATES = ['NGA', 'GHA', 'GBR', 'KEN', 'FRA', 'ZAF'];

const pick = <T>(draw: Draw, from: readonly T[]): T => from[Math.floor(draw() * from.length)];
const digits = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => Math.floor(draw() * 10)).join('');

function day(draw: Draw, from: number, years: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    two((from + Math.floor(draw() * years)) % 100) + two(1 + Math.floor(draw() * 12)) + two(1 + Math.floor(draw() * 28))
  );
}

/** `given`: days as the zone has them, in place of those that are drawn. */
export function specimen(draw: Draw, format: MrzFormat, given: { readonly expires?: string } = {}): Specimen {
  const layout = LAYOUTS.find((one) => one.format === format)!;
  const state = pick(draw, STATES);
  const letters = 'ABCDEFGHJKLMNPRSTVWXYZ';
  const number =
    draw() < 0.6
      ? pick(draw, [...letters]) + digits(draw, 8)
      : pick(draw, [...letters]) + pick(draw, [...letters]) + digits(draw, 7);
  const [born, drawn] = [day(draw, 1950, 50), day(draw, 2027, 9)];
  const expires = given.expires ?? drawn;
  const [lastName, firstName] = [pick(draw, LAST), pick(draw, FIRST)];
  const code = layout.isVisa ? 'V<' : format === 'td3' ? 'P<' : 'I<';
  const values: Readonly<Record<string, string>> = {
    ...{ document_code: code, issuing_state: state, nationality: state, document_number: number },
    ...{ date_of_birth: born, expiry_date: expires, sex: pick(draw, ['M', 'F']) },
    names: `${lastName}<<${firstName.replaceAll(' ', '<')}`,
    optional_data: format === 'td3' && draw() < 0.5 ? digits(draw, 11) : '',
    optional_data_2: '',
  };
  const rows = Array.from({ length: layout.lines }, () => Array.from({ length: layout.length }, () => '<'));
  const put = ([line, from]: readonly number[], text: string) => {
    [...text].forEach((char, at) => {
      rows[line!][from! + at] = char;
    });
  };
  for (const { field, span } of layout.fields) put(span, values[field].slice(0, span[2] - span[1]));
  for (const { at, spans } of layout.digits) {
    put(at, checkDigit(spans.map(([line, from, to]) => rows[line].slice(from, to).join('')).join('')));
  }
  return { format, lines: rows.map((row) => row.join('')), values: { number, born, expires }, lastName, firstName };
}

export const wearOf = (draw: Draw): Wear => ({
  ...{ width: 950 + Math.floor(draw() * 750), degrees: (draw() - 0.5) * 10, blur: draw() * 1.1, noise: draw() * 14 },
  ...{ quality: 45 + Math.floor(draw() * 45), shade: draw() * 0.35 },
});

export const NO_WEAR: Wear = { width: 1_250, degrees: 0, blur: 0, noise: 0, quality: 90, shade: 0 };

const OCR_B = fileURLToPath(new URL('../node_modules/bwip-js/fonts/OCRB7.ttf', import.meta.url));

/** Across all, in shares of the page: ICAO's millimetres for each size. */
const SIZES = {
  td1: [85.6, 53.98, 76],
  td2: [105, 74, 91.5],
  mrvb: [105, 74, 91.5],
  td3: [125, 88, 112],
  mrva: [120, 80, 112],
} as const;

export async function zonePicture(lines: readonly string[], font: Font, width: number) {
  const escaped = lines.map((line) => line.replaceAll('<', '&lt;')).join('\n');
  const text = {
    ...{
      text: `<span letter_spacing="3000">${escaped}</span>`,
      rgba: true,
      dpi: 300,
      spacing: font === 'OCR-B' ? 26 : 14,
    },
    ...(font === 'OCR-B' ? { font: 'OCRB', fontfile: OCR_B } : { font }),
  };
  return sharp({ text }).resize({ width }).png().toBuffer({ resolveWithObject: true });
}

export async function pictureOf(
  { format, lines, lastName, firstName, values }: Specimen,
  font: Font,
  wear: Wear,
): Promise<Buffer> {
  const [across, down, zone] = SIZES[format];
  const { width } = wear;
  const height = Math.round((width * down) / across);
  const printed = await zonePicture(lines, font, Math.round((width * zone) / across));
  const at = (share: number) => Math.round(share * height);
  const size = at(0.042);
  const visual = [
    'FEDERAL REPUBLIC',
    `Surname  ${lastName}`,
    `Given names  ${firstName}`,
    `Document No  ${values.number}`,
  ];
  const page = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g"><stop offset="0" stop-color="#ece7da"/><stop offset="1" stop-color="rgb(${[236, 231, 218].map((one) => Math.round(one * (1 - wear.shade)))})"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><rect x="${width * 0.05}" y="${at(0.1)}" width="${width * 0.24}" height="${at(0.48)}" fill="#a39a8d"/>
    <g font-family="DejaVu Sans" font-size="${size}" fill="#20242c">${visual.map((text, row) => `<text x="${width * 0.34}" y="${at(0.16 + 0.1 * row)}">${text}</text>`).join('')}</g></svg>`);
  const left = Math.round((width - printed.info.width) / 2);
  const top = Math.round(height * 0.965) - printed.info.height;
  let image = sharp(page)
    .composite([{ input: printed.data, left, top }])
    .flatten();
  image = sharp(await image.png().toBuffer());
  if (wear.degrees !== 0) image = sharp(await image.rotate(wear.degrees, { background: '#5b5148' }).png().toBuffer());
  if (wear.blur > 0.3) image = image.blur(wear.blur);
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const draw = drawFrom(Math.round(wear.noise * 1_000 + wear.width));
  for (let sample = 0; sample < data.length; sample++) {
    data[sample] = Math.max(0, Math.min(255, data[sample] + (draw() + draw() + draw() - 1.5) * 2 * wear.noise));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: wear.quality })
    .toBuffer();
}

export const layoutOf = (format: MrzFormat): MrzLayout => LAYOUTS.find((one) => one.format === format)!;

// The report of a session as one HTML page: the statement, figures, exceptions with their rows and reasons, the weakest
// matches, rows that took no part, files and parameters. A pure function without a clock: the same result gives the same
// bytes. No script, no other file, no network.

import { formatDay } from '../money/calendar.ts';
import { SIDES } from '../records/rows/columns.ts';
import type { Digest } from '../records/rows/identity.ts';
import type { AgeingBand } from '../summary/ageing.ts';
import { decisionsSection } from './decisions-section.ts';
import { classesSection, exceptionsSection } from './exceptions-section.ts';
import { setAsideRows } from './left-out-rows.ts';
import { type Cell, escaped, figure, grouped, paragraph, section, table } from './markup.ts';
import { matchesSection, tiersSection } from './matches-section.ts';
import { parametersSection } from './parameters-section.ts';
import { bars } from './plots.ts';
import { HOLDINGS_SIDE_WORDS, type Reported, SIDE_WORDS } from './reported.ts';
import { ROW_TITLES, rowCells } from './row-cells.ts';
import { statementSection } from './statement-section.ts';
import { STYLE } from './style.ts';

/** Rows of each list of left-out rows. */
const MOST_LEFT_OUT = 2_000;

export function reportPage(reported: Reported, digest: Digest): string {
  const { stated } = reported;
  const { identity, summary, subject } = stated;
  const sides = subject === 'holdings' ? HOLDINGS_SIDE_WORDS : SIDE_WORDS;
  const { tenant, partner, session } = identity.key;
  const days = summary.period === null ? '' : `${formatDay(summary.period.start)} to ${formatDay(summary.period.end)}`;
  const title = `Reconciliation report: session ${session}`;
  return document(title, digest, [
    `<h1>${escaped(title)}</h1>`,
    `<p class="muted">${escaped([days, `tenant ${tenant}`, `partner ${partner}`, reported.kind].filter((part) => part !== '').join(' · '))}</p>`,
    paragraph(reported.narrative),
    statementSection(stated, reported.signed),
    figuresSection(reported),
    tiersSection(reported),
    classesSection(reported),
    ageingSection(reported),
    decisionsSection(reported),
    exceptionsSection(reported, sides),
    matchesSection(reported, sides),
    leftOutSection(reported, sides),
    filesSection(reported, sides),
    parametersSection(stated.parameters),
  ]);
}

/** The statement alone, as a page to print and sign. */
export const statementPage = ({ stated, signed }: Pick<Reported, 'stated' | 'signed'>, digest: Digest): string =>
  document(`Statement: session ${stated.identity.key.session}`, digest, [statementSection(stated, signed)]);

function document(title: string, digest: Digest, parts: readonly string[]): string {
  const policy = `default-src 'none'; style-src 'sha256-${base64OfHex(digest(STYLE))}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>
${parts.filter((part) => part !== '').join('\n')}
</main></body></html>
`;
}

const base64OfHex = (hex: string): string =>
  btoa(String.fromCharCode(...hex.match(/../g)!.map((byte) => Number.parseInt(byte, 16))));

function figuresSection({ stated: { summary } }: Reported): string {
  const { gl, bank, matchRate } = summary;
  const rows = (
    [
      ['read', gl.rows, bank.rows],
      ['matched', gl.matchedRows, bank.matchedRows],
      ['netted with a reversal', gl.reversedRows, bank.reversedRows],
      ['open', gl.openRows, bank.openRows],
      ['matched in another session', gl.matchedElsewhereRows ?? 0, bank.matchedElsewhereRows ?? 0],
      ['outside the period', gl.outOfPeriodRows, bank.outOfPeriodRows],
      ['announced, not booked', gl.pendingRows, bank.pendingRows],
      ['of zero', gl.zeroRows, bank.zeroRows],
      ['refused by the switch', gl.declinedRows ?? 0, bank.declinedRows ?? 0],
      ['rejected: not understood', gl.rejectedRows, bank.rejectedRows],
    ] as const
  ).filter(([, one, other], i) => i === 0 || one + other > 0);
  const percent = (share: number) => `${(Math.floor(share * 1000) / 10).toFixed(1)}%`;
  return section(
    'Rows',
    table({
      titles: ['Rows', figure('Ledger'), figure('Bank')],
      rows: rows.map(([what, one, other]) => [what, figure(one), figure(other)]),
      empty: '',
    }),
    paragraph(`Matched: ${percent(matchRate.count)} of all rows, ${percent(matchRate.value)} of their value.`),
  );
}

function ageingSection({ stated: { summary } }: Reported): string {
  const bands = summary.ageing.filter(({ glRows, bankRows }) => glRows + bankRows > 0);
  if (bands.length === 0) return '';
  return section(
    'Age of open rows, in days at the period’s end',
    bars(
      'Open rows by age in days',
      bands.map((band) => ({ label: bandWords(band), count: band.glRows + band.bankRows })),
    ),
    table({
      titles: ['Days', figure('Ledger'), figure('Bank')],
      rows: bands.map((band) => [bandWords(band), figure(band.glRows), figure(band.bankRows)]),
      empty: '',
    }),
  );
}

/** `8 to 30`, `over 90` */
const bandWords = ({ fromDays, toDays }: AgeingBand): string =>
  toDays === null ? `over ${fromDays - 1}` : `${fromDays} to ${toDays}`;

type Sides = Readonly<Record<'gl' | 'bank', string>>;

function leftOutSection({ stated, files, ownRows }: Reported, sides: Sides): string {
  const { columns } = stated;
  const parts: string[] = [];
  const rejected = files.flatMap(({ side, name, rejected: lines }) => lines.map((one) => ({ side, name, ...one })));
  if (rejected.length > 0) {
    const rows = rejected
      .slice(0, MOST_LEFT_OUT)
      .map(({ side, name, line, reason }): Cell[] => [sides[side], `${name}:${line}`, reason]);
    parts.push(
      '<h3>Rejected</h3>',
      table({ titles: ['Side', 'Row', 'Why'], rows, empty: '' }),
      cutWords(rejected.length),
    );
  }
  const rows: Cell[][] = [];
  let count = 0;
  for (const side of SIDES) {
    for (const { row, reason } of setAsideRows({ ...stated, ownRows }, side)) {
      if (count++ < MOST_LEFT_OUT) rows.push([sides[side], reason, ...rowCells(side, columns[side], row)]);
    }
  }
  if (count > 0) {
    parts.push(
      '<h3>Set aside</h3>',
      table({ titles: ['Side', 'Why', ...ROW_TITLES], rows, empty: '' }),
      cutWords(count),
    );
  }
  return parts.length === 0 ? '' : `<div class="wide">${section('Rows that took no part', ...parts)}</div>`;
}

const cutWords = (rows: number): string =>
  rows <= MOST_LEFT_OUT ? '' : paragraph(`${grouped(rows - MOST_LEFT_OUT)} further ones are left out here.`);

function filesSection({ files, warnings }: Reported, sides: Sides): string {
  const rows = files.map(({ side, name, rows: n, rejected, sha256 }): Cell[] => [
    sides[side],
    name,
    figure(n),
    figure(rejected.length),
    sha256,
  ]);
  const titles = ['Side', 'File', figure('Rows'), figure('Rejected'), 'SHA-256'];
  const said = warnings.length === 0 ? [] : ['<h3>Warnings</h3>', ...warnings.map(paragraph)];
  return section('Files', table({ titles, rows, empty: 'No file.' }), ...said);
}

// How fast files of other formats than delimited text become typed columns, each beside a well-known parser of that
// format on the same file in the same run: a workbook beside read-excel-file, CAMT beside fast-xml-parser, and MT940,
// for which there is no such peer. Every reading is a process of its own, timed inside, without the start of Node; all
// must come to the same number of entries and the same sum. Peak memory is the process's, from its start.

import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type AsyncZippable, strToU8, zipSync } from 'fflate';
import type { BenchOptions, Figures } from './bench.ts';
import type { FormatInput, FormatOutcome } from './formats-read.ts';
import { type Finished, inSeconds, median, megabytes, runScript } from './measure.ts';

const RUNS = 3;
const SHEET_ROWS = 100_000;
const CAMT_ENTRIES = 100_000;
const MT940_ENTRIES = 1_000_000;
/** Of a peer's speed, and entries a second; bytes. */
const AIMS = { faster: 2, entriesPerSecond: 1_000_000, peakBytes: 300_000_000 } as const;

/** Entry `n` of a month in which the balance never falls below its opening. */
const minorOf = (n: number): number => (n % 2 === 0 ? 1 : -1) * (10_000 + (((n >> 1) * 7_919) % 5_000_000));
const NAMES = ['ADAEZE STORES', 'OBI AND SONS', 'KOLA PHARMACY', 'ZAINAB FOODS', 'EKO BUILDERS', 'UMEH LOGISTICS'];
const textOf = (n: number): string => `NIP/${NAMES[n % NAMES.length]}/TRF FOR GOODS/${n}`;
const dayOf = (n: number, entries: number): number => 1 + Math.floor((n / entries) * 30);
const two = (n: number): string => String(n).padStart(2, '0');
const money = (minor: number): string => `${Math.floor(Math.abs(minor) / 100)}.${two(Math.abs(minor) % 100)}`;

/** Writes a text piece by piece and answers the file's size. */
function write(path: string, pieces: Iterable<string>): number {
  const fd = openSync(path, 'w');
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < 1 << 20) continue;
    writeSync(fd, text);
    text = '';
  }
  writeSync(fd, text);
  closeSync(fd);
  return statSync(path).size;
}

function* mt940(entries: number): Generator<string> {
  let balance = 100_000;
  yield ':20:BENCH\r\n:25:0123456789\r\n:28C:1/1\r\n:60F:C260531NGN1000,00\r\n';
  for (let n = 0; n < entries; n++) {
    const minor = minorOf(n);
    balance += minor;
    const day = two(dayOf(n, entries));
    yield `:61:2606${day}06${day}${minor < 0 ? 'D' : 'C'}${money(minor).replace('.', ',')}NTRFFT26${String(n).padStart(10, '0')}//B${n}\r\n:86:${textOf(n)}\r\n`;
  }
  yield `:62F:${balance < 0 ? 'D' : 'C'}260630NGN${money(balance).replace('.', ',')}\r\n-\r\n`;
}

function* camt(entries: number): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">\n<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-06-30T20:00:00</CreDtTm></GrpHdr>\n<Stmt><Id>1</Id><Acct><Id><Othr><Id>0123456789</Id></Othr></Id><Ccy>NGN</Ccy></Acct>\n';
  for (let n = 0; n < entries; n++) {
    const minor = minorOf(n);
    const [mark, other] = minor < 0 ? ['DBIT', 'Cdtr'] : ['CRDT', 'Dbtr'];
    const day = `<Dt>2026-06-${two(dayOf(n, entries))}</Dt>`;
    yield `<Ntry><NtryRef>${n}</NtryRef><Amt Ccy="NGN">${money(minor)}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt>${day}</BookgDt><ValDt>${day}</ValDt><AcctSvcrRef>B${n}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>FT26${String(n).padStart(10, '0')}</EndToEndId></Refs><Amt Ccy="NGN">${money(minor)}</Amt><CdtDbtInd>${mark}</CdtDbtInd><RltdPties><${other}><Pty><Nm>${NAMES[n % NAMES.length]}</Nm></Pty></${other}></RltdPties><RmtInf><Ustrd>${textOf(n)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;
  }
  yield '</Stmt></BkToCstmrStmt></Document>\n';
}

/** A workbook as spreadsheets write it: texts shared, days as serials in a format, amounts as numbers. */
function workbook(rows: number): Uint8Array {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const of = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${of}/${kind}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  const strings: string[] = ['Date', 'Reference', 'Narration', 'Debit', 'Credit', 'Balance'];
  const lines = [`<row r="1">${strings.map((_, c) => `<c r="${'ABCDEF'[c]}1" t="s"><v>${c}</v></c>`).join('')}</row>`];
  let balance = 100_000;
  for (let n = 0; n < rows; n++) {
    const r = n + 2;
    const minor = minorOf(n);
    balance += minor;
    const at = strings.push(`FT26${String(n).padStart(10, '0')}`, textOf(n)) - 2;
    lines.push(
      `<row r="${r}"><c r="A${r}" s="1"><v>${46_173 + dayOf(n, rows)}</v></c><c r="B${r}" t="s"><v>${at}</v></c><c r="C${r}" t="s"><v>${at + 1}</v></c><c r="${minor < 0 ? 'D' : 'E'}${r}"><v>${money(minor)}</v></c><c r="F${r}"><v>${money(balance)}</v></c></row>`,
    );
  }
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${of}"><sheets><sheet name="Bank" sheetId="1" r:id="s1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('s1', 'worksheet', 'worksheets/sheet1.xml') +
        relation('t', 'styles', 'styles.xml') +
        relation('u', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  const zipped: AsyncZippable = Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]));
  return zipSync(zipped as Record<string, Uint8Array>);
}

interface Measured {
  readonly name: string;
  readonly entries: number;
  readonly file: string;
  readonly bytes: number;
  readonly peer: string | null;
}

/** Prints what each reader took, and answers medians. `rows`: entries of each file. */
export async function run({ rows, only, inputs, say }: BenchOptions): Promise<Figures> {
  const folder = inputs.scratch('formats');
  const file = (name: string) => join(folder, name);
  const of = (entries: number) => rows ?? entries;
  const all: readonly (() => Measured)[] = [
    () => {
      const entries = of(SHEET_ROWS);
      const content = workbook(entries);
      const path = file('bank.xlsx');
      const fd = openSync(path, 'w');
      writeSync(fd, content);
      closeSync(fd);
      return { name: 'xlsx', entries, file: path, bytes: content.length, peer: 'read-excel-file' };
    },
    () => {
      const entries = of(CAMT_ENTRIES);
      const path = file('bank.xml');
      return { name: 'camt', entries, file: path, bytes: write(path, camt(entries)), peer: 'fast-xml-parser' };
    },
    () => {
      const entries = of(MT940_ENTRIES);
      const path = file('bank.sta');
      return { name: 'mt940', entries, file: path, bytes: write(path, mt940(entries)), peer: null };
    },
  ];
  const figures: Record<string, number> = {};
  for (const make of all) {
    const measured = make();
    if (only !== null && only !== measured.name) continue;
    const { name, entries, bytes, peer } = measured;
    say(`${name}: ${entries} entries, ${megabytes(bytes)}`);
    const readers = ['tieout', ...(peer === null ? [] : [peer])];
    const taken = new Map(readers.map((reader) => [reader, [] as (Finished & FormatOutcome)[]]));
    for (let i = 0; i < RUNS; i++)
      for (const reader of readers) {
        const input: FormatInput = { reader, file: measured.file };
        const { finished, answer } = await runScript<FormatInput, FormatOutcome>('formats-read.ts', input, {
          asOurs: reader === 'tieout',
        });
        const wanted = Array.from({ length: entries }, (_, n) => minorOf(n)).reduce(
          (sum, minor) => sum + BigInt(minor),
          0n,
        );
        if (answer.rows !== entries || answer.sum !== String(wanted))
          throw new Error(`${reader} read ${answer.rows} entries and ${answer.sum}, not ${entries} and ${wanted}`);
        taken.get(reader)!.push({ ...finished, ...answer });
      }
    for (const [reader, runs] of taken) {
      const mine = reader === 'tieout' ? '' : '_peer';
      const wall = median(runs.map((one) => one.readSeconds));
      const processor = median(runs.map((one) => one.readProcessorSeconds));
      const peak = median(runs.map((one) => one.peakBytes ?? 0));
      Object.assign(figures, {
        [`${name}${mine}_seconds`]: wall,
        [`${name}${mine}_processor_seconds`]: processor,
        [`${name}${mine}_peak_bytes`]: peak,
      });
      say(
        `  ${reader.padEnd(16)} ${inSeconds(wall)}, of processors ${inSeconds(processor)}, ${Math.round(entries / processor)} entries/s, ${megabytes(peak)}`,
      );
    }
    if (peer !== null) {
      figures[`${name}_times_as_fast`] =
        figures[`${name}_peer_processor_seconds`] / figures[`${name}_processor_seconds`];
      say(
        `  ${figures[`${name}_times_as_fast`].toFixed(1)} times as fast as ${peer} by processor time (aim: ${AIMS.faster})`,
      );
    } else {
      figures[`${name}_entries_per_second`] = entries / figures[`${name}_processor_seconds`];
      say(`  aim: ${AIMS.entriesPerSecond} entries/s`);
    }
    say(`  aim of memory: ${megabytes(AIMS.peakBytes)}`);
  }
  return figures;
}

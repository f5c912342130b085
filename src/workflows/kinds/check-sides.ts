// Refuses a run if its ledger and bank files were given in each other's place, or if one file was given twice. A
// running balance tells a ledger from a statement: a bank's rises with credits, an asset account's with debits. Header
// words tell too. If neither does, matching tells: rows with one reference and one amount move the opposite way.

import { TieoutError } from '../../core/errors.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { StatementFile } from '../../ports/compute.ts';
import type { NamedFile } from '../rows/read-files.ts';

/** Throws file_given_twice or sides_swapped. */
export function checkSides(files: readonly NamedFile[]): void {
  requireEachOnce(files);
  requireRightSides(files);
}

/** Throws file_given_twice. */
export function requireEachOnce(files: readonly NamedFile[]): void {
  const byDigest = new Map<string, NamedFile>();
  for (const given of files) {
    const first = byDigest.get(given.file.digest);
    if (first) {
      const where = first.side === given.side ? `as ${words(given.side)}` : 'on both sides';
      throw new TieoutError(
        'file_given_twice',
        `this is the same file as ${first.name}, given twice ${where}; give each file once.`,
        { file: given.name },
      );
    }
    byDigest.set(given.file.digest, given);
  }
}

/** Throws sides_swapped if each side looks like the other: no ledger is turned then. */
export function requireNotSwapped(files: readonly NamedFile[]): void {
  if (areSwapped(files)) throw swapped(wrongOf(files)[0]!);
}

const wrongOf = (files: readonly NamedFile[]) =>
  files.filter(({ side, file }) => looksLike(file) !== null && looksLike(file) !== side);

/** Beside a ledger that looks like a statement, a statement's balance counts even if its header says nothing. */
function areSwapped(files: readonly NamedFile[]): boolean {
  const wrong = wrongOf(files);
  if (files.some(({ side, file }) => looksLike(file) === side) || !wrong.some(({ side }) => side === 'gl'))
    return false;
  return (
    wrong.some(({ side }) => side === 'bank') ||
    files.some(({ side, file }) => side === 'bank' && file.layout.balancePolarity === 'gl')
  );
}

/** Throws sides_swapped. */
function requireRightSides(files: readonly NamedFile[]): void {
  requireNotSwapped(files);
  const wrong = wrongOf(files);
  const right = files.filter(({ side, file }) => looksLike(file) === side);
  if (right.length === 0 && wrong.some(({ file }) => saysTwice(file))) throw swapped(wrong[0]!);
}

const swapped = ({ side, name, file }: NamedFile): TieoutError =>
  new TieoutError(
    'sides_swapped',
    `the sides look swapped: this file was given as ${words(side)} and ${whyItLooksSo(file)}; give ledger files to the ledger’s side and statements to the bank’s.`,
    { file: name, line: file.layout.headerLine ?? 1 },
  );

/** Fewest rows that move the opposite way: fewer may be posting errors. */
const LEAST_TURNED = 20;
/** How many times such rows must outnumber the agreeing ones. */
const TIMES_AGREEING = 10;

/** Throws sides_swapped if nearly all matched rows of the two sides move opposite ways; `file`: one of the ledger's. */
export function checkDirections({ groups, open }: MatchOutcome, file: string): void {
  const turned = open.gl.directionPartner.filter((row) => row >= 0).length;
  if (turned < LEAST_TURNED || groups.count * TIMES_AGREEING >= turned) return;
  const agree = groups.count === 0 ? 'none agrees' : `${groups.count} ${groups.count === 1 ? 'agrees' : 'agree'}`;
  throw new TieoutError(
    'sides_swapped',
    `the sides look swapped: ${turned} rows have the same reference and amount on both sides and money goes the other way, ${agree}; give ledger files to the ledger’s side and statements to the bank’s, or name the debit and credit columns in a mapping.`,
    { file },
  );
}

const words = (side: Side): string => (side === 'gl' ? 'a ledger file' : 'a bank file');

/** The side that the file's balance, else its header, indicates; null if neither does or they disagree. */
function looksLike({ layout: { balancePolarity, titleSide } }: StatementFile): Side | null {
  if (balancePolarity !== null && titleSide !== null && balancePolarity !== titleSide) return null;
  return balancePolarity ?? titleSide;
}

/** Whether balance and header both indicate a side, and the same. */
const saysTwice = ({ layout }: StatementFile): boolean =>
  layout.balancePolarity !== null && layout.balancePolarity === layout.titleSide;

/** The part of the file that points to the other side, in words. */
function whyItLooksSo({ layout }: StatementFile): string {
  const side = layout.balancePolarity;
  if (side === 'bank') return 'its balance rises with credits, as a bank statement’s does';
  if (side === 'gl') return 'its balance rises with debits, as a ledger’s does';
  return layout.titleSide === 'gl' ? 'its header is a ledger’s' : 'its header is a bank statement’s';
}

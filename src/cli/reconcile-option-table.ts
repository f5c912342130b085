// The options of `tieout reconcile`: the table for its help and docs/configuration.md.

import { DEFAULT_REJECTED_SHARE, DEFAULT_SEARCH_DAYS } from '../core/limits.ts';
import { HELP_OPTION, type OptionRow, usage } from './options.ts';

export const RECONCILE_OPTIONS: readonly OptionRow[] = [
  { name: 'gl', value: 'FILE...', standard: null, meaning: 'the ledger’s files' },
  { name: 'bank', value: 'FILE...', standard: null, meaning: 'the bank’s files' },
  {
    name: 'opening-gl',
    value: 'FILE...',
    standard: null,
    meaning: 'ledger entries of before the period that were open when it began',
  },
  { name: 'opening-bank', value: 'FILE...', standard: null, meaning: 'the same of the bank' },
  {
    name: 'kind',
    value: 'KIND',
    standard: 'banking',
    meaning: 'banking, nip (instant transfers), atm (cash machines, cards) or asset (holdings)',
  },
  {
    name: 'flow',
    value: 'FLOW',
    standard: null,
    meaning: 'with --kind nip or atm: inward or outward; nip goes by its report, atm is outward',
  },
  {
    name: 'as-of',
    value: 'DAY',
    standard: 'the custodian’s report’s own',
    meaning: 'with --kind asset: the day of the positions, YYYY-MM-DD',
  },
  { name: 'from', value: 'DAY', standard: 'the first ledger date', meaning: 'first day of the period, YYYY-MM-DD' },
  { name: 'to', value: 'DAY', standard: 'the last ledger date', meaning: 'last day of the period, YYYY-MM-DD' },
  {
    name: 'days-forward',
    value: 'N',
    standard: String(DEFAULT_SEARCH_DAYS),
    meaning: 'how many days after the ledger’s date the bank’s may lie',
  },
  {
    name: 'days-back',
    value: 'N',
    standard: String(DEFAULT_SEARCH_DAYS),
    meaning: 'how many days before the ledger’s date the bank’s may lie',
  },
  {
    name: 'search-mode',
    value: 'MODE',
    standard: 'both',
    meaning: 'forward (no days back), backward (no days forward) or both',
  },
  { name: 'tolerance', value: 'X', standard: '0', meaning: 'difference that is allowed, in currency units, inclusive' },
  {
    name: 'tolerance-percent',
    value: 'X',
    standard: '0',
    meaning: 'the same in percent of the ledger’s amount; the wider of the two counts',
  },
  { name: 'charge-min', value: 'X', standard: '0', meaning: 'least charge that explains a difference' },
  { name: 'charge-max', value: 'X', standard: '0', meaning: 'greatest such charge; 0 switches charges off' },
  {
    name: 'msc-rate',
    value: 'R',
    standard: '0',
    meaning: 'merchant service charge as a share: 0.005 is half a percent',
  },
  {
    name: 'include-debits-in-rate',
    value: null,
    standard: null,
    meaning: 'let the rate explain money out too, not only money in',
  },
  { name: 'no-reversals', value: null, standard: null, meaning: 'do not net entries with their reversals' },
  { name: 'method', value: 'M', standard: 'line_by_line', meaning: 'how to match; see docs/matching.md' },
  {
    name: 'event',
    value: 'FIRST:LAST...',
    standard: 'the whole period',
    meaning: 'days within which rows may match, as 2026-03-01:2026-03-07; others take no part',
  },
  {
    name: 'service',
    value: 'S',
    standard: 'other',
    meaning: 'the service the rows belong to; see docs/configuration.md',
  },
  { name: 'currency', value: 'CODE', standard: 'NGN', meaning: 'ISO code of rows whose file names none' },
  { name: 'account', value: 'NUMBER', standard: null, meaning: 'account of rows whose file names none' },
  {
    name: 'rejected-share',
    value: 'X',
    standard: String(DEFAULT_REJECTED_SHARE),
    meaning: 'share of a file’s rows that may be rejected before the run fails, 0 to 1',
  },
  {
    name: 'template',
    value: 'FILE',
    standard: null,
    meaning: 'JSON of a template: how to match, reversal days, fees; it goes before options',
  },
  {
    name: 'accounts',
    value: 'FILE',
    standard: 'what --data keeps',
    meaning: 'JSON that says which ledger accounts are which bank accounts; --data keeps it for later runs',
  },
  {
    name: 'mapping',
    value: 'FILE',
    standard: null,
    meaning: 'JSON that says which column carries which field, or that JSON itself',
  },
  {
    name: 'chart',
    value: 'FILE',
    standard: 'the partner’s own, else names',
    meaning: 'JSON of a chart of accounts: what journals are posted to',
  },
  {
    name: 'journal-layout',
    value: 'FILE',
    standard: null,
    meaning: 'JSON of a ledger’s layout, by which posting.csv or posting.xlsx is written; needs --out and a chart',
  },
  { name: 'session', value: 'NAME', standard: 'derived from the rows', meaning: 'name of the session' },
  { name: 'data', value: 'DIR', standard: 'nothing is kept', meaning: 'folder in which the session is kept' },
  {
    name: 'months-back',
    value: 'N',
    standard: 'none',
    meaning: 'take along what so many months before left open; needs --data',
  },
  { name: 'out', value: 'DIR', standard: null, meaning: 'folder for summary.json, matches.csv and the other files' },
  {
    name: 'excel',
    value: null,
    standard: null,
    meaning:
      'for spreadsheets: statement.xlsx and open-items.xlsx beside the files of --out, which begin with a byte order mark and have no formulas',
  },
  {
    name: 'report',
    value: 'FILE',
    standard: null,
    meaning: 'write the result as one HTML page to read, print and sign',
  },
  {
    name: 'explain',
    value: 'GLLINE:BANKLINE',
    standard: null,
    meaning: 'why two rows are a match or none, by their lines in the first file of each side',
  },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

/** The error for a wrong value. */
export const wrong = (sentence: string) => usage('reconcile', sentence);

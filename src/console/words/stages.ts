// The stages of a run, as a person would say what is done in each.

import { plain } from './classes.ts';

const STAGES: Readonly<Record<string, string>> = {
  ingress: 'reading the files',
  records_create: 'keeping the rows',
  reconciliation: 'matching',
  gl_reversal: 'entries and their reversals',
  matched_records: 'keeping the matches',
  chargeback: 'charged back',
  exceptions: 'sorting what is left',
  summary: 'the statement',
};

export const stageWords = (name: string): string => STAGES[name] ?? plain(name);

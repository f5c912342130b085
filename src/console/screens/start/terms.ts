// The terms of a run, with what each means. They are taken from the files where those say them.

import { h, type JSX } from 'preact';
import { field } from '../../parts/fields.ts';
import type { GivenFile } from './given-file.ts';

export interface TermsOfRun {
  readonly tenant: string;
  readonly partner: string;
  readonly session: string;
  readonly start: string;
  readonly end: string;
  readonly days: string;
  /** Percent. */
  readonly rate: string;
  readonly chargeMin: string;
  readonly chargeMax: string;
  readonly currency: string;
}

/** The month of the first rows, if both sides begin in the same one. */
export function monthOf(
  files: readonly GivenFile[],
): { readonly name: string; readonly start: string; readonly end: string } | null {
  const months = new Set(
    files.flatMap(({ inspected }) => {
      const date = inspected?.firstRows.find((row) => row.date !== undefined)?.date;
      return date === undefined ? [] : [date.slice(0, 7)];
    }),
  );
  const [name] = months;
  if (months.size !== 1 || name === undefined) return null;
  const [year = 0, month = 1] = name.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { name, start: `${name}-01`, end: `${name}-${last}` };
}

interface TermsProps {
  readonly terms: TermsOfRun;
  readonly onChange: (to: Partial<TermsOfRun>) => void;
  readonly isScopeShown: boolean;
}

export function Terms({ terms, onChange }: TermsProps): JSX.Element {
  const text = (name: keyof TermsOfRun, label: string, hint: string, more: object = {}) =>
    field({ label, value: terms[name], onInput: (value) => onChange({ [name]: value }), hint, ...more });
  const money = { type: 'number' as const, step: '0.01' };
  return h(
    'div',
    {},
    h(
      'fieldset',
      {},
      h('legend', {}, 'The month'),
      h(
        'div',
        { class: 'fields' },
        text('session', 'Name', 'Of this reconciliation; the same name again replaces it', { isRequired: true }),
        text('start', 'From', 'First day; empty: of the files', { type: 'date' }),
        text('end', 'To', 'Last day; balances are those of this day', { type: 'date' }),
        text('tenant', 'Tenant', 'Whose books these are', { isRequired: true }),
        text('partner', 'Partner', 'Which bank they are reconciled with', { isRequired: true }),
      ),
    ),
    h(
      'details',
      {},
      h('summary', {}, 'Days, fees and currency'),
      h(
        'div',
        { class: 'fields' },
        text('days', 'Days apart', 'How many days the bank may book before or after the ledger', {
          type: 'number',
          step: '1',
        }),
        text('rate', 'Service charge, %', 'What the bank keeps of card sales: 0.5', { type: 'number', step: '0.001' }),
        text('chargeMin', 'Charge from', 'Smallest charge that the bank takes out of an amount', money),
        text('chargeMax', 'Charge to', 'Largest such charge', money),
        text('currency', 'Currency', 'Of files that name none', {}),
      ),
    ),
  );
}

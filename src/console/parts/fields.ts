// Fields of forms: each with its label and, where it helps, what it means.

import { h, type JSX } from 'preact';

interface FieldOptions {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string;
  readonly type?: 'text' | 'date' | 'number' | 'search' | 'password';
  readonly isRequired?: boolean;
  readonly step?: string;
  readonly isWide?: boolean;
  readonly autocomplete?: string;
  readonly id?: string;
}

export function field({
  label,
  value,
  onInput,
  hint,
  type = 'text',
  isRequired = false,
  ...more
}: FieldOptions): JSX.Element {
  const { step, isWide = false, autocomplete = 'off', id } = more;
  return h(
    'label',
    { class: isWide ? 'field wide' : 'field' },
    h('span', {}, label),
    h('input', {
      ...{ type, value, required: isRequired, autocomplete, spellcheck: false },
      ...(id !== undefined && { id }),
      ...(step !== undefined && { step }),
      onInput: (event: Event) => onInput((event.target as HTMLInputElement).value),
    }),
    hint && h('small', {}, hint),
  );
}

interface ChoiceOptions {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly onInput: (value: string) => void;
  readonly hint?: string;
  /** The label stands before it, not above. */
  readonly isInRow?: boolean;
}

export function choice({ label, value, choices, onInput, hint, isInRow = false }: ChoiceOptions): JSX.Element {
  return h(
    'label',
    { class: isInRow ? 'row-field' : 'field' },
    h('span', {}, label),
    h(
      'select',
      { value, onChange: (event: Event) => onInput((event.target as HTMLSelectElement).value) },
      choices.map(([name, words]) => h('option', { value: name, selected: name === value }, words)),
    ),
    hint && h('small', {}, hint),
  );
}

export function noteField(value: string, onInput: (value: string) => void, label = 'Note'): JSX.Element {
  return h(
    'label',
    { class: 'field wide' },
    h('span', {}, label),
    h('textarea', { value, rows: 2, onInput: (event: Event) => onInput((event.target as HTMLTextAreaElement).value) }),
  );
}

interface CheckOptions {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export const check = (label: string, { isOn, onChange }: CheckOptions): JSX.Element =>
  h(
    'label',
    { class: 'check' },
    h('input', {
      type: 'checkbox',
      checked: isOn,
      onChange: (event: Event) => onChange((event.target as HTMLInputElement).checked),
    }),
    label,
  );

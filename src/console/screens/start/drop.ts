// The place for the files of one side: dropped, or chosen with the keyboard.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type GivenFile, givenFile, type Side, take } from './given-file.ts';
import type { TermsOfRun } from './terms.ts';

interface DropProps {
  readonly title: string;
  readonly side: Side;
  readonly files: readonly GivenFile[];
  readonly tenant: string;
  readonly terms: TermsOfRun;
  readonly onAdd: (files: readonly GivenFile[]) => void;
  readonly onChange: (id: number, to: Partial<GivenFile>) => void;
  readonly onRemove: (id: number) => void;
}

export function Drop({ title, side, files, terms, onAdd, onChange, onRemove }: DropProps): JSX.Element {
  const [isOver, setOver] = useState(false);
  const add = (list: FileList | null | undefined) => {
    const added = [...(list ?? [])].map((file) => givenFile(side, file));
    onAdd(added);
    for (const one of added) void take(one, terms, (to) => onChange(one.id, to));
  };
  return h(
    'section',
    {
      class: isOver ? 'drop over' : 'drop',
      'aria-label': title,
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        add(event.dataTransfer?.files);
      },
    },
    h('h2', {}, title),
    h(
      'p',
      {},
      'Drop it here, or ',
      h(
        'label',
        { class: 'button' },
        'choose a file',
        h('input', {
          ...{ type: 'file', multiple: true, 'data-side': side },
          onChange: (event: Event) => {
            const input = event.target as HTMLInputElement;
            add(input.files);
            input.value = '';
          },
        }),
      ),
    ),
    files.length > 0 &&
      h(
        'ul',
        {},
        files.map((one) =>
          h(
            'li',
            {},
            h('span', {}, one.sent?.name ?? one.file.name),
            h('span', { class: 'muted', role: 'status' }, stateOf(one)),
            h(
              'button',
              {
                type: 'button',
                class: 'quiet',
                'aria-label': `Remove ${one.file.name}`,
                onClick: () => onRemove(one.id),
              },
              '✕',
            ),
          ),
        ),
      ),
  );
}

function stateOf({ sent, inspected, failure }: GivenFile): string {
  if (failure !== null) return '✕ not taken';
  if (sent === null) return 'being sent…';
  if (inspected === null) return 'being read…';
  if (inspected.question !== undefined) return '? a question';
  return inspected.problem === undefined ? `✓ ${inspected.rows} rows` : '✕ cannot be used';
}

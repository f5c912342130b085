// The keys of a list.

import { h, type JSX } from 'preact';
import { Dialog } from '../../parts/dialog.ts';
import { plainTable } from '../../parts/plain-table.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['j k, arrows, PgUp PgDn, Home End', 'move'],
  ['x or Space', 'mark'],
  ['Shift and arrows', 'mark further'],
  ['Ctrl and A', 'all that match'],
  ['a', 'approve'],
  ['Shift and A', 'approve and learn'],
  ['r', 'reject'],
  ['e', 'escalate'],
  ['o', 'reopen'],
  ['m', 'reconcile with a file'],
  ['n', 'note, owner, day'],
  ['z', 'undo'],
  ['/', 'to the filter'],
  ['?', 'this list'],
];

export const KeysDialog = ({ onClose }: { onClose: () => void }): JSX.Element =>
  h(
    Dialog,
    { title: 'Keys', act: 'Close', onAct: async () => {}, onClose, isToRead: true },
    plainTable({
      caption: 'Keys in the list; single keys can be switched off at the top right',
      items: KEYS,
      columns: [
        { title: 'Key', cell: ([key]) => h('kbd', {}, key) },
        { title: 'Does', cell: ([, does]) => does },
      ],
    }),
  );

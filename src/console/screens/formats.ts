// How files of a partner's layouts are remembered to be read: what confirmed it, which column is what, and forgetting it.

import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Side } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { FormatConfirmation, type RememberedFormat } from '../../../gen/tieout/partners/v1/formats_pb.ts';
import { Dialog } from '../parts/dialog.ts';
import { fact } from '../parts/fact.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { partners } from '../state/clients.ts';
import { failureOf } from '../state/failure.ts';
import { useLoad } from '../state/load.ts';
import { adjust, hrefOf, route } from '../state/route.ts';
import { say } from '../state/said.ts';
import { may } from '../state/who.ts';
import { capital, plain } from '../words/classes.ts';
import { when } from '../words/times.ts';
import type { ScreenProps } from './screen.ts';

export function FormatsScreen({ tenant, partner }: ScreenProps): JSX.Element {
  const loaded = useLoad(`formats ${tenant} ${partner}`, () =>
    partners.listFormats({ tenantId: tenant, partnerId: partner }),
  );
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'File formats'),
      h('span', { class: 'muted' }, 'how files of this partner are remembered to be read'),
    ),
    shown(loaded, ({ items }) => {
      if (items.length === 0) {
        return nothing(
          'Nothing is remembered yet. A file whose balances prove how it is read is remembered by itself, and so is the answer to a question about one.',
          h('a', { href: hrefOf('start', { tenant, partner }) }, 'New month'),
        );
      }
      const chosen = items.find(({ formatId }) => formatId === route.value.params['format']) ?? items[0]!;
      return h(
        'div',
        { class: 'halves free' },
        formatsTable(items, chosen),
        h(
          'div',
          { class: 'detail', tabIndex: 0, role: 'region', 'aria-label': 'The format' },
          h(Chosen, { key: chosen.formatId, format: chosen, tenant, partner, onForgotten: loaded.again }),
        ),
      );
    }),
  );
}

const sideOf = ({ side }: RememberedFormat): string => (side === Side.GL ? 'Ledger' : 'Bank');

const formatsTable = (items: readonly RememberedFormat[], chosen: RememberedFormat): JSX.Element =>
  plainTable<RememberedFormat>({
    caption: 'Remembered formats, the latest first',
    items,
    columns: [
      {
        title: 'First file',
        cell: ({ formatId, file }) =>
          h(
            'button',
            {
              type: 'button',
              class: 'quiet line',
              'aria-pressed': formatId === chosen.formatId,
              onClick: () => adjust({ format: formatId }),
            },
            file,
          ),
      },
      { title: 'Side', cell: sideOf },
      { title: 'Columns', isEnd: true, cell: ({ columns }) => String(columns.length) },
      { title: 'Known by', cell: confirmedWords },
      { title: 'Since', cell: ({ rememberedAt }) => when(rememberedAt) },
    ],
  });

const confirmedWords = ({ confirmedBy }: RememberedFormat): string =>
  confirmedBy === FormatConfirmation.MAPPING ? 'a person said it' : 'its balances proved it';

interface ChosenProps {
  readonly format: RememberedFormat;
  readonly tenant: string;
  readonly partner: string;
  readonly onForgotten: () => void;
}

function Chosen({ format, tenant, partner, onForgotten }: ChosenProps): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const { columns, hasTitles, mapping = {}, file, formatId } = format;
  const { columns: fields = {}, ...others } = mapping;
  const forget = async () => {
    const isForgotten = await partners
      .forgetFormats({ tenantId: tenant, partnerId: partner, formatIds: [formatId] })
      .then(() => false)
      .catch((error) => {
        if (failureOf(error).code !== 'not_found') throw error;
        return true;
      });
    say(
      `${isForgotten ? 'Somebody else has forgotten it already' : 'Forgotten'}: the next file like ${file} proves again how it is read, or asks.`,
    );
    adjust({ format: undefined });
    onForgotten();
  };
  return h(
    'div',
    {},
    h('h2', {}, file),
    plainTable<string>({
      caption: hasTitles ? 'Columns by their titles' : 'Columns, which have no titles',
      items: columns,
      columns: [
        { title: 'No.', isEnd: true, cell: (_, i) => String(i + 1) },
        { title: hasTitles ? 'Title' : 'Content', cell: (title) => title || '–' },
        { title: 'Read as', cell: (_, i) => fieldsOf(fields as JsonObject, i + 1) },
      ],
    }),
    h(
      'dl',
      { class: 'facts' },
      Object.entries(others).map(([name, value]) =>
        fact(capital(plain(name)), TOLD[`${name} ${value}`] ?? wordsOf(value)),
      ),
      fact('Format', formatId),
    ),
    may('decide') &&
      h('p', { class: 'acts' }, h('button', { type: 'button', onClick: () => setAsked(true) }, 'Forget it…')),
    isAsked &&
      h(
        Dialog,
        { title: 'Forget this format', act: 'Forget', onAct: forget, onClose: () => setAsked(false) },
        h(
          'p',
          {},
          'Files that were read stay as they are. The next file of this layout proves anew how it is read, or a question is asked.',
        ),
      ),
  );
}

/** Values of a mapping that are no words. */
const TOLD: Readonly<Record<string, string>> = {
  'date_order dmy': 'day, month, year',
  'date_order mdy': 'month, day, year',
  'date_order ymd': 'year, month, day',
  'decimal .': 'a point, as in 1,250.00',
  'decimal ,': 'a comma, as in 1.250,00',
  'header_line null': 'the file has no line of titles',
};

function fieldsOf(fields: JsonObject, column: number): string {
  const found = Object.entries(fields).filter(([, at]) => [at].flat().includes(column));
  return found.length === 0 ? '–' : found.map(([name]) => plain(name)).join(', ');
}

const wordsOf = (value: JsonValue): string => {
  if (value === null) return 'none';
  if (typeof value !== 'object') return plain(String(value));
  return Object.entries(value)
    .map(([name, one]) => (Array.isArray(value) ? String(one) : `${name} is ${one}`))
    .join(', ');
};

// How a file was read: what each column is and why, the first rows, and whether its balances prove it. Where it can be
// read in several ways, the answers stand beside what each would give, and one click chooses.

import type { JsonObject } from '@bufbuild/protobuf';
import { h, type JSX } from 'preact';
import type {
  InspectedAccount,
  InspectedRow,
  InspectFileResponse,
  ReadingQuestion,
} from '../../../../gen/tieout/engine/v1/inspect_file_pb.ts';
import { FailurePanel } from '../../parts/loaded.ts';
import { plainTable } from '../../parts/plain-table.ts';
import { plain } from '../../words/classes.ts';
import { count, counted, money } from '../../words/money.ts';
import { type GivenFile, readAgain, take } from './given-file.ts';
import { Places } from './places.ts';
import type { TermsOfRun } from './terms.ts';

interface ReadingProps {
  readonly file: GivenFile;
  readonly title: string;
  readonly terms: TermsOfRun;
  readonly onChange: (to: Partial<GivenFile>) => void;
}

export function Reading({ file, title, terms, onChange }: ReadingProps): JSX.Element | null {
  const { failure, inspected, sent } = file;
  const answer = (mapping: JsonObject) => readAgain({ ...file, mapping }, terms, onChange);
  if (failure !== null) {
    return h(
      'section',
      { 'aria-label': file.file.name },
      h('h2', {}, `${title}: ${file.file.name}`),
      h(FailurePanel, {
        failure,
        again: () => void (sent === null ? take(file, terms, onChange) : readAgain(file, terms, onChange)),
      }),
    );
  }
  if (inspected === null) return null;
  const { problem, question } = inspected;
  return h(
    'section',
    { 'aria-label': file.file.name, class: 'reading' },
    h('h2', {}, `${title}: ${file.file.name}`),
    problem !== undefined &&
      h(
        'div',
        { class: question === undefined ? 'failure' : 'banner', role: 'alert' },
        h('p', {}, question === undefined ? problem : askedOf(problem)),
      ),
    question !== undefined && h(Question, { question, onAnswer: answer }),
    problem === undefined && h('p', {}, summaryOf(inspected)),
    inspected.warnings.map((one) => h('p', { class: 'warn' }, one)),
    h(
      'details',
      { open: problem !== undefined && question === undefined },
      h('summary', {}, 'How it was read'),
      columnsOf(inspected),
      rowsOf(inspected.firstRows),
      inspected.rejected.length > 0 &&
        plainTable({
          caption: `${counted(inspected.rejectedRows, 'row')} could not be read`,
          isCaptionSeen: true,
          items: inspected.rejected.slice(0, 20),
          columns: [
            { title: 'Line', isEnd: true, cell: ({ line }) => String(line) },
            { title: 'Why', cell: ({ reason }) => reason },
          ],
        }),
    ),
  );
}

/** The question without what it says of mappings: here one click answers it. */
const askedOf = (problem: string): string => {
  const at = problem.lastIndexOf(';');
  return at < 0 || !problem.slice(at).includes('column mapping') ? problem : `${problem.slice(0, at)}. Which is right?`;
};

function summaryOf({ rows, rejectedRows, format, accounts }: InspectFileResponse): string {
  const proofs = accounts.map(
    (one) => `${one.account === undefined ? '' : `account ${one.account}: `}${sumWords(one)}`,
  );
  return `${counted(rows, 'row')} of ${format ?? 'a file'}, ${rejectedRows === 0 ? 'all read' : `${count(rejectedRows)} not read`}; ${proofs.join('; ')}.`;
}

function sumWords({ amount, currency, foots, opening, closing }: InspectedAccount): string {
  const sum = `they come to ${money(amount, currency)} ${currency}`;
  if (foots === true)
    return `${sum}; opening ${money(opening ?? 0, currency)} and closing ${money(closing ?? 0, currency)} agree with them ✓`;
  if (foots === false) return `${sum}; opening and closing balance do not agree with them`;
  return sum;
}

const columnsOf = ({ columns }: InspectFileResponse): JSX.Element | null =>
  columns.length === 0
    ? null
    : plainTable({
        caption: 'Columns',
        isCaptionSeen: true,
        items: columns,
        columns: [
          { title: 'Column', cell: ({ title }) => title || '–' },
          { title: 'Read as', cell: ({ field }) => (field === undefined ? '–' : plain(field)) },
          { title: 'Why', cell: ({ reason }) => reason },
        ],
      });

const rowsOf = (rows: readonly InspectedRow[]): JSX.Element | null =>
  rows.length === 0
    ? null
    : plainTable({
        caption: 'First rows; positive is money in',
        isCaptionSeen: true,
        items: rows,
        columns: [
          { title: 'Line', isEnd: true, cell: ({ line }) => String(line) },
          { title: 'Date', isTight: true, cell: ({ date }) => date ?? '–' },
          { title: 'Reference', isMono: true, cell: ({ reference }) => reference ?? '–' },
          { title: 'Narration', cell: ({ narration }) => narration ?? '–' },
          { title: 'Amount', isEnd: true, cell: ({ amount, currency }) => money(amount, currency) },
        ],
      });

function Question({
  question,
  onAnswer,
}: {
  question: ReadingQuestion;
  onAnswer: (mapping: JsonObject) => void;
}): JSX.Element {
  const { answers } = question;
  if (answers.length === 0) return h(Places, { question, onAnswer });
  return h(
    'div',
    { class: 'answers' },
    answers.map(({ label, mapping, accounts, firstRows, problem }) =>
      h(
        'section',
        { class: 'answer', 'aria-label': label },
        h('h3', {}, label),
        problem === undefined
          ? h('p', {}, accounts.map(sumWords).join('; '))
          : h('p', { class: 'muted' }, `Does not fit: ${problem}`),
        rowsOf(firstRows.slice(0, 4)),
        h(
          'button',
          { type: 'button', class: 'primary', disabled: problem !== undefined, onClick: () => onAnswer(mapping!) },
          'This is right',
        ),
      ),
    ),
  );
}

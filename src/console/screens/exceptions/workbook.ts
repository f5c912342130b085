// The month's exceptions as a workbook: it is downloaded, filled in elsewhere and chosen here; what it would decide is
// shown before it is applied.

import { h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.ts';
import { check } from '../../parts/fields.ts';
import { SERVICE } from '../../state/clients.ts';
import { failureOf, jsonOf } from '../../state/failure.ts';
import { say } from '../../state/said.ts';
import { may } from '../../state/who.ts';
import { classWords } from '../../words/classes.ts';
import { count, counted, money } from '../../words/money.ts';
import type { ScreenProps } from '../screen.ts';

/** The plan in the service's JSON: a browser sends no streams, so the file goes over REST. */
interface Plan {
  readonly digest: string;
  readonly groups: readonly {
    readonly cluster_type: string;
    readonly decision: string;
    readonly is_recurring: boolean;
    readonly note: string | null;
    readonly clusters: number;
    readonly amounts: readonly { readonly currency: string; readonly amount: number }[];
    readonly held: string | null;
    readonly is_proposable: boolean;
    readonly proposal_ids: readonly string[];
  }[];
  readonly decided: number;
  readonly already_so: number;
  readonly blank: number;
  readonly notes_alone: number;
  readonly note_lines: readonly number[];
  readonly conflicts: number;
  readonly conflicting: readonly { readonly line: number; readonly seen: string; readonly now: string | null }[];
  readonly errors: number;
  readonly wrong_cells: readonly { readonly cell: string; readonly sentence: string }[];
}

const pathOf = ({ tenant, partner, session }: ScreenProps, more: Readonly<Record<string, string>> = {}): string =>
  `${SERVICE}/v1/sessions/${encodeURIComponent(session)}/decisions.xlsx?${new URLSearchParams({
    ...{ tenant_id: tenant, partner_id: partner },
    ...more,
  })}`;

const send = (place: ScreenProps, file: File, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(pathOf(place, more), { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file });

/** Most lines of a list in the dialog; the file of the conflicts has all. */
const MOST_LINES = 20;

export function WorkbookButton({ place, onDecided }: { place: ScreenProps; onDecided: () => void }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return h(
    'span',
    {},
    h('button', { type: 'button', onClick: () => setOpen(true) }, 'Workbook…'),
    isOpen && h(WorkbookDialog, { place, onDecided, onClose: () => setOpen(false) }),
  );
}

interface DialogProps {
  readonly place: ScreenProps;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

function WorkbookDialog({ place, onDecided, onClose }: DialogProps): JSX.Element {
  const [file, setFile] = useState<File | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isProposed, setProposed] = useState(false);
  const asked = useRef(0);
  const choose = async (chosen: File | null) => {
    const turn = ++asked.current;
    setFile(chosen);
    setPlan(null);
    setTrouble(null);
    setProposed(false);
    if (chosen === null) return;
    try {
      const found = (await jsonOf(await send(place, chosen))) as Plan;
      if (turn === asked.current) setPlan(found);
    } catch (error) {
      if (turn === asked.current) setTrouble(failureOf(error).sentence);
    }
  };
  const apply = async () => {
    const more = { plan: plan!.digest, ...(isProposed && { propose: 'true' }) };
    const done = (await jsonOf(await send(place, file!, more))) as Plan;
    const waiting = done.groups.filter((group) => group.proposal_ids.length > 0).reduce(sumOfClusters, 0);
    const proposed = waiting === 0 ? '' : ` ${count(waiting)} proposed: a second person finds them under Proposals.`;
    const left =
      done.conflicts === 0
        ? ''
        : `; ${done.conflicts} ${done.conflicts === 1 ? 'was' : 'were'} decided by somebody else`;
    say(`${counted(done.decided, 'exception')} of the workbook decided${left}.${proposed}`);
    onDecided();
  };
  const proposable = (plan?.groups ?? []).filter((group) => group.is_proposable).reduce(sumOfClusters, 0);
  const decided = plan?.decided ?? 0;
  const acts = [decided > 0 && `Apply ${count(decided)}`, isProposed && `Propose ${count(proposable)}`];
  return h(
    Dialog,
    {
      ...{ title: 'Decide in a workbook', act: acts.filter(Boolean).join(', ') || 'Apply', onClose },
      onAct: apply,
      isReady: plan !== null && plan.errors === 0 && (decided > 0 || isProposed),
    },
    h(
      'p',
      {},
      h('a', { class: 'button', href: pathOf(place), download: `decisions-${place.session}.xlsx` }, 'Download'),
      ' Choose a decision and write a note in each row that you decide; leave the others empty.',
    ),
    may('decide') &&
      h(
        'label',
        { class: 'field wide' },
        h('span', {}, 'The filled-in workbook'),
        h('input', {
          type: 'file',
          accept: '.xlsx',
          onChange: (event: Event) => void choose((event.target as HTMLInputElement).files?.[0] ?? null),
        }),
      ),
    h(
      'div',
      { 'aria-live': 'polite' },
      trouble !== null && h('p', { class: 'isbad' }, trouble),
      file !== null && plan === null && trouble === null && h('p', {}, 'Reading the workbook…'),
      plan !== null && h(PlanShown, { plan, place, file: file! }),
    ),
    plan?.errors === 0 &&
      proposable > 0 &&
      check(`Propose what another person must accept: ${counted(proposable, 'exception')}`, {
        isOn: isProposed,
        onChange: setProposed,
      }),
  );
}

const sumOfClusters = (sum: number, { clusters }: Plan['groups'][number]): number => sum + clusters;

function PlanShown({ plan, place, file }: { plan: Plan; place: ScreenProps; file: File }): JSX.Element {
  const { decided, already_so: already, blank, conflicts, errors } = plan;
  return h(
    'div',
    { class: 'plan' },
    h(
      'p',
      {},
      `${counted(decided, 'exception')} would be decided, ${count(already)} stood so already, ${count(blank)} without a decision.`,
    ),
    list(plan.groups, (group) => groupWords(group)),
    plan.notes_alone > 0 &&
      h(
        'p',
        {},
        `${counted(plan.notes_alone, 'note')} without a decision: lines ${plan.note_lines.slice(0, MOST_LINES).join(', ')}.`,
      ),
    conflicts > 0 &&
      h(
        'p',
        {},
        `${counted(conflicts, 'exception')} moved since the download, and ${conflicts === 1 ? 'stays as it is' : 'stay as they are'}: `,
        h(Conflicts, { place, file }),
      ),
    list(plan.conflicting, ({ line, seen, now }) =>
      now === seen
        ? `Line ${line}: decided since, and ${now} again.`
        : `Line ${line}: was ${seen}, is ${now ?? 'gone'}.`,
    ),
    errors > 0 && h('p', { class: 'isbad' }, `${counted(errors, 'cell')} to mend before anything is decided:`),
    list(plan.wrong_cells, ({ cell, sentence }) => `${cell}: ${sentence}`),
  );
}

function groupWords({
  clusters,
  cluster_type: type,
  decision,
  is_recurring: teaches,
  note,
  amounts,
  held,
  is_proposable: isProposable,
}: Plan['groups'][number]) {
  const sum = amounts.map(({ amount, currency }) => `${money(amount, currency)} ${currency}`).join(', ');
  const of = `${count(clusters)} ${classWords(type)}, ${sum}: ${decision}${teaches ? ' and learned from' : ''}`;
  return `${of}${note === null ? '' : `, “${note}”`}${held === null ? '' : `. Not decided: ${isProposable ? 'by the policy another person must accept it.' : held}`}`;
}

function list<T>(items: readonly T[], words: (item: T) => string): JSX.Element | false {
  if (items.length === 0) return false;
  const more = items.length - MOST_LINES;
  return h(
    'ul',
    {},
    items.slice(0, MOST_LINES).map((item) => h('li', {}, words(item))),
    more > 0 && h('li', {}, `and ${count(more)} more`),
  );
}

/** Downloads the rows that moved as a workbook of their own. */
function Conflicts({ place, file }: { place: ScreenProps; file: File }): JSX.Element {
  const download = async () => {
    try {
      const answer = await send(place, file, { format: 'xlsx' });
      if (!answer.ok) return void (await jsonOf(answer));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await answer.blob());
      link.download = `conflicts-${place.session}.xlsx`;
      link.click();
      // The browser reads it after the click.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (error) {
      say(`Not downloaded: ${failureOf(error).sentence}`, { isBad: true });
    }
  };
  return h('button', { type: 'button', onClick: () => void download() }, 'Download them');
}

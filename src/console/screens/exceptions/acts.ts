// What can be done with the marked exceptions, or with the one at hand: buttons, and the same by single keys.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedCluster } from '../../../../gen/tieout/reporting/v1/cluster_query_pb.ts';
import { ClusterType, DecisionStatus, DecisionType } from '../../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { Dialog } from '../../parts/dialog.ts';
import { field, noteField } from '../../parts/fields.ts';
import { people } from '../../state/clients.ts';
import { failureOf } from '../../state/failure.ts';
import { PROPOSED } from '../../state/propose.ts';
import { said, say } from '../../state/said.ts';
import { may } from '../../state/who.ts';
import { count, counted } from '../../words/money.ts';
import type { ScreenProps } from '../screen.ts';
import type { ClusterList } from './cluster-list.ts';
import { type Decided, decide, decisionName, groupsOf, groupsOfList } from './decide.ts';
import { KeysDialog } from './keys-dialog.ts';
import { ReconcileDialog } from './reconcile-dialog.ts';

interface ActsProps {
  readonly place: ScreenProps;
  readonly list: ClusterList;
  /** Null: every exception of the list. */
  readonly marked: readonly ListedCluster[] | null;
  /** Whether a person marked them, and not only looks at one. */
  readonly isMarked: boolean;
  readonly total: number;
  readonly isStale: boolean;
  readonly onStale: () => void;
  readonly onAll: () => void;
  readonly onNone: () => void;
  readonly onDecided: () => Promise<void>;
  readonly onKeys: (act: (key: string) => boolean) => void;
}

/** More exceptions than these are decided after a question; fewer at once, because they can be undone. */
const ASKED_ABOVE = 50;

/** Classes whose approvals teach patterns. */
const TEACHING: readonly ClusterType[] = [ClusterType.DATE_DIFFERENCE, ClusterType.AMOUNT_MISMATCH];
const NOT_FOUND: readonly ClusterType[] = [ClusterType.NOT_FOUND_GL, ClusterType.NOT_FOUND_BANK];

interface Asked {
  readonly decision: DecisionType;
  readonly teaches: boolean;
}

const WORDS: Readonly<Record<number, string>> = {
  [DecisionType.APPROVED]: 'Approve',
  [DecisionType.REJECTED]: 'Reject',
  [DecisionType.ESCALATED]: 'Escalate',
  [DecisionType.REOPENED]: 'Reopen',
};

export function Acts(props: ActsProps): JSX.Element | null {
  const { place, list, marked, isMarked, total, isStale, onStale, onAll, onNone, onDecided, onKeys } = props;
  const [asked, setAsked] = useState<Asked | 'follow-up' | 'reconcile' | 'keys' | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const number = marked === null ? total : marked.length;
  const statuses = new Set(marked?.map(({ cluster }) => cluster!.decisionStatus) ?? []);
  const types = new Set(marked?.map(({ cluster }) => cluster!.clusterType) ?? []);
  const isPending = marked === null || statuses.has(DecisionStatus.PENDING);
  const isDecided = marked === null || [...statuses].some((status) => status !== DecisionStatus.PENDING);
  const teaches = marked !== null && [...types].some((type) => TEACHING.includes(type));
  const canRematch = marked !== null && types.size === 1 && NOT_FOUND.includes([...types][0]!);
  const mayAct = may('decide') && !isStale && !isBusy && number > 0;

  const everything = () =>
    groupsOfList(place, list.snapshot).catch((error) => {
      if (failureOf(error).code === 'snapshot_replaced') onStale();
      throw error;
    });
  const carryOut = async (what: Asked) => {
    const groups = marked === null ? await everything() : groupsOf(marked);
    const result = await decide(place, groups, { ...what, note });
    tell(place, what, result, onDecided);
    setNote('');
    await onDecided();
  };
  const act = async (what: Asked) => {
    if (number > ASKED_ABOVE || what.teaches || note !== '') return setAsked(what);
    setBusy(true);
    try {
      await carryOut(what);
    } catch (error) {
      const failure = failureOf(error);
      say(`Not decided: ${failure.sentence} (${failure.code})`, { isBad: true });
    } finally {
      setBusy(false);
    }
  };
  const flip = (decision: DecisionType, isTaught = false) => act({ decision, teaches: isTaught });

  onKeys((key) => {
    const acts: Readonly<Record<string, () => unknown>> = {
      a: () => isPending && flip(DecisionType.APPROVED),
      A: () => isPending && teaches && flip(DecisionType.APPROVED, true),
      r: () => isPending && flip(DecisionType.REJECTED),
      e: () => isPending && flip(DecisionType.ESCALATED),
      o: () => isDecided && flip(DecisionType.REOPENED),
      m: () => canRematch && setAsked('reconcile'),
      n: () => marked !== null && setAsked('follow-up'),
      z: () => said.value?.undo?.().catch((error) => say(`Not undone: ${failureOf(error).sentence}`, { isBad: true })),
      '?': () => setAsked('keys'),
    };
    if (acts[key] === undefined || (!mayAct && key !== '?' && key !== 'z')) return false;
    acts[key]();
    return true;
  });

  const button = (words: string, key: string, isOn: boolean, onClick: () => void, isFirst = false): JSX.Element =>
    h(
      'button',
      {
        type: 'button',
        class: isFirst ? 'primary' : '',
        disabled: !mayAct || !isOn,
        onClick,
        'aria-keyshortcuts': key,
      },
      words,
    );
  return h(
    'div',
    { class: 'acting' },
    h(
      'p',
      { class: 'muted' },
      marked === null
        ? `All ${count(total)} that match`
        : isMarked
          ? counted(number, 'exception is', 'exceptions are').replace(' exception', ' marked exception')
          : 'The one at hand',
      ' ',
      total > 1 &&
        marked !== null &&
        h('button', { type: 'button', class: 'quiet', onClick: onAll }, `Mark all ${count(total)}`),
      isMarked && h('button', { type: 'button', class: 'quiet', onClick: onNone }, 'Unmark'),
    ),
    may('decide') &&
      h(
        'div',
        { class: 'acts' },
        button('Approve', 'a', isPending, () => void flip(DecisionType.APPROVED), true),
        teaches && button('Approve and learn', 'Shift+A', isPending, () => void flip(DecisionType.APPROVED, true)),
        button('Reject', 'r', isPending, () => void flip(DecisionType.REJECTED)),
        button('Escalate', 'e', isPending, () => void flip(DecisionType.ESCALATED)),
        button('Reopen', 'o', isDecided, () => void flip(DecisionType.REOPENED)),
        canRematch && button('With a file…', 'm', isPending, () => setAsked('reconcile')),
        button('Note…', 'n', marked !== null, () => setAsked('follow-up')),
        h('button', { type: 'button', class: 'quiet', onClick: () => setAsked('keys') }, 'Keys'),
      ),
    asked === 'keys' && h(KeysDialog, { onClose: () => setAsked(null) }),
    asked === 'follow-up' &&
      marked !== null &&
      h(FollowUpDialog, { place, clusters: marked, onClose: () => setAsked(null), onDone: onDecided }),
    asked === 'reconcile' &&
      h(ReconcileDialog, {
        place,
        type: [...types][0]!,
        domain: marked![0]!.cluster!.domain,
        onClose: () => setAsked(null),
        onDone: onDecided,
      }),
    typeof asked === 'object' &&
      asked !== null &&
      h(
        Dialog,
        {
          title: `${WORDS[asked.decision]} ${counted(number, 'exception')}${asked.teaches ? ' and learn' : ''}`,
          act: WORDS[asked.decision]!,
          onAct: () => carryOut(asked),
          onClose: () => setAsked(null),
        },
        asked.teaches &&
          h(
            'p',
            {},
            'Later exceptions of the same kind may then be approved by themselves; each sweep can be taken back.',
          ),
        noteField(note, setNote, 'Note, if there is one'),
      ),
  );
}

/** Says what became of a decision, and how to take it back. */
export function tell(
  place: ScreenProps,
  { decision }: Asked,
  { done, count: number, elsewhere, proposed }: Decided,
  onDecided: () => Promise<void>,
): void {
  const others =
    elsewhere.length === 0
      ? ''
      : `; ${counted(elsewhere.length, 'was', 'were')} decided by somebody else (${elsewhere
          .slice(0, 3)
          .map((id) => id.slice(0, 8))
          .join(', ')}${elsewhere.length > 3 ? ', …' : ''})`;
  const undo = async () => {
    const back = await decide(place, done, {
      decision: DecisionType.REOPENED,
      note: 'undone in the console',
      teaches: false,
    });
    say(`${count(back.count)} pending again.`);
    await onDecided();
  };
  if (proposed > 0 && number === 0 && elsewhere.length === 0) {
    say(`${counted(proposed, 'exception')} ${PROPOSED[0]!.toLowerCase()}${PROPOSED.slice(1)}`);
    return;
  }
  const waiting = proposed === 0 ? '' : `; ${count(proposed)} wait for a second person, under Proposals`;
  const canUndo = number > 0 && decision !== DecisionType.REOPENED;
  say(`${count(number)} ${decisionName(decision)}${others}${waiting}.`, {
    isBad: number === 0,
    undo: canUndo ? undo : null,
  });
}

interface FollowUpProps {
  readonly place: ScreenProps;
  readonly clusters: readonly ListedCluster[];
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

function FollowUpDialog({ place, clusters, onClose, onDone }: FollowUpProps): JSX.Element {
  const first = clusters[0]?.cluster;
  const [owner, setOwner] = useState(first?.owner ?? '');
  const [due, setDue] = useState(first?.dueDay ?? '');
  const [note, setNote] = useState('');
  const act = async () => {
    const { followedUp, skippedClusterIds } = await people.followUp({
      ...{ tenantId: place.tenant, partnerId: place.partner },
      clusterIds: clusters.map(({ cluster }) => cluster!.clusterId),
      ...(owner !== (first?.owner ?? '') && { owner }),
      ...(due !== (first?.dueDay ?? '') && { dueDay: due }),
      ...(note !== '' && { note }),
    });
    say(
      `Noted on ${counted(followedUp, 'exception')}${skippedClusterIds.length > 0 ? `; ${skippedClusterIds.length} were left out` : ''}.`,
    );
    await onDone();
  };
  return h(
    Dialog,
    { title: `Note on ${counted(clusters.length, 'exception')}`, act: 'Note', onAct: act, onClose },
    h(
      'div',
      { class: 'fields' },
      field({ label: 'Who looks into it', value: owner, onInput: setOwner }),
      field({ label: 'Until', type: 'date', value: due, onInput: setDue }),
    ),
    noteField(note, setNote),
  );
}

/** Keys of the list that are no movement in it. */
export function keyActs(event: KeyboardEvent, act: ((key: string) => boolean) | null, filter: string): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/') document.getElementById(filter)?.focus();
  else if (act?.(event.key) !== true) return;
  event.preventDefault();
}

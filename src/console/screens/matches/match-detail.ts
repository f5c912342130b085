// Why the rows of a match belong together: keys, money, days, texts, the next best row. And taking it apart, with a
// reason.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MatchGroup } from '../../../../gen/tieout/reporting/v1/rows_pb.ts';
import { beside } from '../../parts/beside.ts';
import { Dialog } from '../../parts/dialog.ts';
import { fact } from '../../parts/fact.ts';
import { noteField } from '../../parts/fields.ts';
import { bars } from '../../plots/bars.ts';
import { people } from '../../state/clients.ts';
import { actOrPropose, PROPOSED } from '../../state/propose.ts';
import { say } from '../../state/said.ts';
import { may } from '../../state/who.ts';
import { plain } from '../../words/classes.ts';
import { counted, money } from '../../words/money.ts';
import { when } from '../../words/times.ts';
import type { ScreenProps } from '../screen.ts';

/** Labels of parts whose names do not say what they speak of. */
const PARTS: Readonly<Record<string, string>> = { next_best: 'the next best row', nobody: 'no partner' };

interface DetailProps {
  readonly group: MatchGroup;
  readonly place: ScreenProps;
  readonly onApart: () => void;
}

export function MatchDetail({ group, place, onApart }: DetailProps): JSX.Element {
  const { explanation: why, gl, bank, byHand, tier, difference } = group;
  const currency = (gl[0] ?? bank[0])?.currency ?? '';
  const days = why?.dateDifferenceDays ?? 0;
  const keys = (why?.keysCompared ?? []).map(
    ({ identifier, gl: own, bank: other }) => `${identifier} (ledger: ${own ?? 'none'}; bank: ${other ?? 'none'})`,
  );
  return h(
    'div',
    {},
    h('h2', {}, tier === 0 ? 'Matched by hand' : tier === 10 ? 'An entry and its reversal' : `Tier ${tier}`),
    beside(gl, bank),
    h(
      'dl',
      { class: 'facts' },
      fact('References', keys.length === 0 ? 'none decided' : keys.join('; ')),
      fact(
        'Difference',
        difference === 0 ? 'none' : `${money(difference, currency)}${why?.feeBasis ? `, as ${why.feeBasis}` : ''}`,
      ),
      fact(
        'Days',
        days === 0 ? 'the same day' : `${counted(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'} at the bank`,
      ),
      fact('Texts agree', why?.textScore === undefined ? undefined : why.textScore.toFixed(2)),
      fact('Probability', why?.probability === undefined ? undefined : why.probability.toFixed(3)),
      fact(
        'Next best',
        why?.runnerUp === undefined
          ? 'nothing else fitted'
          : `row ${why.runnerUp.recordId.slice(0, 12)}…, ${why.runnerUp.gap.toFixed(2)} behind`,
      ),
      byHand && fact('By', `${byHand.by ?? 'somebody without a name'}, ${when(byHand.at)}: ${byHand.note}`),
      byHand?.differenceAs !== undefined && fact('Difference as', plain(byHand.differenceAs)),
    ),
    why !== undefined &&
      why.evidence.length > 0 && [
        h('h3', {}, 'Evidence'),
        h(
          'ul',
          {},
          why.evidence.map(({ words }) => h('li', {}, words)),
        ),
        bars(
          'How much speaks for it: each bit doubles the odds',
          why.evidence.map(({ part, bits }) => ({
            label: PARTS[part] ?? plain(part),
            size: Math.abs(bits),
            shown: `${bits < 0 ? '\u2212' : ''}${Math.abs(bits).toFixed(1)} bits`,
            tone: bits < 0 ? ('warn' as const) : ('good' as const),
          })),
          { what: 'Bits' },
        ),
      ],
    may('decide') && h(TakeApart, { group, place, onApart }),
  );
}

function TakeApart({ group, place, onApart }: DetailProps): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const [note, setNote] = useState('');
  const { tenant, partner, session } = place;
  const act = async () => {
    const parting = { tenantId: tenant, partnerId: partner, sessionId: session, groupId: group.groupId, note };
    const order = { tenant, partner, order: { parting }, note };
    const taken = await actOrPropose(() => people.takeMatchApart(parting), order);
    if (taken === null) return say(PROPOSED);
    const { runId, goneGroupIds, newGroupIds } = taken;
    const rest =
      runId === undefined
        ? 'Its rows are open again.'
        : `Its rows stay apart in every later run; ${counted(goneGroupIds.length, 'other match', 'other matches')} went and ${counted(newGroupIds.length, 'came', 'came')} with the run that followed.`;
    say(`The match is taken apart. ${rest}`);
    onApart();
  };
  return h(
    'div',
    { class: 'acts' },
    h('button', { type: 'button', onClick: () => setAsked(true) }, 'Take apart'),
    isAsked &&
      h(
        Dialog,
        {
          title: 'Take the match apart',
          act: 'Take apart',
          onAct: act,
          onClose: () => setAsked(false),
          isReady: note.trim() !== '',
        },
        h('p', {}, 'No later run brings these rows together again; the session runs anew without the match.'),
        noteField(note, setNote, 'Why they do not belong together'),
      ),
  );
}

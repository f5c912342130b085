// The foot of the statement: who signed it, and signing it. What is signed is the kept statement, named by its digest.

import { h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type GetSignOffResponse, SignAs } from '../../../../gen/tieout/people/v1/sign_off_pb.ts';
import { Dialog } from '../../parts/dialog.ts';
import { noteField } from '../../parts/fields.ts';
import { shown } from '../../parts/loaded.ts';
import { stateWord } from '../../parts/state-word.ts';
import { people, reporting } from '../../state/clients.ts';
import { type Failure, failureOf } from '../../state/failure.ts';
import { useLoad } from '../../state/load.ts';
import { say } from '../../state/said.ts';
import { may } from '../../state/who.ts';
import { when } from '../../words/times.ts';
import type { ScreenProps } from '../screen.ts';

interface FootProps {
  readonly place: ScreenProps;
  /** A change of it asks for the signatures anew. */
  readonly turn: number;
  readonly onSigned: () => void;
}

type Asked = 'prepared' | 'reviewed' | 'reopened';

/** Whether the refusal passes by itself: work that follows from the last act may still move the statement. */
const isPassing = ({ code, sentence }: Failure): boolean =>
  code === 'session_busy' || (code === 'sign_off_state' && sentence.includes('has moved since'));
const MOST_TRIES = 4;

const TITLES: Readonly<Record<Asked, string>> = {
  prepared: 'Sign as prepared',
  reviewed: 'Sign as reviewed',
  reopened: 'Reopen the month',
};

export function SignOffFoot({ place, turn, onSigned }: FootProps): JSX.Element {
  const { tenant, partner, session } = place;
  const scope = { sessionId: session, tenantId: tenant, partnerId: partner };
  const loaded = useLoad(`signatures ${tenant} ${partner} ${session}`, () => people.getSignOff(scope));
  useEffect(() => {
    if (turn > 0) loaded.again();
  }, [turn]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [note, setNote] = useState('');
  const sign = async (as: SignAs) => {
    for (let left = MOST_TRIES; ; ) {
      try {
        const kept = await reporting.keepStatement(scope);
        await people.signOff({ ...scope, as, statementDigest: kept.digest, ...(note !== '' && { note }) });
        return;
      } catch (error) {
        if (--left === 0 || !isPassing(failureOf(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  };
  const act = async () => {
    if (asked === 'reopened') await people.reopenSession({ ...scope, reason: note });
    else await sign(asked === 'prepared' ? SignAs.PREPARED : SignAs.REVIEWED);
    say(asked === 'reopened' ? 'The month is open again.' : `Signed as ${asked}.`);
    setNote('');
    loaded.again();
    onSigned();
  };
  const ask = (what: Asked, isFirst = false) =>
    h('button', { type: 'button', class: isFirst ? 'primary' : '', onClick: () => setAsked(what) }, TITLES[what]);
  return h(
    'section',
    { class: 'paper', 'aria-label': 'Signatures' },
    h('h2', {}, 'Signatures'),
    shown(loaded, ({ signOff, events }) => {
      const state = signOff?.state ?? 'open';
      return [
        h('p', {}, stateWord(state)),
        h(
          'div',
          { class: 'sign' },
          signature('Prepared by', 'prepared', signOff),
          signature('Reviewed by', 'reviewed', signOff),
        ),
        h(
          'p',
          { class: 'acts' },
          state === 'open' && may('decide') && ask('prepared', true),
          state === 'prepared' && may('decide') && may('review') && ask('reviewed', true),
          state !== 'open' && may('review') && ask('reopened'),
        ),
        events.length > 0 &&
          h(
            'details',
            {},
            h('summary', {}, 'History'),
            h(
              'ul',
              {},
              events.map(({ event, by, at, reason }) =>
                h('li', {}, `${event} ${when(at)}${by ? ` by ${by}` : ''}${reason ? `: ${reason}` : ''}`),
              ),
            ),
          ),
      ];
    }),
    asked !== null &&
      h(
        Dialog,
        {
          title: TITLES[asked],
          act: TITLES[asked],
          onAct: act,
          onClose: () => setAsked(null),
          isReady: asked !== 'reopened' || note.trim() !== '',
        },
        asked === 'reopened'
          ? h('p', {}, 'The signatures are taken back. They stay in the history, with your reason.')
          : h(
              'p',
              {},
              'The statement as it stands now is kept for good, and you sign that text: it is named by its digest.',
            ),
        noteField(note, setNote, asked === 'reopened' ? 'Reason' : 'Note, if there is one'),
      ),
  );
}

function signature(title: string, as: string, signOff: GetSignOffResponse['signOff']): JSX.Element {
  const found = signOff?.signatures.find((one) => one.as === as);
  return h(
    'div',
    {},
    h('h3', {}, title),
    found === undefined
      ? h('p', { class: 'muted' }, 'nobody yet')
      : [
          h('p', {}, `${found.by ?? 'somebody without a name'}, ${when(found.at)}`),
          h('p', { class: 'mono muted' }, `statement ${found.statementDigest.slice(0, 16)}…`),
        ],
  );
}

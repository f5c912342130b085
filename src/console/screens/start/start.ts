// A new month: the ledger's file and the bank's, how each was read, what has to be said before it can be, and the terms
// of the run. From here to the statement no document has to be read.

import type { JsonObject } from '@bufbuild/protobuf';
import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { RunStatus } from '../../../../gen/tieout/engine/v1/run_pb.ts';
import { FailurePanel } from '../../parts/loaded.ts';
import { engine } from '../../state/clients.ts';
import { type Failure, failureOf } from '../../state/failure.ts';
import { go } from '../../state/route.ts';
import { requireUnchanged } from '../../state/send-file.ts';
import { who } from '../../state/who.ts';
import { RunProgress } from '../run.ts';
import type { ScreenProps } from '../screen.ts';
import { Drop } from './drop.ts';
import { type GivenFile, isReady, type Side } from './given-file.ts';
import { Reading } from './reading.ts';
import { monthOf, Terms, type TermsOfRun } from './terms.ts';

const TITLES: Readonly<Record<Side, string>> = { gl: 'Ledger', bank: 'Bank statement' };

interface StartProps extends ScreenProps {
  /** Said above the files, until the run begins. */
  readonly before?: string;
}

export function StartScreen({ tenant, partner, before: said }: StartProps): JSX.Element {
  const [files, setFiles] = useState<readonly GivenFile[]>([]);
  const [given, setGiven] = useState<Partial<TermsOfRun>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [started, setStarted] = useState<ScreenProps | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { caller, currency } = who.value!;
  const month = monthOf(files);
  const terms: TermsOfRun = {
    tenant: tenant || caller?.tenants?.[0] || 'own',
    partner: partner || caller?.partners?.[0] || 'main-bank',
    session: month?.name ?? 'month',
    start: month?.start ?? '',
    end: month?.end ?? '',
    days: '3',
    rate: '',
    chargeMin: '',
    chargeMax: '',
    currency,
    ...given,
  };
  const change = (id: number, to: Partial<GivenFile>) =>
    setFiles((before) => before.map((one) => (one.id === id ? { ...one, ...to } : one)));
  const of = (side: Side) => files.filter((file) => file.side === side);
  const mappingOf = (side: Side): JsonObject | undefined =>
    of(side).find(({ mapping }) => mapping !== null)?.mapping ?? undefined;
  const canRun = of('gl').length > 0 && of('bank').length > 0 && files.every(isReady) && !isOnBothSides(files);

  const run = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await requireUnchanged(
        terms.tenant,
        files.map(({ sent }) => sent!),
      );
      const number = (text: string) => (text.trim() === '' ? undefined : Number(text));
      const rate = number(terms.rate);
      await engine.reconcileBanking({
        ...{ sessionId: terms.session, tenantId: terms.tenant, partnerId: terms.partner, currency: terms.currency },
        ...(terms.start !== '' && { periodStartDate: terms.start }),
        ...(terms.end !== '' && { periodEndDate: terms.end }),
        glFileUrl: of('gl').map(({ sent }) => sent!.url),
        bankFileUrl: of('bank').map(({ sent }) => sent!.url),
        maxDaysForwardSearch: number(terms.days) ?? 0,
        maxDaysBackwardSearch: number(terms.days) ?? 0,
        ...(rate !== undefined && { mscRate: rate / 100 }),
        ...(terms.chargeMin !== '' && { chargeMin: Number(terms.chargeMin) }),
        ...(terms.chargeMax !== '' && { chargeMax: Number(terms.chargeMax) }),
        ...(mappingOf('gl') !== undefined && { glMapping: mappingOf('gl') }),
        ...(mappingOf('bank') !== undefined && { bankMapping: mappingOf('bank') }),
      });
      setStarted({ tenant: terms.tenant, partner: terms.partner, session: terms.session });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (started !== null) {
    return h(
      'div',
      {},
      h('div', { class: 'title' }, h('h1', {}, started.session), h('span', { class: 'muted' }, 'is being reconciled')),
      h(RunProgress, {
        ...started,
        onEnd: ({ status }) => {
          if (status === RunStatus.SUCCEEDED) go('statement', { ...started });
        },
      }),
      h('p', { class: 'acts' }, h('button', { type: 'button', onClick: () => setStarted(null) }, 'Back to the files')),
    );
  }
  const side = (name: Side): JSX.Element =>
    h(Drop, {
      title: TITLES[name],
      side: name,
      files: of(name),
      tenant: terms.tenant,
      terms,
      onAdd: (added) => setFiles((before) => [...before, ...added]),
      onChange: change,
      onRemove: (id) => setFiles((before) => before.filter((one) => one.id !== id)),
    });
  return h(
    'div',
    {},
    said && h('p', {}, said),
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'New month'),
      h(
        'span',
        { class: 'muted' },
        'Both files as they were exported: delimited text, workbooks, PDF, MT940, CAMT, OFX and others.',
      ),
    ),
    h('div', { class: 'drops' }, side('gl'), side('bank')),
    files.map((file) =>
      h(Reading, { key: file.id, file, title: TITLES[file.side], terms, onChange: (to) => change(file.id, to) }),
    ),
    h(
      'form',
      { onSubmit: run },
      h(Terms, { terms, onChange: (to) => setGiven((before) => ({ ...before, ...to })), isScopeShown: true }),
      failure && h(FailurePanel, { failure }),
      h(
        'p',
        { class: 'acts' },
        h('button', { type: 'submit', class: 'primary', disabled: !canRun || isBusy }, 'Reconcile'),
        !canRun && h('span', { class: 'muted' }, whatIsMissing(files)),
      ),
    ),
  );
}

const isOnBothSides = (files: readonly GivenFile[]): boolean => {
  const digestsOf = (side: Side) => files.flatMap((one) => (one.side === side && one.sent ? [one.sent.digest] : []));
  const ofBank = new Set(digestsOf('bank'));
  return digestsOf('gl').some((digest) => ofBank.has(digest));
};

function whatIsMissing(files: readonly GivenFile[]): string {
  if (isOnBothSides(files)) return 'The same file is on both sides: one of the two is in the wrong place.';
  const wrong = files.find(({ inspected, failure }) => failure !== null || inspected?.problem !== undefined);
  if (wrong !== undefined && wrong.inspected?.question === undefined)
    return `${wrong.file.name} cannot be used: remove it, or give another one.`;
  if (!files.some(({ side }) => side === 'gl')) return 'The ledger’s file is missing.';
  if (!files.some(({ side }) => side === 'bank')) return 'The bank’s file is missing.';
  if (files.some(({ inspected }) => inspected?.question !== undefined)) return 'A question above waits for an answer.';
  return 'The files are being read.';
}

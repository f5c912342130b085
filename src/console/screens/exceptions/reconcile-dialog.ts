// Reconciling what was not found with a file that came late. It names no ids, so the dialog sends the file and says first
// how many exceptions of which sessions are looked for in it.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PreviewResolveResponse } from '../../../../gen/tieout/resolution/v1/preview_pb.ts';
import { ClusterType, DecisionType } from '../../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { Dialog } from '../../parts/dialog.ts';
import { shown } from '../../parts/loaded.ts';
import { resolution } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { say } from '../../state/said.ts';
import { sendFile } from '../../state/send-file.ts';
import { counted } from '../../words/money.ts';
import type { ScreenProps } from '../screen.ts';
import { freshId, whoseOf } from './decide.ts';

interface ReconcileProps {
  readonly place: ScreenProps;
  readonly type: ClusterType;
  readonly domain: string;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

export function ReconcileDialog({ place, type, domain, onClose, onDone }: ReconcileProps): JSX.Element {
  const [file, setFile] = useState<File | null>(null);
  // What the bank statement lacks is looked for in another bank statement, and the reverse.
  const isBank = type === ClusterType.NOT_FOUND_GL;
  const orderWith = (url: string) => ({
    ...{ tenantId: place.tenant, partnerId: place.partner, clusterType: type, decision: DecisionType.RECONCILE },
    ...whoseOf(domain),
    ...(isBank ? { bankFileUrl: [url] } : { glFileUrl: [url] }),
  });
  const looked = useLoad(`reconcile ${type} ${file?.name} ${file?.lastModified} ${file?.size}`, async () => {
    if (file === null) return null;
    const sent = await sendFile(place.tenant, file);
    return { sent, preview: sent.problem === null ? await resolution.previewResolve(orderWith(sent.url)) : null };
  });
  const act = async () => {
    const { results } = await resolution.resolve({
      ...orderWith(looked.value!.sent.url),
      resolutionRequestId: freshId(),
    });
    say(`${counted(results.length, 'exception', 'exceptions')} found in ${file!.name} and approved.`);
    await onDone();
  };
  return h(
    Dialog,
    {
      ...{ title: 'Reconcile with a file', act: 'Reconcile', onAct: act, onClose },
      isReady: (looked.value?.preview?.clusters ?? 0) > 0,
    },
    h(
      'p',
      {},
      `What was not found so far is looked for in ${isBank ? 'a bank statement' : 'a ledger file'} that came late. Exceptions whose rows are in it are approved.`,
    ),
    h(
      'label',
      { class: 'field wide' },
      h('span', {}, isBank ? 'A bank statement' : 'A ledger file'),
      h('input', {
        type: 'file',
        onChange: (event: Event) => setFile((event.target as HTMLInputElement).files?.[0] ?? null),
      }),
    ),
    file !== null &&
      shown(looked, (found) =>
        found === null
          ? null
          : found.preview === null
            ? h('p', { class: 'bad', role: 'alert' }, `✕ ${found.sent.problem}`)
            : h('p', {}, lookedFor(found.preview)),
      ),
  );
}

function lookedFor({ clusters, groups }: PreviewResolveResponse): string {
  if (clusters === 0) return 'Nothing waits to be looked for.';
  const sessions = [...new Set(groups.map(({ sessionId }) => sessionId))];
  const where =
    sessions.length === 1
      ? `the session ${sessions[0]}`
      : `${sessions.length} sessions: ${sessions.slice(0, 5).join(', ')}${sessions.length > 5 ? ', …' : ''}`;
  return `Looks for ${counted(clusters, 'exception')} of ${where}.`;
}

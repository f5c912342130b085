// Reconciling what was not found with a file that came late. It names no ids, so the dialog says first how many
// exceptions of which sessions it looks for.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ClusterType, DecisionType } from '../../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { Dialog } from '../../parts/dialog.ts';
import { shown } from '../../parts/loaded.ts';
import { resolution } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { say } from '../../state/said.ts';
import { sendFile } from '../../state/send-file.ts';
import { classWords } from '../../words/classes.ts';
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
  const order = {
    ...{ tenantId: place.tenant, partnerId: place.partner, clusterType: type, decision: DecisionType.RECONCILE },
    ...whoseOf(domain),
  };
  const preview = useLoad(`reconcile ${type}`, () => resolution.previewResolve(order));
  // What the bank statement lacks is looked for in another bank statement, and the reverse.
  const isBank = type === ClusterType.NOT_FOUND_GL;
  const act = async () => {
    const { url } = await sendFile(place.tenant, file!);
    const { results } = await resolution.resolve({
      ...order,
      resolutionRequestId: freshId(),
      ...(isBank ? { bankFileUrl: [url] } : { glFileUrl: [url] }),
    });
    say(`${counted(results.length, 'exception', 'exceptions')} found in ${file!.name} and approved.`);
    await onDone();
  };
  return h(
    Dialog,
    { title: 'Reconcile with a file', act: 'Reconcile', onAct: act, onClose, isReady: file !== null },
    shown(preview, ({ clusters, groups }) => {
      const sessions = [...new Set(groups.map(({ sessionId }) => sessionId))];
      return h(
        'p',
        {},
        `Looks for ${counted(clusters, 'exception')} (${classWords(type)}) of ${sessions.length === 1 ? `the session ${sessions[0]}` : `${sessions.length} sessions: ${sessions.slice(0, 5).join(', ')}`}. Those whose rows are in the file are approved.`,
      );
    }),
    h(
      'label',
      { class: 'field wide' },
      h('span', {}, isBank ? 'A bank statement' : 'A ledger file'),
      h('input', {
        type: 'file',
        onChange: (event: Event) => setFile((event.target as HTMLInputElement).files?.[0] ?? null),
      }),
    ),
  );
}

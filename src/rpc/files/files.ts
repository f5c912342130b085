// The service for files that callers send: a stream of messages is one file, whose pieces are counted as they come.

import type { FilesService } from '../../../gen/tieout/files/v1/files_service_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { type SentFile, sentUrl } from '../../core/records/files/sent-file.ts';
import type { SentFiles } from '../../ports/coming/sent-files.ts';
import {
  keepSentFile,
  removeSentFile,
  type SentFileDependencies,
  sumOf,
} from '../../workflows/files/keep-sent-file.ts';
import { instant } from '../plain-values.ts';
import type { ServiceHandlers } from '../services.ts';
import { fileTooLarge } from '../sizes/body-bounds.ts';
import { type ArrivalsDependencies, listArrivals } from './arrivals.ts';

interface FilesDependencies extends Omit<SentFileDependencies, 'sent' | 'store'>, Omit<ArrivalsDependencies, 'store'> {
  readonly store: SentFileDependencies['store'] & ArrivalsDependencies['store'];
  /** Null: no folder for them is configured. */
  readonly sent: SentFiles | null;
  readonly mostBytes: number;
}

export function filesService({
  sent,
  mostBytes,
  ...deps
}: FilesDependencies): Required<ServiceHandlers<typeof FilesService>> {
  const taken = (): SentFileDependencies => {
    if (sent !== null) return { ...deps, sent };
    throw new TieoutError(
      'files_not_taken',
      'Files cannot be sent here: TIEOUT_FILES_SENT names no folder that the processes of the service share.',
    );
  };
  return {
    async putFile(messages, { caller }) {
      const stream = messages[Symbol.asyncIterator]();
      const first = await stream.next();
      if (first.done) throw new TieoutError('invalid_request', 'The stream has no message, which would name the file');
      const keeping = taken();
      const { tenantId: tenant = '', name = '', digest, content } = first.value.message;
      async function* pieces(): AsyncGenerator<Uint8Array> {
        let bytes = 0;
        for (let piece = content; ; ) {
          bytes += piece?.length ?? 0;
          if (bytes > mostBytes) throw fileTooLarge(mostBytes);
          if (piece !== undefined) yield piece;
          const next = await stream.next();
          if (next.done) return;
          piece = next.value.message.content;
        }
      }
      const key = { tenant, name };
      const file = await keepSentFile(keeping, {
        key,
        pieces: pieces(),
        digest: digest?.toLowerCase() ?? null,
        sentBy: caller.id,
      });
      return { answer: { case: 'file' as const, value: fileMessage(file) } };
    },

    async listFiles({ tenantId: tenant = '' }) {
      const files = await taken().sent.list(tenant);
      const [bytes, mostBytes] = [BigInt(sumOf(files)), BigInt(deps.mostTenantBytes)];
      return { items: files.map(fileMessage), bytes, mostBytes };
    },

    listArrivals: (request) => listArrivals(deps, request),

    async deleteFile({ tenantId: tenant = '', name = '' }) {
      await removeSentFile(taken(), { tenant, name });
      return { name };
    },
  };
}

const fileMessage = ({ name, size, digest, format, problem, sentAt, sentBy }: SentFile) => ({
  ...{ name, url: sentUrl(name), size: BigInt(size), digest, sentAt: instant(sentAt) },
  format: format ?? undefined,
  problem: problem ?? undefined,
  sentBy: sentBy ?? undefined,
});

// A file on its way into a run: sent, read, and perhaps asked about.

import type { JsonObject } from '@bufbuild/protobuf';
import type { InspectFileResponse } from '../../../../gen/tieout/engine/v1/inspect_file_pb.ts';
import { Side as SideEnum } from '../../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { engine } from '../../state/clients.ts';
import { type Failure, failureOf } from '../../state/failure.ts';
import { type SentFile, sendFile } from '../../state/send-file.ts';

export type Side = 'gl' | 'bank';

export interface GivenFile {
  readonly id: number;
  readonly side: Side;
  readonly file: File;
  /** Null until the service has read the file. */
  readonly sent: SentFile | null;
  readonly inspected: InspectFileResponse | null;
  /** The mapping that a person chose; null for none. */
  readonly mapping: JsonObject | null;
  readonly failure: Failure | null;
}

export const isReady = ({ sent, inspected, failure }: GivenFile): boolean =>
  sent !== null && failure === null && inspected !== null && inspected.problem === undefined;

let ids = 0;
export const givenFile = (side: Side, file: File): GivenFile => ({
  ...{ id: ++ids, side, file, sent: null, inspected: null, mapping: null, failure: null },
});

interface Terms {
  readonly tenant: string;
  readonly currency: string;
}

/** Sends the file, and has it read; tells each step. */
export async function take(given: GivenFile, terms: Terms, tell: (to: Partial<GivenFile>) => void): Promise<void> {
  try {
    const sent = await sendFile(terms.tenant, given.file);
    tell({ sent, failure: null });
    await readAgain({ ...given, sent }, terms, tell);
  } catch (error) {
    tell({ failure: failureOf(error) });
  }
}

/** Has a sent file read by what was said of it. */
export async function readAgain(
  { sent, side, mapping }: Pick<GivenFile, 'sent' | 'side' | 'mapping'>,
  { tenant, currency }: Terms,
  tell: (to: Partial<GivenFile>) => void,
): Promise<void> {
  try {
    const inspected = await engine.inspectFile({
      ...{ tenantId: tenant, fileUrl: sent!.url, currency, side: side === 'gl' ? SideEnum.GL : SideEnum.BANK },
      ...(mapping !== null && { mapping }),
    });
    tell({ inspected, mapping, failure: null });
  } catch (error) {
    tell({ failure: failureOf(error) });
  }
}

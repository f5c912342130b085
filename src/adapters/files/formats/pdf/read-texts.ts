// The texts of a PDF's pages with their places. Reading waits for a thread, for at most a minute.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { TieoutError } from '../../../../core/errors.ts';
import { MAX_PDF_BYTES, MAX_PDF_MS, MAX_STATEMENT_LETTERS, MAX_STATEMENT_PAGES } from '../../../../core/limits.ts';
import { type OpenFile, readAt } from '../../bytes/byte-source.ts';

/** A piece of text; lengths in points, from the page's lower left corner. */
export interface PdfText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly height: number;
}

export interface PdfQuestion {
  readonly bytes: ArrayBuffer;
  readonly port: MessagePort;
  readonly answered: Int32Array;
}

export interface PdfPages {
  readonly pages: readonly (readonly PdfText[])[];
  /** Whether packed content is not what its checksum says. */
  readonly isChecksumWrong: boolean;
}

export type PdfAnswer = PdfPages | { readonly failure: 'locked' | 'damaged' | 'too long' };

const FAILURES = {
  locked: 'the PDF is protected with a password; save it without one.',
  damaged: 'the PDF is damaged or cut off; get the file again.',
  'too long': `the PDF has more than ${MAX_STATEMENT_PAGES} pages or ${MAX_STATEMENT_LETTERS} letters; cut it by period.`,
} as const;

/** Memory of the thread, in MB. */
const MEMORY = { maxOldGenerationSizeMb: 512 };

/** Throws file_not_understood, file_too_large. */
export function readTexts(file: OpenFile, name: string): PdfPages {
  const refuse = (sentence: string) => new TieoutError('file_not_understood', sentence, { file: name });
  if (file.size > MAX_PDF_BYTES)
    throw new TieoutError('file_too_large', `the PDF is larger than ${MAX_PDF_BYTES / 1e6} MB.`, { file: name });
  const content = readAt(file, { from: 0, length: file.size });
  const bytes = content.buffer.slice(content.byteOffset, content.byteOffset + content.length) as ArrayBuffer;
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const workerData: PdfQuestion = { bytes, port: port2, answered };
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData,
    transferList: [port2, bytes],
    resourceLimits: MEMORY,
  });
  // The thread's own failure is told by its silence.
  thread.on('error', () => {});
  try {
    Atomics.wait(answered, 0, 0, MAX_PDF_MS);
    const answer = receiveMessageOnPort(port1)?.message as PdfAnswer | undefined;
    if (answer === undefined) throw refuse(`the PDF cannot be read within ${MAX_PDF_MS / 1000} seconds.`);
    if ('failure' in answer) throw refuse(FAILURES[answer.failure]);
    return answer;
  } finally {
    port1.close();
    void thread.terminate();
  }
}

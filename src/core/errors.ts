// Every failure that a person is meant to read. A failure is thrown as a TieoutError with one sentence that says
// what is wrong, where (file and line when there is one) and what to do; anything else that escapes is a defect.
// What its code means stands in error-kinds.ts.

import { DEFECT, ERROR_KINDS, type ErrorCode, type RpcCode } from './error-kinds.ts';
import type { ReadingChoice } from './reading-choice.ts';

interface ErrorPlace {
  readonly file?: string;
  /** The line as an editor shows it, from 1. */
  readonly line?: number;
  /** The server that it is about, hosts and ports: for logs alone, no sentence and no answer shows it. */
  readonly server?: string;
  /** The readings that a question about a file leaves. */
  readonly choices?: readonly ReadingChoice[];
}

/** A failure with a code of ERROR_KINDS, one sentence for a person and, where there is one, the file and line. */
export class TieoutError extends Error {
  readonly code: ErrorCode;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly server: string | undefined;
  readonly choices: readonly ReadingChoice[] | undefined;

  constructor(code: ErrorCode, sentence: string, place: ErrorPlace = {}) {
    super(sentence);
    this.name = 'TieoutError';
    this.code = code;
    this.file = place.file;
    this.line = place.line;
    this.server = place.server;
    this.choices = place.choices;
  }

  /** The sentence with its place in front: `gl.csv:17: the quoted field that starts here never ends.` */
  get sentence(): string {
    const at =
      this.file === undefined ? '' : this.line === undefined ? `${this.file}: ` : `${this.file}:${this.line}: `;
    return at + this.message;
  }
}

/**
 * An error that its method answers as a defect (500), whatever its code's own status is. It tells the caller that it is
 * unknown whether the decision was made.
 */
export class AnsweredAsDefect extends TieoutError {
  constructor({ code, message, file, line, server }: TieoutError) {
    super(code, message, {
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(server !== undefined && { server }),
    });
  }
}

/** How a failure is answered. */
export const statusOf = (failure: TieoutError): { readonly http: number; readonly rpc: RpcCode } =>
  failure instanceof AnsweredAsDefect ? DEFECT : ERROR_KINDS[failure.code];

/** The plain form that crosses a thread, and back: errors lose their class in structured cloning. */
export interface ErrorRecord {
  readonly code: ErrorCode;
  readonly message: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly server: string | undefined;
  readonly choices?: readonly ReadingChoice[];
  readonly stack: string | undefined;
}

export function toErrorRecord(error: unknown): ErrorRecord {
  if (error instanceof TieoutError) {
    const { code, message, file, line, server, choices, stack } = error;
    return { code, message, file, line, server, ...(choices !== undefined && { choices }), stack };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message,
    file: undefined,
    line: undefined,
    server: undefined,
    stack: error instanceof Error ? error.stack : undefined,
  };
}

export function fromErrorRecord({ code, message, file, line, server, choices, stack }: ErrorRecord): TieoutError {
  const error = new TieoutError(code, message, {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(server !== undefined && { server }),
    ...(choices !== undefined && { choices }),
  });
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** As a log has it: of a failure that is a sentence already no stack, which would say where it was worded and no more. */
export function loggable(error: unknown): unknown {
  if (!(error instanceof TieoutError) || error.code === 'internal') return error;
  const { code, sentence: message, server } = error;
  return server === undefined ? { code, message } : { code, message, server };
}

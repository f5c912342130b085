// Rewords the RPC library's errors about unreadable messages as refusals: it reports such bytes as its own failure, and
// repeats values in its sentence.

import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';

/**
 * Call it when a call begins. A failure aborts the call's signal before it is written, with the failure as the reason.
 */
export function sayPlainly({ signal, method }: HandlerContext): void {
  signal.addEventListener('abort', () => {
    const failure: unknown = signal.reason;
    if (!(failure instanceof ConnectError)) return;
    const plain = plainly(failure.rawMessage, method.input.typeName);
    if (plain !== null) Object.assign(failure, { code: Code.InvalidArgument, rawMessage: plain });
  });
}

/** Null: the sentence needs no change. */
function plainly(said: string, message: string): string | null {
  if (said.startsWith('parse binary: ')) return `the body is no ${message} as protobuf writes it`;
  const field = /^cannot decode field (\S+) from JSON:? ?(expected [a-z]+( \([a-z0-9]+\))?)?/.exec(said);
  if (field) return `${/(?<!\w)\w+$/.exec(field[1])?.[0] ?? field[1]}: ${field[2] ?? 'is of another type'}`;
  return /^cannot decode \S+(?: \S+)? from JSON/.test(said) ? `the body is no ${message} in JSON` : null;
}

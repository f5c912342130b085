// What the RPC library says of a message that it cannot read, said again as a refusal of the caller's: it calls bytes
// that are no such message a failure of its own, and repeats values in its sentence.

import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';

/** For a call that begins. A failure ends the call's signal before it is written, with the failure for the reason. */
export function sayPlainly({ signal, method }: HandlerContext): void {
  signal.addEventListener('abort', () => {
    const failure: unknown = signal.reason;
    if (!(failure instanceof ConnectError)) return;
    const plain = plainly(failure.rawMessage, method.input.typeName);
    if (plain !== null) Object.assign(failure, { code: Code.InvalidArgument, rawMessage: plain });
  });
}

/** Null: it says what it should. */
function plainly(said: string, message: string): string | null {
  if (said.startsWith('parse binary: ')) return `the body is no ${message} as protobuf writes it`;
  const field = /^cannot decode field (\S+) from JSON:? ?(expected [a-z]+( \([a-z0-9]+\))?)?/.exec(said);
  if (field) return `${/(?<!\w)\w+$/.exec(field[1])?.[0] ?? field[1]}: ${field[2] ?? 'is of another type'}`;
  return /^cannot decode \S+(?: \S+)? from JSON/.test(said) ? `the body is no ${message} in JSON` : null;
}

// Who sent a message of the bus. The caller's own subject proves it where the rights of NATS keep others off it, and a
// signature proves it anywhere: Ed25519 over the subject, a line feed, and the body.

import { createPublicKey, verify } from 'node:crypto';
import type { Sender } from '../../ports/bus.ts';
import type { ListedCaller } from './read-callers.ts';

interface SentMessage {
  readonly subject: string;
  readonly content: Uint8Array;
  readonly sender?: Sender;
}

/** Null: the message proves nobody. A message that names two callers names none. */
export function provenSender(
  { subject, content, sender }: SentMessage,
  named: (id: string) => ListedCaller | null,
): ListedCaller | null {
  if (sender === undefined) return null;
  const { ofSubject, named: id, signature } = sender;
  if (ofSubject !== null && id !== null && ofSubject !== id) return null;
  const ofOwnSubject = ofSubject === null ? null : named(ofSubject);
  if (ofOwnSubject?.ownsSubject) return ofOwnSubject;
  const caller = id === null ? null : named(id);
  if (caller === null || signature === null) return null;
  const signed = Buffer.concat([Buffer.from(`${subject}\n`), content]);
  const given = Buffer.from(signature, 'base64');
  return caller.busKeys.some((key) => verify(null, signed, publicKey(key), given)) ? caller : null;
}

/** The 32 bytes of the key as the one form that is read: a JSON Web Key. */
const publicKey = (key: string) =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'base64').toString('base64url') },
    format: 'jwk',
  });

// Why a secure connection to a server failed, by the code of Node or OpenSSL, and what to do about it. All servers
// share these sentences; only the names of settings differ.

/** Names of a server and its settings for these sentences. */
export interface SecureServer {
  /** the NATS server at nats:4222 */
  readonly server: string;
  /** Setting with the file of its authority: NATS_TLS_CA */
  readonly authority: string;
  /** Setting with its address: NATS_URL */
  readonly address: string;
  /** Setting with the client certificate: NATS_TLS_CERT and NATS_TLS_KEY */
  readonly own: string;
}

type Sentence = (of: SecureServer) => string;

/** The first entry that fits a code of the error or of its causes applies. */
const TROUBLES: readonly (readonly [code: RegExp, Sentence])[] = [
  [
    /^CERT_HAS_EXPIRED$/,
    ({ server }) => `The certificate of ${server} has expired: renew it there, or the authority’s that signed it.`,
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    ({ server }) => `The certificate of ${server} is not valid yet: correct the clocks of both machines, or renew it.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    ({ server, address }) =>
      `The certificate of ${server} is made out to other names: write one of these in ${address}, or give the server ` +
      'a certificate for this one.',
  ],
  [
    /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_(UNTRUSTED|SIGNATURE_FAILURE)|INVALID_CA)/,
    ({ server, authority }) =>
      `The certificate of ${server} is signed by an authority that is not known here: name the file with the ` +
      `authority’s certificate in ${authority}.`,
  ],
  [
    /^(CERT_REVOKED|CERT_REJECTED|INVALID_PURPOSE)$/,
    ({ server }) => `The certificate of ${server} is revoked or made for another use: give the server another one.`,
  ],
  [/ALERT_(CERTIFICATE|BAD_CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|ACCESS_DENIED)/, (of) => wantsOwn(of)],
];

/** The sentence for a server that closes the connection because of a wrong or missing client certificate. */
export const wantsOwn: Sentence = ({ server, own }) =>
  `${capital(server)} ends the secure connection: it asks for a certificate that its authority signed; name it in ${own}.`;

/** One sentence; null if the connection did not fail because of certificates. */
export function certificateTrouble(error: unknown, of: SecureServer): string | null {
  const codes = codesIn(error);
  return TROUBLES.find(([code]) => codes.some((found) => code.test(found)))?.[1](of) ?? null;
}

export const capital = (text: string): string => text[0].toUpperCase() + text.slice(1);

/** Codes of an error and its causes. */
export function codesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as NodeJS.ErrnoException;
  return [...(typeof code === 'string' ? [code] : []), ...codesIn(error.cause)];
}

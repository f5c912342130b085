// Why a secure connection to a server was not made, by the code that Node or OpenSSL gives, and what to do about it: the
// same for every server, but for the names of what is configured.

/** As sentences name it. */
export interface SecureServer {
  /** the NATS server at nats:4222 */
  readonly server: string;
  /** Where the file with its authority is named: NATS_TLS_CA */
  readonly authority: string;
  /** Where its address stands: NATS_URL */
  readonly address: string;
  /** Where the own certificate is named: NATS_TLS_CERT and NATS_TLS_KEY */
  readonly own: string;
}

type Says = (of: SecureServer) => string;

/** The first that fits a code of the error, or of what it was made for, is meant. */
const TROUBLES: readonly (readonly [code: RegExp, Says])[] = [
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

/** Errors of a server that hangs up because of the client's certificate, or because there is none. */
export const wantsOwn: Says = ({ server, own }) =>
  `${capital(server)} ends the secure connection: it asks for a certificate that its authority signed; name it in ${own}.`;

/** One sentence, null when it is not the certificates that the connection failed for. */
export function certificateTrouble(error: unknown, of: SecureServer): string | null {
  const codes = codesIn(error);
  return TROUBLES.find(([code]) => codes.some((found) => code.test(found)))?.[1](of) ?? null;
}

export const capital = (text: string): string => text[0].toUpperCase() + text.slice(1);

/** Codes of the error and of all that it was made for. */
export function codesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as NodeJS.ErrnoException;
  return [...(typeof code === 'string' ? [code] : []), ...codesIn(error.cause)];
}

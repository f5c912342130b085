// Hosts from which files may be fetched (TIEOUT_FILES_HOSTS): a named host, with any address; all hosts of a domain; or
// every host. The last two must have public addresses.

export interface AllowedHost {
  /** Lower case; for a pattern the part after the star, empty for any host. */
  readonly name: string;
  readonly port: string | null;
  readonly isPattern: boolean;
}

/** The configuration has already validated the list. */
export const allowedHosts = (text: string): readonly AllowedHost[] =>
  text.split(',').map((entry) => {
    const [, host = '', port = null] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase())!;
    const isPattern = host.startsWith('*');
    return { name: isPattern ? host.slice(1) : host, port, isPattern };
  });

/** Null if files may not be fetched from there. */
export function permissionFor(url: URL, hosts: readonly AllowedHost[]): { readonly mayBePrivate: boolean } | null {
  const name = url.hostname.replace(/\.$/, '');
  const port = portOf(url);
  const matching = hosts.filter(
    (host) =>
      (host.port === null || host.port === port) && (host.isPattern ? name.endsWith(host.name) : host.name === name),
  );
  return matching.length === 0 ? null : { mayBePrivate: matching.some(({ isPattern }) => !isPattern) };
}

/** The port of a URL, also if it is the protocol's default, which URLs omit. */
export const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

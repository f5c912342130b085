// Which hosts files are fetched from (TIEOUT_FILES_HOSTS): a host by its name, which may then lie anywhere, or every host
// of a domain, or every host, which must then be public.

export interface AllowedHost {
  /** Lower case; what stands behind the star, empty for any host. */
  readonly name: string;
  readonly port: string | null;
  readonly isPattern: boolean;
}

/** The list is one that the configuration has found to be valid. */
export const allowedHosts = (text: string): readonly AllowedHost[] =>
  text.split(',').map((entry) => {
    const [, host = '', port = null] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase())!;
    const isPattern = host.startsWith('*');
    return { name: isPattern ? host.slice(1) : host, port, isPattern };
  });

/** Null: files are not fetched from there. */
export function permissionFor(url: URL, hosts: readonly AllowedHost[]): { readonly mayBePrivate: boolean } | null {
  const name = url.hostname.replace(/\.$/, '');
  const port = portOf(url);
  const matching = hosts.filter(
    (host) =>
      (host.port === null || host.port === port) && (host.isPattern ? name.endsWith(host.name) : host.name === name),
  );
  return matching.length === 0 ? null : { mayBePrivate: matching.some(({ isPattern }) => !isPattern) };
}

/** Also where it is the protocol's own, which urls leave out. */
export const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

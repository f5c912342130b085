// The chain over a tenant's audit: a link for each batch of rows, made when the batch is complete, in that order. Each
// link is sealed together with the one before, so that no change, loss, addition or reordering goes unnoticed
// (core/exceptions/audit-chain.ts).

export interface AuditLink {
  readonly tenant: string;
  /** Its place in the tenant's chain, from 1. */
  readonly n: number;
  readonly partner: string;
  readonly operationId: string;
  /** Rows of the batch, and the places of the first and the last where rows are listed. */
  readonly rows: number;
  readonly firstPlace: number;
  readonly lastPlace: number;
  /** Digest of the rows as they are stored, in the order of their places. */
  readonly digest: string;
  /**
   * Whether the rows carry this digest. They do not if the call ended while it wrote them and they were completed
   * afterwards.
   */
  readonly isWhole: boolean;
  /** Whether it was written before there was a chain. */
  readonly isEarlier: boolean;
  /**
   * Why a batch is chained a second time: rows of its call were written after the first link. The link's operation is
   * then the call's id with REPAIRED appended. Null for other links.
   */
  readonly repair: string | null;
  /** The head of the link before; '' for the first link. */
  readonly previous: string;
  /** The key that seals the link; null for none. */
  readonly keyId: string | null;
  readonly head: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Appended to the id of a call whose batch is chained a second time. */
export const REPAIRED = '/repaired';

/** A store keeps a link as one text, so that it reads back exactly what was sealed. */
export const linkToStore = (link: AuditLink): string => JSON.stringify(link);

/** The key under which a store keeps a link. */
type LinkPlace = Pick<AuditLink, 'tenant' | 'n' | 'partner' | 'operationId'>;

/** Reads a link. A text that is no link becomes an empty link, so that verifying finds it and names its place. */
export function storedLink(text: string, place: LinkPlace): AuditLink {
  const said = parsed(text);
  const textOf = (name: keyof AuditLink): string => (typeof said[name] === 'string' ? said[name] : '');
  const numberOf = (name: keyof AuditLink): number => (typeof said[name] === 'number' ? said[name] : 0);
  return {
    ...place,
    ...{ rows: numberOf('rows'), firstPlace: numberOf('firstPlace'), lastPlace: numberOf('lastPlace') },
    ...{ digest: textOf('digest'), isWhole: said.isWhole === true, isEarlier: said.isEarlier === true },
    repair: said.repair == null ? null : textOf('repair'),
    ...{ previous: textOf('previous'), keyId: said.keyId == null ? null : textOf('keyId') },
    ...{ head: textOf('head'), at: numberOf('at') },
  };
}

function parsed(text: string): Readonly<Partial<Record<keyof AuditLink, unknown>>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

// The chain over a tenant's audit: a link for each batch of rows, made once the batch is whole and in the order in which
// that came about. Each link is sealed together with the one before, so that nothing can be changed, dropped, added or
// reordered between them (core/exceptions/audit-chain.ts).

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
  /** Over the rows as they are stored, in the order of their places. */
  readonly digest: string;
  /**
   * Whether that is the digest that the rows carry. It is not where the call ended in the middle of writing them and
   * they were completed afterwards.
   */
  readonly isWhole: boolean;
  /** Whether it was written before there was a chain. */
  readonly isEarlier: boolean;
  /**
   * Why a batch is taken in again: rows of its call were written after it had been chained. The link's operation is that
   * of the call with REPAIRED behind it. Null of every other link.
   */
  readonly repair: string | null;
  /** The head of the link before; '' of the first. */
  readonly previous: string;
  /** Which key seals it; null for none. */
  readonly keyId: string | null;
  readonly head: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Behind the id of a call whose batch is taken in again. */
export const REPAIRED = '/repaired';

/** A store keeps a link as one text: what was sealed is what comes back. */
export const linkToStore = (link: AuditLink): string => JSON.stringify(link);

/** Under which a store keeps it. */
type LinkPlace = Pick<AuditLink, 'tenant' | 'n' | 'partner' | 'operationId'>;

/** What somebody made no link of is one that says nothing, so that verifying finds and names it by its place. */
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

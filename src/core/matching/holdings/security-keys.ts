// By which key a security is known on both sides: its ISIN, else its CUSIP, SEDOL or local code, else its name. A report
// that names a CUSIP alone meets books that have the ISIN beside it: an identifier that stands with one ISIN only, in any
// row of either side or inside the ISIN itself, is that ISIN.

import { SECURITY_IDS, type SecurityId } from '../../records/holdings/holding-fields.ts';

export type SecurityNames = Readonly<Record<SecurityId | 'name', string>>;

/** Upper case, letters and digits alone: codes differ in spaces and dashes from system to system. */
export const plainCode = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** What an ISIN of these countries holds: a CUSIP or a SEDOL. */
function insideIsin(isin: string): Partial<Record<SecurityId, string>> {
  if (/^(US|CA)[A-Z0-9]{9}\d$/.test(isin)) return { cusip: isin.slice(2, 11) };
  if (/^(GB|IE)00[A-Z0-9]{7}\d$/.test(isin)) return { sedol: isin.slice(4, 11) };
  return {};
}

/** The identifiers of a security in plain form, those inside its ISIN with them. */
export function plainNames(names: SecurityNames): SecurityNames {
  const isin = plainCode(names.isin);
  const inside = insideIsin(isin);
  return {
    isin,
    cusip: plainCode(names.cusip) || (inside.cusip ?? ''),
    sedol: plainCode(names.sedol) || (inside.sedol ?? ''),
    local_code: plainCode(names.local_code),
    name: plainCode(names.name),
  };
}

const LESSER = ['cusip', 'sedol', 'local_code', 'name'] as const;
type Lesser = (typeof LESSER)[number];

/** The best key that an identifier stands with; null where it stands with several that are equally good. */
interface Known {
  readonly rank: number;
  readonly key: string | null;
}

export class SecurityKeys {
  readonly #known: Readonly<Record<Lesser, Map<string, Known>>> = {
    cusip: new Map(),
    sedol: new Map(),
    local_code: new Map(),
    name: new Map(),
  };

  /** `all`: of every row of both sides, in plain form, in any order. */
  constructor(all: Iterable<SecurityNames>) {
    for (const names of all) {
      const rank = SECURITY_IDS.findIndex((kind) => names[kind] !== '');
      if (rank < 0) continue;
      const best = SECURITY_IDS[rank]!;
      const key = `${best}:${names[best]}`;
      for (const kind of LESSER) if (kind !== best && names[kind] !== '') this.#note(kind, names[kind], { rank, key });
    }
  }

  #note(kind: Lesser, id: string, met: Known): void {
    const known = this.#known[kind].get(id);
    if (known === undefined || met.rank < known.rank) this.#known[kind].set(id, met);
    else if (met.rank === known.rank && met.key !== known.key) this.#known[kind].set(id, { ...met, key: null });
  }

  /** Of names in plain form; '' where a row names nothing. */
  keyOf(names: SecurityNames): string {
    if (names.isin !== '') return `isin:${names.isin}`;
    const kind = LESSER.find((one) => names[one] !== '');
    return kind === undefined ? '' : this.#keyBy(kind, names[kind]);
  }

  /** A key is always of a better kind than the identifier that leads to it: the way to it ends. */
  #keyBy(kind: Lesser, id: string): string {
    const known = this.#known[kind].get(id)?.key ?? null;
    if (known === null) return `${kind}:${id}`;
    const at = known.indexOf(':');
    const better = known.slice(0, at);
    return better === 'isin' ? known : this.#keyBy(better as Lesser, known.slice(at + 1));
  }
}

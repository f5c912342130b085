// The key by which both sides know a security: its ISIN, else its CUSIP, SEDOL or local code, else its name. A report
// may have only the CUSIP while the books have CUSIP and ISIN. So an identifier that stands with one ISIN only, in any
// row of either side or inside the ISIN itself, counts as that ISIN. A local code that another row has as its ISIN
// counts as it too.

import { SECURITY_IDS, type SecurityId } from '../../records/holdings/holding-fields.ts';

export type SecurityNames = Readonly<Record<SecurityId | 'name', string>>;

/** Upper case, letters and digits alone: codes differ in spaces and dashes from system to system. */
function plainCode(text: string): string {
  const upper = text.toUpperCase();
  return /^[A-Z0-9]*$/.test(upper) ? upper : upper.replace(/[^\p{L}\p{N}]/gu, '');
}

/** The CUSIP or SEDOL inside an ISIN of these countries. */
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

const PUBLIC_IDS = ['isin', 'cusip', 'sedol'] as const;
const LESSER = ['cusip', 'sedol', 'local_code', 'name'] as const;
type Lesser = (typeof LESSER)[number];

/** The best key that an identifier stands with; null where it stands with several that are equally good. */
interface Known {
  readonly rank: number;
  readonly key: string | null;
}

/** Rows of a side, by place: their ISIN as written, and all their names in plain form. */
interface RowsWithNames {
  readonly count: number;
  isinAt(k: number): string;
  namesAt(k: number): SecurityNames;
}

export class SecurityKeys {
  readonly #known: Readonly<Record<Lesser, Map<string, Known>>> = {
    cusip: new Map(),
    sedol: new Map(),
    local_code: new Map(),
    name: new Map(),
  };

  constructor(sides: readonly RowsWithNames[]) {
    // Only identifiers that some row has as its best name are looked up.
    const sought: Record<Lesser, Set<string>> = {
      cusip: new Set(),
      sedol: new Set(),
      local_code: new Set(),
      name: new Set(),
    };
    let isSought = false;
    for (const side of sides) {
      for (let k = 0; k < side.count; k++) {
        if (side.isinAt(k) !== '') continue;
        const names = side.namesAt(k);
        const kind = LESSER.find((one) => names[one] !== '');
        if (kind === undefined) continue;
        sought[kind].add(names[kind]);
        isSought = true;
      }
    }
    if (!isSought) return;
    for (const side of sides) {
      for (let k = 0; k < side.count; k++) this.#noteNames(side.namesAt(k), sought);
    }
  }

  #noteNames(names: SecurityNames, sought: Readonly<Record<Lesser, ReadonlySet<string>>>): void {
    const rank = SECURITY_IDS.findIndex((kind) => names[kind] !== '');
    if (rank < 0) return;
    const best = SECURITY_IDS[rank];
    const key = `${best}:${names[best]}`;
    for (const kind of LESSER) {
      if (kind !== best && sought[kind].has(names[kind])) this.#note(kind, names[kind], { rank, key });
    }
    // A code that was read as a local code (wrong check digit, mixed column) may be the ISIN of another row.
    for (const kind of PUBLIC_IDS) {
      if (sought.local_code.has(names[kind])) this.#note('local_code', names[kind], { rank, key });
    }
  }

  #note(kind: Lesser, id: string, met: Known): void {
    const known = this.#known[kind].get(id);
    if (known === undefined || met.rank < known.rank) this.#known[kind].set(id, met);
    else if (met.rank === known.rank && met.key !== known.key) this.#known[kind].set(id, { ...met, key: null });
  }

  /** '' where a row names nothing. */
  keyAt(rows: RowsWithNames, k: number): string {
    const isin = plainCode(rows.isinAt(k));
    if (isin !== '') return `isin:${isin}`;
    const names = rows.namesAt(k);
    const kind = LESSER.find((one) => names[one] !== '');
    return kind === undefined ? '' : this.#keyBy(kind, names[kind]);
  }

  /** The recursion ends because a key is always of a better kind than the identifier that leads to it. */
  #keyBy(kind: Lesser, id: string): string {
    const known = this.#known[kind].get(id)?.key ?? null;
    if (known === null) return `${kind}:${id}`;
    const at = known.indexOf(':');
    const better = known.slice(0, at);
    return better === 'isin' ? known : this.#keyBy(better as Lesser, known.slice(at + 1));
  }
}

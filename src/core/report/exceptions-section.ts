// The open rows by class, each exception with its reason, what is decided of it, and its rows.

import { CLASS_NAMES } from '../classification/class-names.ts';
import { countByType, membersOf, typeOf } from '../classification/cluster-set.ts';
import { counted } from '../classification/wording.ts';
import type { ClusterType } from '../records/documents/cluster-type.ts';
import { SIDES } from '../records/rows/columns.ts';
import { digestIdAt } from '../records/rows/digest-ids.ts';
import type { Stated } from '../summary/statement/stated.ts';
import { type Cell, escaped, figure, grouped, paragraph, section, table } from './markup.ts';
import { bars } from './plots.ts';
import type { Reported } from './reported.ts';
import { ROW_TITLES, rowCells } from './row-cells.ts';

/** Rows of exceptions that a report lists; a browser shows more of them slowly, and nobody reads them on paper. */
const MOST_ROWS = 20_000;

export function classesSection({ stated: { clusters, clusterIds, decisions } }: Reported): string {
  const counts = Object.entries(countByType(clusters)) as [ClusterType, number][];
  const decided = new Map<string, number>();
  for (let c = 0; c < clusters.count; c++) {
    if (!decisions.has(digestIdAt(clusterIds, c))) continue;
    const type = typeOf(clusters, c);
    decided.set(type, (decided.get(type) ?? 0) + 1);
  }
  const rows = counts.map(([type, n]) => [CLASS_NAMES[type], type, figure(n), figure(decided.get(type) ?? 0)]);
  const plot = bars(
    'Exceptions by class',
    counts.map(([type, count]) => ({ label: CLASS_NAMES[type], count })),
  );
  return section(
    'Exceptions by class',
    counts.length === 0 ? '' : plot,
    table({
      titles: ['Class', 'Name', figure('Exceptions'), figure('Decided')],
      rows,
      empty: 'There is no exception.',
    }),
  );
}

interface Listed {
  /** Places of clusters, by class in the order of the classes. */
  readonly byType: ReadonlyMap<ClusterType, readonly number[]>;
  /** Rows of clusters that are not listed. */
  readonly rowsLeft: number;
}

/** The exceptions that a report lists. */
export function listedExceptions({ clusters }: Pick<Stated, 'clusters'>): Listed {
  const all = Map.groupBy(
    Array.from({ length: clusters.count }, (_, c) => c),
    (c) => typeOf(clusters, c),
  );
  let rows = 0;
  let rowsLeft = 0;
  const isListed = (c: number): boolean => {
    const { gl, bank } = membersOf(clusters, c);
    const own = gl.length + bank.length;
    if (rows + own > MOST_ROWS) {
      rowsLeft += own;
      return false;
    }
    rows += own;
    return true;
  };
  const types = Object.keys(countByType(clusters)) as ClusterType[];
  return { byType: new Map(types.map((type) => [type, all.get(type)!.filter(isListed)])), rowsLeft };
}

export function exceptionsSection(reported: Reported, sides: Readonly<Record<'gl' | 'bank', string>>): string {
  const { clusters, clusterIds, decisions, columns, outcome } = reported.stated;
  const { byType, rowsLeft } = listedExceptions(reported.stated);
  const rowsOf = (c: number): (readonly Cell[])[] => {
    const members = membersOf(clusters, c);
    const status = decisions.get(digestIdAt(clusterIds, c))?.status ?? 'pending';
    return SIDES.flatMap((side) => members[side].map((item) => ({ side, row: outcome.open[side].row[item]! }))).map(
      ({ side, row }, i) => [
        ...(i === 0 ? [reported.reasonOf(c), status] : ['', '']),
        sides[side],
        ...rowCells(side, columns[side], row),
      ],
    );
  };
  const titles = ['Why', 'Decision', 'Side', ...ROW_TITLES];
  const parts = [...byType].flatMap(([type, own]) =>
    own.length === 0
      ? []
      : [`<h3>${escaped(CLASS_NAMES[type])}</h3>`, table({ titles, rows: own.flatMap(rowsOf), empty: '' })],
  );
  if (clusters.count === 0) return '';
  const cut =
    rowsLeft === 0 ? [] : [paragraph(`${grouped(rowsLeft)} further rows of exceptions are left out of this page.`)];
  const counts = paragraph(`${counted(clusters.count, 'exception')}.`);
  return `<div class="wide">${section('Exceptions and their rows', counts, ...parts, ...cut)}</div>`;
}

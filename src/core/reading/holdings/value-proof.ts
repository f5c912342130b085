// Units times price is the market value, up to a factor. This proves which columns they are, and gives the factor if no
// column states it. It is computed on samples in doubles; no value of a position is taken from here.

/** Options and futures count 100 or 10 to a contract, bonds are quoted in per cent or per mille. */
const FACTORS = [1, 0.01, 100, 0.001, 10, 1_000, 0.1, 50, 0.0001] as const;

/** How far the product may differ, because values and prices are rounded: a cent, or this share of the value. */
const CENT = 0.011;
const ROUNDING_SHARE = 0.0005;

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= Math.max(CENT, Math.abs(b) * ROUNDING_SHARE);

/** The factor by which units times price is the value, 1 before any other; null if no usual factor fits. */
export function factorBetween(units: number, price: number, value: number): number | null {
  const product = units * price;
  if (product === 0 || value === 0) return null;
  return FACTORS.find((factor) => isNear(product * factor, value)) ?? null;
}

interface SampleFigures {
  readonly units: readonly (number | null)[];
  readonly price: readonly (number | null)[];
  readonly value: readonly (number | null)[];
}

/** Share of the rows with all three figures in which they prove each other; 0 where there are none. */
export function provenShare({ units, price, value }: SampleFigures): number {
  let [all, proven] = [0, 0];
  units.forEach((u, i) => {
    const [p, v] = [price[i], value[i]];
    if (u === null || p === null || v === null || u === 0 || p === 0) return;
    all++;
    // At a price of 1 any two equal figures prove each other; such rows count too.
    if (factorBetween(u, p, v) !== null) proven++;
  });
  return all === 0 ? 0 : proven / all;
}

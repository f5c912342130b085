// A partner's formats. They are read before its files are, and remembered for files that a run used, before its commit,
// so that a person is not asked the same again. A mapping replaces a remembered format; a proof replaces only another
// proof.

import type { RememberedFormat, RememberedPlan } from '../../core/reading/remembered-format.ts';
import { type FormatScope, formatIdOf, isKept, isSamePlan } from '../../core/reading/remembered-format.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Store } from '../../ports/store.ts';
import type { SessionFile } from './session-files.ts';

export type RememberedPlans = Readonly<Record<Side, readonly RememberedPlan[]>>;

/** The latest FORMATS_LISTED of the partner. */
export async function rememberedFor(
  { formats }: Pick<Store, 'formats'>,
  { tenant, partner }: FormatScope,
): Promise<RememberedPlans> {
  const known = await formats.list({ tenant, partner });
  const plans = (wanted: Side): RememberedPlan[] =>
    known.flatMap(({ side, fingerprint, mapping, confirmedBy, file }) =>
      side === wanted ? [{ fingerprint, mapping, confirmedBy, file }] : [],
    );
  return { gl: plans('gl'), bank: plans('bank') };
}

interface Remembering {
  readonly store: Pick<Store, 'formats'>;
  readonly digest: Digest;
  readonly clock: () => number;
}

/** Remembers how newly read files were read, if something confirmed it. */
export async function rememberFormats(
  { store: { formats }, digest, clock }: Remembering,
  { scope, files }: { readonly scope: FormatScope; readonly files: readonly SessionFile[] },
): Promise<void> {
  const { tenant, partner } = scope;
  for (const found of confirmedIn(files)) {
    const formatId = formatIdOf(found.side, found.fingerprint, digest);
    const format: RememberedFormat = { tenant, partner, formatId, ...found, rememberedAt: clock() };
    const known = await formats.get(format);
    if (known !== null && (isSamePlan(known, found) || isWeaker(found, known))) continue;
    await formats.put(format);
  }
}

const isWeaker = (found: RememberedPlan, known: RememberedPlan): boolean =>
  found.confirmedBy === 'proof' && known.confirmedBy === 'mapping';

/** One for each side and layout: among several files that confirm it, the one that a mapping was given for. */
function confirmedIn(files: readonly SessionFile[]): (RememberedPlan & { readonly side: Side })[] {
  const found = SIDES.flatMap((side) =>
    files.flatMap(({ side: of, name, reading }) => {
      const { plan = null, confirmedBy = null } = reading ?? {};
      if (of !== side || plan === null || confirmedBy === null || !isKept(plan)) return [];
      return [{ ...plan, confirmedBy, side, file: name }];
    }),
  );
  return [...new Map(found.reverse().map((one) => [`${one.side} ${one.fingerprint}`, one] as const)).values()];
}

// The order in which files of tests are taken in a clone that has no times of an earlier call yet: the longest first, so
// that no worker begins with one when the others are about to end. Vitest goes by the size of files then, which says
// little of those that start processes or read pictures.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Fifteen seconds and more, the longest first. */
const LONGEST = [
  'conformance',
  'cli/demo-on-servers',
  'core/matching/kernel-agrees',
  'deployment/image',
  'workflows/cut-run',
  'rpc/verification/documents',
  'cli/serve',
  'adapters/store-mongo/contract',
  'cli/kill',
  'adapters/store-mongo/own-server',
  'docs/verification-answers',
  'several-processes',
  'rpc/verification/faces',
  'workflows/kill',
  'rpc/verification/check-document',
  'examples/clients',
  'store-away',
  'workflows/report-matches',
].map((name) => fileURLToPath(new URL(`${name}.test.ts`, import.meta.url)));

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((path) => !existsSync(path));
    if (gone.length > 0) throw new Error(`test/longest-first.ts names what is gone: ${gone.join(', ')}`);
    const places = new Map(LONGEST.map((path, place) => [path, place]));
    const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? LONGEST.length;
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

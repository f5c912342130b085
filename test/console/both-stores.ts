// Steps of people, one after the other on one service and in one browser: on the embedded store each is a test, and axe
// looks at the screens, which need not be done for both; on MongoDB all of them are one test.

import { afterAll, beforeAll, test } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { withBrowser } from './browser.ts';

export type Step = () => Promise<void>;

export interface Steps {
  readonly begin: Step;
  readonly steps: readonly (readonly [string, Step])[];
  readonly end: Step;
}

/** `settings` are those of the store, known once it is there. `isLooked`: axe looks too, and pictures are made. */
type StepsOf = (settings: () => Readonly<Record<string, string>>, isLooked: boolean) => Steps;

export function onBothStores(name: string, stepsOf: StepsOf): void {
  withBrowser(`${name}, on the embedded store`, () => {
    const { begin, steps, end } = stepsOf(() => ({}), true);
    beforeAll(begin);
    afterAll(end);
    test.each(steps)('%s', (_, does) => does());
  });

  withMongodb(`${name}, on MongoDB`, (database) =>
    withBrowser('there', () => {
      const { begin, steps, end } = stepsOf(() => ({ MONGODB_URI: database.uri }), false);
      test('the same, step by step', async () => {
        try {
          await begin();
          for (const [, does] of steps) await does();
        } finally {
          await end();
        }
      });
    }),
  );
}

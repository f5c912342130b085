// What every store adapter must do, run on each of them alike: the embedded one, and later MongoDB.

import { describe, expect, test } from 'vitest';
import { auditChainContract } from './store/audit-chain.ts';
import { blocksContract } from './store/blocks.ts';
import { casesContract } from './store/cases.ts';
import { checksContract } from './store/checks.ts';
import { claimsContract } from './store/claims.ts';
import { clustersContract } from './store/clusters.ts';
import { decisionsContract } from './store/decisions.ts';
import { fencesContract } from './store/fences.ts';
import { keptAnswersContract } from './store/kept-answers.ts';
import { keptStatementsContract } from './store/kept-statements.ts';
import { largeContract } from './store/large.ts';
import { lateGroupsContract } from './store/late-groups.ts';
import { leasesContract } from './store/leases.ts';
import { listsContract } from './store/lists.ts';
import { openItemsContract } from './store/open-items.ts';
import { outboxContract } from './store/outbox.ts';
import { actsContract } from './store/partners/acts.ts';
import { formatsContract } from './store/partners/formats.ts';
import { journalsContract } from './store/partners/journals.ts';
import { partnerTermsContract } from './store/partners/partner-terms.ts';
import { patternsContract } from './store/partners/patterns.ts';
import { retentionContract } from './store/retention.ts';
import { runsContract } from './store/runs.ts';
import { sessionsContract } from './store/sessions.ts';
import { LEASE, newRun, type OpenStore } from './store/store-under-test.ts';
import { summariesContract } from './store/summaries.ts';
import { windowResultsContract } from './store/window-results.ts';

export function storeContract(adapter: string, open: OpenStore): void {
  describe(`${adapter} store`, () => {
    describe('sessions', () => sessionsContract(open));
    describe('runs', () => runsContract(open));
    describe('work, and who does it', () => claimsContract(open));
    describe('leases', () => leasesContract(open));
    describe('what is written under the row lease', () => fencesContract(open));
    describe('ingestions and blocks', () => blocksContract(open));
    describe('results of windows', () => windowResultsContract(open));
    describe('open items', () => openItemsContract(open));
    describe('clusters', () => clustersContract(open));
    describe('decisions and their audit', () => decisionsContract(open));
    describe('the chain over the audit', () => auditChainContract(open));
    describe('late groups', () => lateGroupsContract(open));
    describe('summaries', () => summariesContract(open));
    describe('kept statements', () => keptStatementsContract(open));
    describe('patterns', () => patternsContract(open));
    describe('answers kept for a key', () => keptAnswersContract(open));
    describe('remembered formats', () => formatsContract(open));
    describe('terms of a partner', () => partnerTermsContract(open));
    describe('the life of journals', () => journalsContract(open));
    describe('acts of people', () => actsContract(open));
    describe('checks and subjects', () => checksContract(open));
    describe('cases', () => casesContract(open));
    describe('lists', () => listsContract(open));
    describe('outbox', () => outboxContract(open));

    describe('what is kept for a time', () => retentionContract(open));
    describe('what is very large', () => largeContract(open));

    test('closing waits for what was asked, and a closed store says so', async () => {
      const { store, dispose } = await open();
      const asked = store.runs.start(newRun('run-1'), LEASE);
      await store.close();
      expect(await asked).toMatchObject({ claim: { runId: 'run-1' } });
      await expect(store.runs.get('run-1')).rejects.toMatchObject({ code: 'store_unavailable' });
      await store.close();
      await dispose();
    });
  });
}

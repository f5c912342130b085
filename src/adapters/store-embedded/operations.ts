// Every operation of the embedded store, by port and name. A call may name no other.

import type { Store } from '../../ports/store.ts';
import { keptAnswerOperations } from './calls/kept-answers.ts';
import type { AskedOpenItems } from './connection/items-in-blocks.ts';
import type { LateGroupTexts } from './connection/late-group-texts.ts';
import type { Database } from './connection/sqlite.ts';
import type { Synchronous } from './connection/synchronous.ts';
import { auditOperations } from './exceptions/audit.ts';
import { auditChainOperations } from './exceptions/audit-chain.ts';
import { clusterOperations } from './exceptions/clusters.ts';
import { decisionOperations } from './exceptions/decisions.ts';
import { lateGroupOperations } from './exceptions/late-groups.ts';
import { openItemOperations } from './exceptions/open-items.ts';
import { patternOperations } from './exceptions/patterns.ts';
import { openKeys } from './keys.ts';
import { outboxOperations } from './outbox/outbox.ts';
import { actOperations } from './people/acts.ts';
import { formatOperations } from './reading/formats.ts';
import { journalOperations } from './reading/journals.ts';
import { partnerTermsOperations } from './reading/partner-terms.ts';
import { groupBlockOperations } from './rows/group-blocks.ts';
import { ingestionOperations } from './rows/ingestions.ts';
import { rowBlockOperations } from './rows/row-blocks.ts';
import { windowResultOperations } from './rows/window-results.ts';
import { keptStatementOperations } from './runs/kept-statements.ts';
import { leaseOperations } from './runs/leases.ts';
import { runOperations } from './runs/runs.ts';
import { sessionOperations } from './runs/sessions.ts';
import { summaryOperations } from './runs/summaries.ts';
import { workOperations } from './runs/work.ts';
import { upkeepOperations } from './upkeep.ts';
import { caseOperations } from './verification/cases.ts';
import { checkOperations } from './verification/checks.ts';
import { listOperations } from './verification/lists.ts';
import { subjectOperations } from './verification/subjects.ts';

export type Ports = Omit<Store, 'close'>;
export type PortName = keyof Ports;
/** The ports as the thread has them. */
export type AskedPorts = Omit<Ports, 'lateGroups' | 'openItems'> & {
  readonly lateGroups: LateGroupTexts;
  readonly openItems: AskedOpenItems;
};
type Operations = { readonly [Port in PortName]: Synchronous<AskedPorts[Port]> };

export function storeOperations(db: Database): Operations {
  const keys = openKeys(db);
  return {
    sessions: sessionOperations(db, keys),
    work: workOperations(db),
    runs: runOperations(db, keys),
    leases: leaseOperations(db),
    ingestions: ingestionOperations(db, keys),
    rowBlocks: rowBlockOperations(db, keys),
    groupBlocks: groupBlockOperations(db, keys),
    windowResults: windowResultOperations(db),
    openItems: openItemOperations(db, keys),
    clusters: clusterOperations(db, keys),
    decisions: decisionOperations(db, keys),
    audit: { ...auditOperations(db, keys), ...auditChainOperations(db, keys) },
    patterns: patternOperations(db),
    lateGroups: lateGroupOperations(db, keys),
    summaries: summaryOperations(db, keys),
    keptStatements: keptStatementOperations(db, keys),
    checks: checkOperations(db),
    subjects: subjectOperations(db),
    cases: caseOperations(db),
    lists: listOperations(db),
    outbox: outboxOperations(db),
    formats: formatOperations(db),
    journals: journalOperations(db),
    acts: actOperations(db),
    partnerTerms: partnerTermsOperations(db),
    keptAnswers: keptAnswerOperations(db),
    upkeep: upkeepOperations(db),
  };
}

// Subjects of the service on NATS, by its environment. Each has its own stream with the same name.

import type { BusTopic } from '../../core/records/documents/outbox.ts';

export interface Subjects {
  /** Announcements of runs, and the stream that keeps them. */
  readonly runs: string;
  /** Requests to decide on exceptions. */
  readonly requests: string;
  /** Windows that are finished, ours and others'. */
  readonly windows: string;
  /** Messages of the outbox, by topic. */
  readonly published: Readonly<Record<BusTopic, string>>;
}

const windowsOf = (environment: string): string => `reconciliation-window-completed-${environment}`;

export const subjectsOf = (environment: string): Subjects => ({
  runs: `reconciliation-runs-${environment}`,
  requests: `exception-resolution-requests-${environment}`,
  windows: windowsOf(environment),
  published: {
    run_dead_letters: `reconciliation-runs-deadletter-${environment}`,
    resolution_results: `exception-resolution-results-${environment}`,
    resolution_outcomes: `exception-resolution-outcomes-${environment}`,
    resolution_dead_letters: `exception-resolution-deadletter-${environment}`,
    verification_checks: `verification-checks-${environment}`,
    screening_hits: `screening-hits-${environment}`,
    screening_cases: `screening-cases-${environment}`,
    list_changes: `list-changes-${environment}`,
    windows_completed: windowsOf(environment),
    late_files: `late-files-${environment}`,
    audit_heads: `audit-heads-${environment}`,
    proposals: `proposals-${environment}`,
  },
});

export const streamNames = ({ runs, requests, published }: Subjects): string[] => [
  runs,
  requests,
  ...Object.values(published),
];

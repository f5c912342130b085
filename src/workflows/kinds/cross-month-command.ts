// A cross-month run as a request orders it and as the store keeps it: the session with the bank items, how many months
// back the ledger is searched, and the template's way of matching.

import type { DecimalParameters } from '../../core/matching/parameters-from-decimals.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { StageName } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { RunOrder } from '../runs/accept-run.ts';
import { storedFields } from '../stored-commands/stored-fields.ts';
import { storedParameters } from '../stored-commands/stored-parameters.ts';
import type { StoredCommand } from '../stored-runs/kind-of-run.ts';

export interface CrossMonthCommand {
  /** The session with the bank items. */
  readonly key: SessionKey;
  readonly branchId: string | null;
  /** First and last day of the bank items, as day numbers. */
  readonly periodStart: number;
  readonly periodEnd: number;
  /** How many months before the period the ledger is searched. */
  readonly monthsBack: number;
  /** Whether the bank's items of those months and the ledger's of the period take part too. */
  readonly bothSides: boolean;
  /** Decimal, as in the template. */
  readonly parameters: DecimalParameters;
  readonly isScheduled: boolean | null;
  /** The loader's tasks for the stages that have one. */
  readonly taskIds: Readonly<Partial<Record<StageName, string>>>;
}

/** The stored name of the kind's runs. */
export const CROSS_MONTH = 'cross_month';
/** Version 2 takes both sides: a process that does not know it must not do the run as if it had not been asked. */
export const VERSIONS = [1, 2] as const;

/** The command as ordered and stored. */
export function crossMonthOrder({ key, ...command }: CrossMonthCommand): RunOrder {
  const parameters: JsonObject = JSON.parse(JSON.stringify(command));
  return { key, kind: CROSS_MONTH, version: command.bothSides ? 2 : 1, parameters, keepExisting: false };
}

/** Throws command_unreadable. */
export function crossMonthCommandOf({ key, parameters: stored }: StoredCommand): CrossMonthCommand {
  const command = storedFields(stored);
  return {
    key,
    branchId: command.textOrNull('branchId'),
    periodStart: command.integer('periodStart'),
    periodEnd: command.integer('periodEnd'),
    monthsBack: command.integer('monthsBack'),
    bothSides: command.has('bothSides') && command.flag('bothSides'),
    parameters: storedParameters(command.fields('parameters')),
    isScheduled: command.flagOrNull('isScheduled'),
    taskIds: command.object('taskIds') as CrossMonthCommand['taskIds'],
  };
}

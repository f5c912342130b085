// A banking run as a request orders it and as the store keeps it: everything a worker needs to do it later, elsewhere,
// and again. File urls are kept as they were given and looked for by the worker.

import { TieoutError } from '../../core/errors.ts';
import { type ColumnMappingFile, mappingOfSides } from '../../core/reading/columns/column-mapping.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { StageName } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/documents/session.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { RunOrder } from '../runs/accept-run.ts';
import type { StoredCommand } from '../runs/kind-of-run.ts';
import type { BankingTerms } from '../runs/prepare-run.ts';
import { type StoredFields, storedFields } from '../runs/stored-fields.ts';

/**
 * What becomes of a session that has a run. overwrite: the named files replace its rows, a side without urls keeps its
 * own. append: the named files are added to them. skip: nothing happens unless that run failed.
 * Rules: design/resolution.md, "Rows and sessions".
 */
const ON_EXISTING = ['overwrite', 'append', 'skip'] as const;
export type OnExisting = (typeof ON_EXISTING)[number];

export interface BankingRunCommand extends BankingTerms {
  readonly key: SessionKey;
  /** A side without urls takes part with the rows that its session holds. */
  readonly fileUrls: Readonly<Record<Side, readonly string[]>>;
  readonly onExisting: OnExisting;
  /** What the request gave of how files are read, by side, as `mapping` has it read. */
  readonly mappings: Readonly<Partial<Record<Side, JsonObject>>>;
  /** exception_analysis_enabled: false puts open items into no cluster. */
  readonly classifying: boolean;
  /** The loader's tasks for the stages that have one. */
  readonly taskIds: Readonly<Partial<Record<StageName, string>>>;
  /** Further fields of the request that are kept beside the run: customer_type, service, is_scheduled ... */
  readonly noted: JsonObject;
}

/** 1: nothing is given of how files are read. 2: something is; a process that knows no such thing must not read them. */
export const VERSIONS = [1, 2] as const;

/** As it is ordered and stored. */
export function bankingOrder({ key, mapping: _, mappings, ...command }: BankingRunCommand): RunOrder {
  const isGiven = mappings.gl !== undefined || mappings.bank !== undefined;
  const stored = isGiven ? { ...command, mappings } : { ...command, mapping: null };
  const parameters: JsonObject = JSON.parse(JSON.stringify(stored));
  const keepExisting = command.onExisting === 'skip';
  return { key, kind: 'banking', version: isGiven ? 2 : 1, parameters, keepExisting };
}

/** The command of a run of kind `banking`. Throws command_unreadable. */
export function bankingCommandOf({ key, version, parameters: stored }: StoredCommand): BankingRunCommand {
  const command = storedFields(stored);
  const mappings = version === 1 ? {} : mappingsIn(command);
  const [urls, parameters] = [command.fields('fileUrls'), command.fields('parameters')];
  const amounts = parameters.fields('amounts');
  return {
    key,
    branchId: command.textOrNull('branchId'),
    fileUrls: { gl: urls.texts('gl'), bank: urls.texts('bank') },
    mappings,
    mapping: mappingOf(mappings),
    parameters: {
      daysForward: parameters.integer('daysForward'),
      daysBack: parameters.integer('daysBack'),
      reversalDaysForward: parameters.integer('reversalDaysForward'),
      reversalDaysBack: parameters.integer('reversalDaysBack'),
      netReversals: parameters.flag('netReversals'),
      tolerancePercent: parameters.integer('tolerancePercent'),
      mscRate: parameters.integer('mscRate'),
      excludeDebitsFromRate: parameters.flag('excludeDebitsFromRate'),
      amounts: {
        tolerance: amounts.text('tolerance'),
        chargeMin: amounts.text('chargeMin'),
        chargeMax: amounts.text('chargeMax'),
      },
    },
    periodStart: command.integerOrNull('periodStart'),
    periodEnd: command.integerOrNull('periodEnd'),
    defaultCurrency: command.text('defaultCurrency'),
    rejectedShare: command.numberOrNull('rejectedShare'),
    onExisting: command.word('onExisting', ON_EXISTING),
    classifying: command.flag('classifying'),
    taskIds: command.object('taskIds') as BankingRunCommand['taskIds'],
    noted: command.object('noted'),
  };
}

function mappingsIn(command: StoredFields): BankingRunCommand['mappings'] {
  const sides = command.fields('mappings');
  return Object.fromEntries(SIDES.flatMap((side) => (sides.has(side) ? [[side, sides.object(side)]] : [])));
}

/** Throws mapping_invalid; what a request gives was checked with it. */
export function mappingOf(mappings: BankingRunCommand['mappings']): ColumnMappingFile | null {
  if (mappings.gl === undefined && mappings.bank === undefined) return null;
  return mappingOfSides(mappings, (sentence) => new TieoutError('mapping_invalid', sentence));
}

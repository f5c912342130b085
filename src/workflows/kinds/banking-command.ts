// A banking run as a request orders it and as the store keeps it: everything a worker needs to do it later, elsewhere,
// and again. File urls are kept as given; the worker finds the files.

import { TieoutError } from '../../core/errors.ts';
import { formatMinor } from '../../core/money/money.ts';
import { PERCENT_DECIMALS, RATE_DECIMALS } from '../../core/money/rates.ts';
import { type ColumnMappingFile, mappingOfSides } from '../../core/reading/columns/column-mapping.ts';
import type { GivenAccounts } from '../../core/records/account-map.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { StageName } from '../../core/records/documents/run.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { chargeWordsInForce } from '../partners/charge-words-in-force.ts';
import type { BankingTerms } from '../preparing/prepare-run.ts';
import type { RunOrder } from '../runs/accept-run.ts';
import { type StoredFields, storedFields } from '../stored-commands/stored-fields.ts';
import { storedParameters } from '../stored-commands/stored-parameters.ts';
import type { StoredCommand } from '../stored-runs/kind-of-run.ts';

/**
 * How a session that has a run changes. overwrite: the named files replace its rows, a side without urls keeps its
 * own. append: the named files are added to them. skip: nothing happens unless that run failed.
 */
const ON_EXISTING = ['overwrite', 'append', 'skip'] as const;
export type OnExisting = (typeof ON_EXISTING)[number];

export interface BankingRunCommand extends BankingTerms {
  readonly key: SessionKey;
  /** A side without urls takes part with its session's rows. */
  readonly fileUrls: Readonly<Record<Side, readonly string[]>>;
  /** Files of rows that were open before the period; a side without urls takes those of its session. */
  readonly openingUrls: Readonly<Record<Side, readonly string[]>>;
  readonly onExisting: OnExisting;
  /** How files are read, by side, as the request gave it; `mapping` reads it. */
  readonly mappings: Readonly<Partial<Record<Side, JsonObject>>>;
  /** exception_analysis_enabled: false puts open items into no cluster. */
  readonly classifying: boolean;
  /** The loader's tasks for the stages that have one. */
  readonly taskIds: Readonly<Partial<Record<StageName, string>>>;
  readonly isScheduled: boolean | null;
  /** Values of the platform that decide nothing: kept with the run as given. */
  readonly carried: CarriedFields;
}

interface CarriedFields {
  readonly customerType: string | null;
  readonly reconciliationType: string | null;
  readonly custodianId: string | null;
  readonly custodianName: string | null;
}

/**
 * Versions 1 and 2 come from before methods, events and a given account; 2 says how files are read. Version 3 has
 * everything a request may ask for: a process that does not know it must not do the run as if it had not been asked.
 * Version 4 has a map of accounts, version 5 opening items, version 6 a partner's words for charges.
 */
export const VERSIONS = [1, 2, 3, 4, 5, 6] as const;

/** The command as ordered and stored. */
export function bankingOrder({ key, mapping: _, mappings, ...command }: BankingRunCommand): RunOrder {
  const parameters: JsonObject = JSON.parse(JSON.stringify({ ...command, mappings }));
  const keepExisting = command.onExisting === 'skip';
  return {
    key,
    kind: 'banking',
    version: hasOpening(command) ? 5 : command.accounts ? 4 : 3,
    parameters,
    keepExisting,
  };
}

const hasOpening = ({ openingUrls: { gl, bank } }: Pick<BankingRunCommand, 'openingUrls'>): boolean =>
  gl.length + bank.length > 0;

/** Throws usage for what only the statements of a banking run have: items of before its period, mapped accounts. */
export function requireNothingOfBanking(command: Pick<BankingRunCommand, 'openingUrls' | 'accounts'>): void {
  if (command.accounts) throw new TieoutError('usage', 'A map of accounts is of banking runs alone: leave it out.');
  if (!hasOpening(command)) return;
  throw new TieoutError('usage', 'Opening items are of banking runs alone: leave out their files.');
}

/** The order with the words for charges that count for its partner now. */
export async function withChargeWords(store: Pick<Store, 'partnerTerms'>, order: RunOrder): Promise<RunOrder> {
  if (order.kind !== 'banking') return order;
  const chargeWords = await chargeWordsInForce(store, order.key);
  if (chargeWords === null) return order;
  const parameters = {
    ...(order.parameters['parameters'] as JsonObject),
    chargeWords: chargeWords as unknown as JsonObject,
  };
  return { ...order, version: VERSIONS.at(-1)!, parameters: { ...order.parameters, parameters } };
}

/** The command of a run of kind `banking`. Throws command_unreadable. */
export function bankingCommandOf({ key, version, parameters: stored }: StoredCommand): BankingRunCommand {
  const command = storedFields(version < 3 ? asVersion3(stored) : stored);
  const mappings = mappingsIn(command);
  const [urls, carried] = [command.fields('fileUrls'), command.fields('carried')];
  const opening = command.has('openingUrls') ? command.fields('openingUrls') : null;
  return {
    key,
    branchId: command.textOrNull('branchId'),
    fileUrls: { gl: urls.texts('gl'), bank: urls.texts('bank') },
    openingUrls: { gl: opening?.texts('gl') ?? [], bank: opening?.texts('bank') ?? [] },
    mappings,
    mapping: mappingOf(mappings),
    parameters: storedParameters(command.fields('parameters')),
    periodStart: command.integerOrNull('periodStart'),
    periodEnd: command.integerOrNull('periodEnd'),
    defaultCurrency: command.text('defaultCurrency'),
    defaultAccount: command.text('defaultAccount'),
    rejectedShare: command.numberOrNull('rejectedShare'),
    ...(command.has('accounts') && { accounts: accountsIn(command) }),
    onExisting: command.word('onExisting', ON_EXISTING),
    classifying: command.flag('classifying'),
    taskIds: command.object('taskIds') as BankingRunCommand['taskIds'],
    isScheduled: command.flagOrNull('isScheduled'),
    carried: {
      customerType: carried.textOrNull('customerType'),
      reconciliationType: carried.textOrNull('reconciliationType'),
      custodianId: carried.textOrNull('custodianId'),
      custodianName: carried.textOrNull('custodianName'),
    },
  };
}

/** Throws command_unreadable if the command asks for more than its version allows. */
function asVersion3(stored: JsonObject): JsonObject {
  const [command, parameters] = [storedFields(stored), storedFields(stored).fields('parameters')];
  const noted = command.object('noted');
  for (const asked of [noted['notYet'], noted['unusable']]) {
    if (!Array.isArray(asked) || asked.length === 0) continue;
    throw new TieoutError('command_unreadable', `${asked.join(' ')} It was asked of an earlier version: ask again.`);
  }
  const { customerType = null, isScheduled = null } = noted;
  return {
    ...stored,
    mappings: stored['mappings'] ?? {},
    parameters: {
      ...command.object('parameters'),
      method: 'line_by_line',
      events: [],
      fees: { display: null, service: null },
      rules: [],
      tolerancePercent: formatMinor(parameters.integer('tolerancePercent'), PERCENT_DECIMALS),
      mscRate: formatMinor(parameters.integer('mscRate'), RATE_DECIMALS),
    },
    defaultAccount: '',
    isScheduled,
    carried: { customerType, reconciliationType: null, custodianId: null, custodianName: null },
  };
}

function mappingsIn(command: StoredFields): BankingRunCommand['mappings'] {
  const sides = command.fields('mappings');
  return Object.fromEntries(SIDES.flatMap((side) => (sides.has(side) ? [[side, sides.object(side)]] : [])));
}

function accountsIn(command: StoredFields): GivenAccounts | null {
  if (command.objectOrNull('accounts') === null) return null;
  const given = command.fields('accounts');
  const map = given.list('map').map((entry) => ({ gl: entry.texts('gl'), bank: entry.texts('bank') }));
  return { map, version: given.integerOrNull('version') };
}

/** Throws mapping_invalid; the request's mapping was checked by this too. */
export function mappingOf(mappings: BankingRunCommand['mappings']): ColumnMappingFile | null {
  if (mappings.gl === undefined && mappings.bank === undefined) return null;
  return mappingOfSides(mappings, (sentence) => new TieoutError('mapping_invalid', sentence));
}

// Other terms of a session's last run: what is left out is as it was.

import type { DecimalParameters } from '../../core/matching/parameters-from-decimals.ts';
import type { GivenAccounts } from '../../core/records/account-map.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { type BankingRunCommand, mappingOf } from '../kinds/banking-command.ts';

export interface TriedTerms {
  readonly parameters: Partial<Omit<DecimalParameters, 'amounts'>>;
  readonly amounts: Partial<DecimalParameters['amounts']>;
  /** How files are read, by side; a side that is given is read again. */
  readonly mappings: Readonly<Partial<Record<Side, JsonObject>>>;
  /** Absent: as they were; null: no map. */
  readonly accounts?: GivenAccounts | null;
}

type Terms = Pick<BankingRunCommand, 'parameters'> & Partial<Pick<BankingRunCommand, 'mappings' | 'accounts'>>;

/** Throws mapping_invalid. */
export function withTried<Command extends object>(command: Command, tried: TriedTerms): Command {
  const { parameters, mappings: before = {} } = command as Command & Terms;
  const mappings = { ...before, ...tried.mappings };
  return {
    ...command,
    parameters: { ...parameters, ...tried.parameters, amounts: { ...parameters.amounts, ...tried.amounts } },
    ...(tried.accounts !== undefined && { accounts: tried.accounts }),
    ...(isMapped(tried) && { mappings, mapping: mappingOf(mappings) }),
  };
}

export const isMapped = ({ mappings }: TriedTerms): boolean => Object.keys(mappings).length > 0;

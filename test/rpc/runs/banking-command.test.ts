import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { ReconcileRequestSchema } from '../../../gen/tieout/engine/v1/reconcile_pb.ts';
import { MatchingMethod } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { MATCHING_METHODS } from '../../../src/core/matching/method.ts';
import { parametersFromDecimals, requireUsable } from '../../../src/core/matching/parameters-from-decimals.ts';
import type { JsonObject } from '../../../src/core/records/documents/json.ts';
import { bankingCommand } from '../../../src/rpc/runs/banking-command.ts';
import { dayIn } from '../../../src/rpc/validation/day-of.ts';
import {
  type BankingRunCommand,
  bankingCommandOf,
  bankingOrder,
} from '../../../src/workflows/kinds/banking-command.ts';

const settings = { dayOf: dayIn('Africa/Lagos'), defaultCurrency: 'NGN', rejectedShare: 0.01 };
const commandOf = (fields: Parameters<typeof create<typeof ReconcileRequestSchema>>[1]) =>
  bankingCommand(create(ReconcileRequestSchema, fields), settings);
const storedAndRead = (command: BankingRunCommand) => {
  const { key, version, parameters } = bankingOrder(command);
  return bankingCommandOf({ key, version, parameters });
};

describe('a banking request as a run command', () => {
  test('decimals stay what was written until they become integers', () => {
    const { parameters } = commandOf({ mscRate: 0.0025, amountTolerance: 0.1, amountTolerancePercent: 0.5 });
    expect(parameters.amounts.tolerance).toBe('0.1');
    expect(parametersFromDecimals(parameters, [])).toMatchObject({ mscRate: 2_500_000, tolerancePercent: 5_000 });
  });

  test('a number of scientific notation is written out', () => {
    expect(commandOf({ amountTolerance: 1e-7 }).parameters.amounts.tolerance).toBe('0.0000001');
  });

  test('search_mode forward counts no day back', () => {
    const days = { maxDaysForwardSearch: 3, maxDaysBackwardSearch: 2 };
    expect(commandOf({ ...days, searchMode: 'forward' }).parameters).toMatchObject({
      daysForward: 3,
      daysBack: 0,
    });
    for (const searchMode of [undefined, '', 'both', 'sideways', 'FORWARD']) {
      const asked = { ...days, ...(searchMode !== undefined && { searchMode }) };
      expect(commandOf(asked).parameters).toMatchObject({ daysForward: 3, daysBack: 2 });
    }
  });

  test('a method, events and an account are decoded, and kept when the command is stored', () => {
    const command = commandOf({
      matchingMethod: MatchingMethod.LUMP_SUM,
      eventDates: [
        { startDate: '2026-01-05', endDate: '2026-01-06' },
        { startDate: '2026-01-01', endDate: '2026-01-09' },
      ],
      account: '0123456789',
    });
    expect(command.parameters).toMatchObject({ method: 'lump_sum', events: [{ end: 20_459 }, { end: 20_462 }] });
    expect(command.defaultAccount).toBe('0123456789');
    expect(storedAndRead(command)).toEqual(command);
  });

  test('each method has the name that the core knows it by', () => {
    const asked = [MatchingMethod.LINE_BY_LINE, MatchingMethod.BULK, MatchingMethod.LUMP_SUM];
    const last = MatchingMethod.LINE_BY_LINE_AND_LUMP_SUM;
    const names = [...asked, last].map((matchingMethod) => commandOf({ matchingMethod }).parameters.method);
    expect(names.toSorted()).toEqual(MATCHING_METHODS.toSorted());
  });

  test.each([
    [{ mscRate: 1 }, /^msc_rate is a share .* below 1\.$/],
    [{ mscRate: 1e300 }, /^msc_rate is a share/],
    [{ chargeMin: 60, chargeMax: 10.5 }, /^charge_min 60 is above charge_max 10\.5: /],
    [{ amountTolerancePercent: 1e300 }, /amount_tolerance_percent is too large/],
    [{ amountTolerancePercent: 0.49999 }, /^amount_tolerance_percent takes up to 4 decimals, not 0\.49999\.$/],
    [{ mscRate: 1e-10 }, /^msc_rate takes up to 9 decimals, not 0\.0000000001\.$/],
  ])('%j is nothing that a run could reckon with', (fields, says) => {
    const { parameters } = storedAndRead(commandOf(fields));
    expect(() => requireUsable(parameters)).toThrow(says);
  });

  test.each([
    [{ amountTolerancePercent: 0.1 * 3 }, { tolerancePercent: 3_000 }],
    [{ mscRate: 0.000000001 }, { mscRate: 1 }],
    [{ mscRate: 0.0025 }, { mscRate: 2_500_000 }],
  ])('%j is within the decimals that are kept', (fields, parameters) => {
    expect(parametersFromDecimals(commandOf(fields).parameters, [])).toMatchObject(parameters);
  });

  test('a command of an earlier version is read, and refused where it could not hold what was asked', () => {
    const { key, parameters } = bankingOrder(commandOf({ sessionId: 'june' }));
    const { carried: _, defaultAccount: __, isScheduled: ___, mappings: ____, ...rest } = parameters;
    const { method: _____, events: ______, ...scaled } = rest['parameters'] as JsonObject;
    const old = (noted: JsonObject) => ({
      ...{ key, version: 1 },
      parameters: { ...rest, parameters: { ...scaled, tolerancePercent: 5_000, mscRate: 2_500_000 }, noted },
    });
    const read = bankingCommandOf(old({ customerType: 'mfb', isScheduled: true, notYet: [], unusable: [] }));
    expect(read).toMatchObject({
      isScheduled: true,
      carried: { customerType: 'mfb' },
      parameters: { method: 'line_by_line', events: [] },
    });
    expect(parametersFromDecimals(read.parameters, [])).toMatchObject({ tolerancePercent: 5_000, mscRate: 2_500_000 });
    expect(() => bankingCommandOf(old({ notYet: ['event_dates come later.'] }))).toThrow(/earlier version: ask again/);
  });
});

import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { MatchingMethod, SearchMode } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { bankingCommand } from '../../src/rpc/banking-command.ts';
import { dayIn } from '../../src/rpc/validation/day-of.ts';

const settings = { dayOf: dayIn('Africa/Lagos'), defaultCurrency: 'NGN', rejectedShare: 0.01 };
const commandOf = (fields: Parameters<typeof create<typeof ReconcileRequestSchema>>[1]) =>
  bankingCommand(create(ReconcileRequestSchema, fields), settings);

describe('a banking request as a run command', () => {
  test('decimals stay what was written, rates become scaled integers', () => {
    const { parameters } = commandOf({ mscRate: 0.0025, amountTolerance: 0.1, amountTolerancePercent: 0.5 });
    expect(parameters).toMatchObject({ mscRate: 2_500_000, tolerancePercent: 5_000 });
    expect(parameters.amounts.tolerance).toBe('0.1');
  });

  test('a number of scientific notation is written out', () => {
    expect(commandOf({ amountTolerance: 1e-7 }).parameters.amounts.tolerance).toBe('0.000000100');
  });

  test('search_mode forward counts no day back', () => {
    const days = { maxDaysForwardSearch: 3, maxDaysBackwardSearch: 2 };
    expect(commandOf({ ...days, searchMode: SearchMode.FORWARD }).parameters).toMatchObject({
      daysForward: 3,
      daysBack: 0,
    });
    expect(commandOf(days).parameters).toMatchObject({ daysForward: 3, daysBack: 2 });
  });

  test.each([
    [{ matchingMethod: MatchingMethod.BULK }, /matching_method bulk/],
    [{ eventDates: [{ startDate: '2026-01-01', endDate: '2026-01-02' }] }, /event_dates/],
    [{ account: '0123456789' }, /account/],
  ])('%j is noted as not built, so that the run ends with a sentence', (fields, says) => {
    expect(commandOf(fields).noted).toMatchObject({ notYet: [expect.stringMatching(says)], unusable: [] });
  });

  test.each([
    [{ mscRate: 1 }, /^msc_rate is a share .* below 1\.$/],
    [{ mscRate: 1e300 }, /^msc_rate is a share/],
    [{ chargeMin: 60, chargeMax: 10.5 }, /^charge_min 60 is above charge_max 10\.5: /],
    [{ amountTolerancePercent: 1e300 }, /amount_tolerance_percent is too large/],
    [{ amountTolerancePercent: 0.49999 }, /^amount_tolerance_percent takes up to 4 decimals, not 0\.49999\.$/],
    [{ mscRate: 1e-10 }, /^msc_rate takes up to 9 decimals, not 1e-10\.$/],
  ])('%j is noted as nothing that a run could reckon with', (fields, says) => {
    expect(commandOf(fields).noted).toMatchObject({ notYet: [], unusable: [expect.stringMatching(says)] });
  });

  test.each([
    [{ amountTolerancePercent: 0.1 * 3 }, { tolerancePercent: 3_000 }],
    [{ mscRate: 0.000000001 }, { mscRate: 1 }],
    [{ mscRate: 0.0025 }, { mscRate: 2_500_000 }],
  ])('%j is within the decimals that are kept', (fields, parameters) => {
    const command = commandOf(fields);
    expect(command.noted.unusable).toEqual([]);
    expect(command.parameters).toMatchObject(parameters);
  });

  test('an ordinary request notes nothing', () => {
    expect(commandOf({ matchingMethod: MatchingMethod.LINE_BY_LINE, mscRate: 0, chargeMin: 10 }).noted).toMatchObject({
      notYet: [],
      unusable: [],
    });
  });
});

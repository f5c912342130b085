// Splits of a fee add up (design/matching.md, fees), case by case.

import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ReconciliationRuleCreateSchema } from '../../gen/tieout/engine/v1/template_pb.ts';
import { FeeType, SplitType } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { CODE_CHECKS } from '../../src/rpc/validation/code-checks.ts';

const fixed = (amount: number) => ({ amount, splitType: SplitType.FIXED });
const share = (amount: number) => ({ amount, splitType: SplitType.PERCENTAGE });
const FIXED = FeeType.FIXED;
const PERCENTAGE = FeeType.PERCENTAGE;

test.each([
  ['fixed splits make the fee', 50, FIXED, [fixed(30), fixed(20)], true],
  ['fixed splits miss the fee', 50, FIXED, [fixed(30), fixed(19)], false],
  ['decimals add up as they are written', 0.3, FIXED, [fixed(0.1), fixed(0.2)], true],
  ['a fee without a type is an amount', 50, undefined, [fixed(49)], false],
  ['shares make 100', 50, FIXED, [share(60), share(40)], true],
  ['shares miss 100', 50, FIXED, [share(60), share(39)], false],
  ['shares of a fee in percent make 100', 1.5, PERCENTAGE, [share(100)], true],
  ['fixed ones come first and shares divide the rest', 50, FIXED, [fixed(10), share(100)], true],
  ['fixed ones leave nothing to divide', 50, FIXED, [fixed(60), share(100)], false],
  ['shares beside fixed ones miss 100', 50, FIXED, [fixed(10), share(80)], false],
  ['without a fee, fixed splits are it', undefined, undefined, [fixed(10), fixed(5)], true],
  ['without a fee, there is nothing to share', undefined, undefined, [fixed(10), share(100)], false],
  ['fixed splits of a fee in percent are known with the transaction', 1.5, PERCENTAGE, [fixed(10)], true],
  ['no splits are for another rule to refuse', 50, FIXED, [], true],
  ['a split without a type is for another rule to refuse', 50, FIXED, [{ amount: 1 }], true],
])('%s', (_, amount, feeType, ruleDefinitions, isInOrder) => {
  const rule = create(ReconciliationRuleCreateSchema, {
    ...(amount !== undefined && { amount }),
    ...(feeType !== undefined && { feeType }),
    ruleDefinitions,
  });
  expect(CODE_CHECKS['splits_add_up']!(rule)).toBe(isInOrder);
});

// The parameters of the run, in words.

import type { MatchParameters } from '../matching/parameters.ts';
import { formatDay } from '../money/calendar.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import { PERCENT_SCALE, RATE_SCALE } from '../money/rates.ts';
import { section, table } from './markup.ts';

export function parametersSection(parameters: MatchParameters): string {
  const { method, daysBack, daysForward, netReversals, reversalDaysBack, reversalDaysForward, fees } = parameters;
  const rows: (readonly [string, string])[] = [
    ['Method', method.replaceAll('_', ' ')],
    ['Search days', `${daysBack} back, ${daysForward} forward`],
    [
      'Reversals',
      netReversals ? `netted, ${reversalDaysBack} days back and ${reversalDaysForward} forward` : 'not netted',
    ],
    ...Object.entries(parameters.currencies).flatMap(([currency, { tolerance, chargeMin, chargeMax, rules = [] }]) => {
      const money = (minor: number) => formatGrouped(minor, exponentOf(currency));
      return [
        [`Tolerance, ${currency}`, money(tolerance)] as const,
        ...(chargeMax === 0 ? [] : [[`Charge, ${currency}`, `${money(chargeMin)} to ${money(chargeMax)}`] as const]),
        ...(rules.length === 0 ? [] : [[`Fee rules, ${currency}`, String(rules.length)] as const]),
      ];
    }),
    ['Tolerance, share', `${(100 * parameters.tolerancePercent) / PERCENT_SCALE}%`],
    ['Merchant service charge', `${(100 * parameters.mscRate) / RATE_SCALE}%`],
    ...(fees.display === null ? [] : [['Fees', fees.display] as const]),
    ...(parameters.events.length === 0
      ? []
      : [
          [
            'Events',
            parameters.events.map(({ start, end }) => `${formatDay(start)} to ${formatDay(end)}`).join(', '),
          ] as const,
        ]),
  ];
  return section('Parameters', table({ titles: ['Parameter', 'Value'], rows, empty: '' }));
}

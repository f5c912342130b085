// How the difference between the two sides of a group is explained.

/** Values of the column feeBasis. */
export const FEE_NONE = 0;
export const FEE_CHARGE = 1; // within [charge_min, charge_max]
export const FEE_RATE = 2; // the merchant service charge
export const FEE_RULE = 3; // the fee that a rule of the template expects
export const FEE_TARIFF = 4; // the fee that the tariff of the day says
/** Words for these values; null if the difference is within tolerance. */
export const FEE_BASES = [null, 'charge', 'rate', 'rule', 'tariff'] as const;
export type FeeBasis = (typeof FEE_BASES)[number];

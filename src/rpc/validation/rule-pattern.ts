// Patterns of the contract's rules as JavaScript expressions. They are the contract's and never a caller's, so that
// these may replace the slower RE2.

import { once } from '../once.ts';

export const rulePattern = once((pattern: string) => new RegExp(pattern, 'u'));

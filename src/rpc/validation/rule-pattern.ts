// Patterns of the contract's rules as JavaScript expressions. They are the contract's and never a caller's, so that
// these may replace the slower RE2.

const known = new Map<string, RegExp>();

export function rulePattern(pattern: string): RegExp {
  const expression = known.get(pattern) ?? new RegExp(pattern, 'u');
  known.set(pattern, expression);
  return expression;
}

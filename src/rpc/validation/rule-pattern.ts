// Patterns of the contract's rules as expressions. They are the contract's own and none of a caller's, so that
// JavaScript's expressions may replace the slower RE2.

const known = new Map<string, RegExp>();

export function rulePattern(pattern: string): RegExp {
  const expression = known.get(pattern) ?? new RegExp(pattern, 'u');
  known.set(pattern, expression);
  return expression;
}

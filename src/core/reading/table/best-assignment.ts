// One assignment of columns to roles: each column has at most one role, each role at most one column, and the sum of
// what speaks for them is the greatest. An exact search; it is small, since few columns may have more than one role.

/** A column that may have a role, and what speaks for it: more than 0. */
export interface Claim<R extends string> {
  readonly role: R;
  readonly column: number;
  readonly worth: number;
}

/**
 * The claims that hold. Of two assignments with one sum it is the one that gives the better column to the role that
 * stands first in `roles`; of two columns with one worth it takes the one claimed first.
 */
export function bestAssignment<R extends string, C extends Claim<R>>(roles: readonly R[], claims: readonly C[]): C[] {
  const claimed = roles.filter((role) => claims.some((one) => one.role === role && one.worth > 0));
  const open = claimed.map((role) => bestOf(claims, role, claimed.length));
  // The most that the roles from here on can add.
  const most = open.map((_, i) => open.slice(i).reduce((sum, [first]) => sum + first.worth, 0));
  let best: readonly C[] = [];
  let bestSum = 0;
  const search = (at: number, held: readonly C[], sum: number): void => {
    if (sum > bestSum) [best, bestSum] = [held, sum];
    if (at === open.length || sum + most[at] <= bestSum) return;
    for (const one of open[at])
      if (!held.some(({ column }) => column === one.column)) search(at + 1, [...held, one], sum + one.worth);
    search(at + 1, held, sum);
  };
  search(0, [], 0);
  return [...best];
}

/**
 * A role's best columns, as many as there are roles: the others can take all but one of them. Without this bound a file
 * of hundreds of columns that may be anything would be searched for hours.
 */
function bestOf<C extends Claim<string>>(claims: readonly C[], role: string, most: number): C[] {
  const columns = new Set<number>();
  const best = claims.filter((one) => one.role === role && one.worth > 0).sort((a, b) => b.worth - a.worth);
  return best.filter(({ column }) => !columns.has(column) && columns.add(column)).slice(0, most);
}

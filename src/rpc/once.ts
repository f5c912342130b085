// Something made from a value once and remembered: descriptors never change, and requests need the same ones again and
// again.

export function once<From, Made extends {}>(make: (from: From) => Made): (from: From) => Made {
  const known = new Map<From, Made>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before;
    const made = make(from);
    known.set(from, made);
    return made;
  };
}

import type { Store } from '../../../src/ports/store.ts';

/** The write that is overtaken: a decision, or the replacement of a pattern. */
const WRITES = { decisions: 'decide', patterns: 'put' } as const;

/** A store on which somebody acts just before the next write of the part. */
export function overtaken(
  store: Store,
  overtakes: () => Promise<unknown>,
  part: keyof typeof WRITES = 'decisions',
): Store {
  let isDone = false;
  const overtakenPart = new Proxy<object>(store[part], {
    get(target, name) {
      const own = Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      if (name !== WRITES[part]) return own.bind(target);
      return async (...args: readonly unknown[]) => {
        if (!isDone) await overtakes();
        isDone = true;
        return own.apply(target, args);
      };
    },
  });
  return new Proxy(store, { get: (target, name) => (name === part ? overtakenPart : Reflect.get(target, name)) });
}

import type { Store } from '../../../src/ports/store.ts';

/** A store on which somebody decides just before the next decision is written. */
export function overtaken(store: Store, overtakes: () => Promise<unknown>): Store {
  let isDone = false;
  const decisions = new Proxy(store.decisions, {
    get(target, name) {
      const own = Reflect.get(target, name);
      if (name !== 'decide') return typeof own === 'function' ? own.bind(target) : own;
      return async (...args: Parameters<Store['decisions']['decide']>) => {
        if (!isDone) await overtakes();
        isDone = true;
        return store.decisions.decide(...args);
      };
    },
  });
  return new Proxy(store, { get: (target, name) => (name === 'decisions' ? decisions : Reflect.get(target, name)) });
}

// Rewrites source files while they are loaded, so that one rule is off: the program as it ships has no switch. Preloaded
// with --import into a process that measures; which rule it is stands in ABLATED. A switch whose place is not in the
// source stops the process, so that a rule that was renamed is not measured as one that changes nothing.

import { registerHooks } from 'node:module';
import { RULES } from './rules.ts';
import { switchedOff } from './switched-off.ts';

const name = process.env['ABLATED'];
const rule = RULES.find((one) => one.name === name);
if (name !== undefined && rule === undefined) throw new Error(`No rule is called ${name}.`);
const off = (rule?.off ?? []).map((one) => ({ ...one, url: new URL(`../../src/${one.file}`, import.meta.url).href }));

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const switches = off.filter((one) => one.url === url);
    if (switches.length === 0 || loaded.source == null) return loaded;
    const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: switches.reduce(switchedOff, text) };
  },
});

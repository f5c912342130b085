// Finds fields of a message that are too large, before anything else looks at them: a list that is refused for its
// length need not be checked item by item. Such fields are removed, and the rules are checked on the rest; their only
// problem is their size.

import { clearField, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import type { Path } from '@bufbuild/protobuf/reflect';
import { Violation } from '@bufbuild/protovalidate';
import { MAX_PROBLEMS } from '../../core/limits.ts';
import { once } from '../once.ts';
import { isLonger, type Size, shownKey, sizesOf, tooLong, tooManyItems, tooManyPairs } from './field-sizes.ts';

/** Thrown once there are so many problems that the search stops. */
const ENOUGH = Symbol('enough');

interface Place {
  readonly steps: Path[number][];
  readonly found: Violation[];
}

type Cut = (holder: Record<string, unknown>, message: Message, place: Place) => void;

/** Changes the message. Answers at most one problem more than are listed. */
export function cutSizes(desc: DescMessage, message: Message): readonly Violation[] {
  const found: Violation[] = [];
  try {
    cutMessage(desc, message, { steps: [], found });
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return found;
}

const cutsOf = once((desc: DescMessage): readonly Cut[] => desc.fields.map(cutOf).filter((cut) => cut !== undefined));

function cutMessage(desc: DescMessage, message: Message, place: Place): void {
  for (const cut of cutsOf(desc)) cut(message as unknown as Record<string, unknown>, message, place);
}

function say(
  place: Place,
  step: readonly Path[number][],
  what: { message: string; id: string; rule: Path },
  isKey = false,
): void {
  const { message, id, rule } = what;
  place.found.push(new Violation(message, id, [...place.steps, ...step], rule, isKey));
  if (place.found.length > MAX_PROBLEMS) throw ENOUGH;
}

const textSaid = ({ most, rule }: Size) => ({ message: tooLong(most), id: 'string.max_len', rule });

/** Undefined: nothing in the field can be too large. */
function cutOf(field: DescField): Cut | undefined {
  switch (field.fieldKind) {
    case 'scalar':
      return field.scalar === ScalarType.STRING ? cutText(field) : undefined;
    case 'message':
      return sizesOf(field).free === undefined ? cutWithin(field, field.message) : cutFree(field);
    case 'list':
      return cutList(field);
    case 'map':
      return cutMap(field);
    case 'enum':
      return undefined;
  }
}

function cutText(field: DescField): Cut | undefined {
  const { text } = sizesOf(field);
  if (text === undefined) return undefined;
  return (holder, message, place) => {
    const value = holder[field.localName];
    if (typeof value !== 'string' || !isLonger(value, text.most)) return;
    clearField(message, field);
    say(place, [field], textSaid(text));
  };
}

function cutWithin(field: DescField, desc: DescMessage): Cut {
  return (holder, _, place) => {
    const value = holder[field.localName];
    if (value === undefined) return;
    place.steps.push(field);
    cutMessage(desc, value as Message, place);
    place.steps.pop();
  };
}

function cutList(field: DescField & { fieldKind: 'list' }): Cut {
  const { items, text } = sizesOf(field);
  const { message: inner } = field;
  return (holder, _, place) => {
    const list = holder[field.localName] as unknown[];
    if (items !== undefined && list.length > items.most) {
      holder[field.localName] = [];
      return say(place, [field], { message: tooManyItems(items.most), id: 'repeated.max_items', rule: items.rule });
    }
    if (text !== undefined)
      for (let index = 0; index < list.length; index++) {
        if (!isLonger(list[index] as string, text.most)) continue;
        list[index] = '';
        say(place, [field, { kind: 'list_sub', index }], textSaid(text));
      }
    if (inner === undefined) return;
    place.steps.push(field);
    for (let index = 0; index < list.length; index++) {
      place.steps.push({ kind: 'list_sub', index });
      cutMessage(inner, list[index] as Message, place);
      place.steps.pop();
    }
    place.steps.pop();
  };
}

function cutMap(field: DescField & { fieldKind: 'map' }): Cut {
  const { pairs, key: keySize } = sizesOf(field);
  const { message: inner } = field;
  return (holder, _, place) => {
    const map = holder[field.localName] as Record<string, unknown>;
    const keys = Object.keys(map);
    if (pairs !== undefined && keys.length > pairs.most) {
      holder[field.localName] = {};
      return say(place, [field], { message: tooManyPairs(pairs.most), id: 'map.max_pairs', rule: pairs.rule });
    }
    place.steps.push(field);
    for (const key of keys) {
      if (keySize !== undefined && isLonger(key, keySize.most)) {
        delete map[key];
        say(place, [{ kind: 'map_sub', key: shownKey(key) }], textSaid(keySize), true);
      } else if (inner !== undefined) {
        place.steps.push({ kind: 'map_sub', key });
        cutMessage(inner, map[key] as Message, place);
        place.steps.pop();
      }
    }
    place.steps.pop();
  };
}

function cutFree(field: DescField): Cut {
  const { values, length } = sizesOf(field).free!;
  return (holder, message, place) => {
    const object = holder[field.localName];
    if (object === undefined) return;
    const held = { values: 0, length: 0 };
    measure(object, held, { values, length });
    if (held.values <= values && held.length <= length) return;
    clearField(message, field);
    const most =
      held.values > values ? `must hold at most ${values} values` : `must hold texts of at most ${length} characters`;
    say(place, [field], {
      message: most,
      id: held.values > values ? 'free_object.max_values' : 'free_object.max_length',
      rule: [],
    });
  };
}

type Held = { values: number; length: number };

/** Adds the size of a value; stops once it is too much. Readers refuse endless nesting. */
function measure(value: unknown, held: Held, most: Held): void {
  if (typeof value === 'string') held.length += value.length;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    held.values++;
    if (!Array.isArray(value)) held.length += key.length;
    measure(inner, held, most);
    if (held.values > most.values || held.length > most.length) return;
  }
}

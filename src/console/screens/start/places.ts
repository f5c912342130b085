// A question with more combinations of answers than can be shown beside each other: one choice for each open place.

import { type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenPlace, ReadingQuestion } from '../../../../gen/tieout/engine/v1/inspect_file_pb.ts';
import { choice } from '../../parts/fields.ts';
import { plain } from '../../words/classes.ts';

interface PlacesProps {
  readonly question: ReadingQuestion;
  readonly onAnswer: (mapping: JsonObject) => void;
}

const nameOf = ({ path }: OpenPlace): string => path.map(plain).join(' › ');

export function Places({ question, onAnswer }: PlacesProps): JSX.Element {
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({});
  const { places, mapping } = question;
  const submit = (event: Event) => {
    event.preventDefault();
    const answered = places.reduce<JsonObject>((whole, { path, choices }, i) => {
      const value = toJson(ValueSchema, choices[Number(chosen[i])]!) as JsonValue;
      return withValue(whole, path, value);
    }, mapping ?? {});
    onAnswer(answered);
  };
  return h(
    'form',
    { onSubmit: submit },
    h(
      'div',
      { class: 'fields' },
      places.map((place, i) =>
        choice({
          label: nameOf(place),
          value: chosen[i] ?? '',
          choices: [
            ['', 'choose…'],
            ...place.choices.map((value, at) => [String(at), String(toJson(ValueSchema, value))] as const),
          ],
          onInput: (value) => setChosen((before) => ({ ...before, [i]: value })),
        }),
      ),
    ),
    h(
      'button',
      { type: 'submit', class: 'primary', disabled: places.some((_, i) => (chosen[i] ?? '') === '') },
      'Read it so',
    ),
  );
}

function withValue(object: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [key = '', ...rest] = path;
  if (rest.length === 0) return { ...object, [key]: value };
  return { ...object, [key]: withValue((object[key] ?? {}) as JsonObject, rest, value) };
}

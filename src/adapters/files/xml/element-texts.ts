// Elements and texts inside an element, by their names.

import type { XmlElement } from './xml-elements.ts';

/** The first element of that name directly inside. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name);

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((one) => one.name === name) ?? [];

/** The element at the end of a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let inner = element;
  for (const name of path) inner = childOf(inner, name);
  return inner;
}

/** The text at the end of a path of names; '' for none. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string =>
  elementAt(element, ...path)?.text ?? '';

/** The first text that is not empty. */
export const firstText = (...texts: readonly string[]): string => texts.find((text) => text !== '') ?? '';

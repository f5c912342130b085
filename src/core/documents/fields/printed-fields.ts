// Finds a document's fields by its rules: a label in a line, allowing for recognition errors, and the value after or
// below it. A value without the field's form is dropped; nothing is guessed.

import type { ReadPage, TextBox, TextLine, TextWord } from '../page-text.ts';
import type { DocumentRules, FieldRule } from './document-rules.ts';
import { printedDay } from './printed-day.ts';

export interface PrintedField {
  readonly name: string;
  readonly value: string;
  /** Confidence of the value's words, 0 to 1, reduced for errors in the label. */
  readonly confidence: number;
  readonly box: TextBox | null;
  /** Page number, from 1. */
  readonly page: number;
}

/** Only letters and digits, in capitals. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/\p{M}|['’]/gu, '')
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();

/**
 * The rules of the wanted type, else of the type that typical words show. `isMarked`: they show it, and no type before
 * it in the list that may name it (a visa names a passport).
 */
export function rulesFor(rules: readonly DocumentRules[], pages: readonly ReadPage[], wanted: string | null) {
  const text = withoutLabels(
    pages.map(({ lines }) => lines.map((line) => plain(line.text)).join(' ')).join(' '),
    rules,
  );
  const isMarked = ({ marks }: DocumentRules) => marks.some((mark) => likeness(text, mark) !== null);
  const marked = rules.filter(isMarked);
  const asked = wanted === null ? null : (rules.find(({ type }) => type === wanted) ?? null);
  const isVisa = marked[0]?.type === 'visa';
  return {
    rules: asked ?? marked[0] ?? null,
    isMarked: asked === null ? marked.length > 0 : marked.includes(asked) && !(isVisa && asked.type === 'passport'),
  };
}

/** The text without labels that contain a type's typical word: PASSPORT NO stands on visas too. */
function withoutLabels(text: string, rules: readonly DocumentRules[]): string {
  const marks = rules.flatMap((one) => one.marks);
  const labels = rules.flatMap(({ fields }) => fields.flatMap((rule) => rule.labels));
  const naming = labels.filter((label) => marks.some((mark) => label !== mark && ` ${label} `.includes(` ${mark} `)));
  return naming.reduce((rest, label) => rest.replaceAll(` ${label} `, ' '), ` ${text} `).trim();
}

/** How well the text contains the mark, word by word, with one error in six letters; null if it does not. */
function likeness(text: string, mark: string): number | null {
  const [words, wanted] = [text.split(' '), mark.split(' ')];
  for (let at = 0; at + wanted.length <= words.length; at++) {
    const likes = wanted.map((word, offset) => wordLikeness(words[at + offset], word));
    if (likes.every((one) => one > 0)) return Math.min(...likes);
  }
  return null;
}

/** 1 if equal, less with an error, 0 for another word. */
function wordLikeness(read: string, wanted: string): number {
  if (read === wanted) return 1;
  const slips = Math.floor(wanted.length / 6);
  if (slips === 0 || Math.abs(read.length - wanted.length) > slips) return 0;
  return distance(read, wanted) <= slips ? 0.9 : 0;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

export function printedFields({ fields, passages = [] }: DocumentRules, pages: readonly ReadPage[]): PrintedField[] {
  const labels = fields.flatMap((rule) => rule.labels);
  const found = fields.flatMap((rule) => {
    const each = pages.flatMap((page, at) => fieldOn(page, rule, labels).map((one) => ({ ...one, page: at + 1 })));
    const best = each.toSorted((a, b) => b.confidence - a.confidence)[0];
    return best === undefined ? [] : [best];
  });
  const text = pages.map(({ lines }) => lines.map((line) => line.text).join(' ')).join(' ');
  for (const { field, after, before } of passages) {
    const begin = after.exec(text);
    const rest = begin === null ? '' : text.slice(begin.index + begin[0].length);
    const end = before.exec(rest);
    const value = end === null ? '' : rest.slice(0, end.index).replaceAll(/\s+/g, ' ').trim();
    if (value !== '' && value.length <= 200) found.push({ name: field, value, confidence: 0.8, box: null, page: 1 });
  }
  return found;
}

function fieldOn({ lines }: ReadPage, rule: FieldRule, labels: readonly string[]): Omit<PrintedField, 'page'>[] {
  return lines.flatMap((line) => {
    const label = labelIn(line, rule.labels);
    if (label === null) return [];
    const behind = upToLabel(line.words.slice(label.end), labels);
    const below = behind.length > 0 ? [] : wordsBelow(lines, line.words.slice(label.begin, label.end));
    // If another label stands below a label, the field has no value.
    const words = behind.length > 0 ? behind : upToLabel(below, labels);
    const value = valueFrom(words, rule);
    if (value === null) return [];
    const confidence = label.likeness * Math.min(...words.map((one) => one.confidence));
    return [{ name: rule.field, value, confidence, box: boundingBox(words.map(({ box }) => box)) }];
  });
}

interface FoundLabel {
  readonly begin: number;
  /** Index of the word after it. */
  readonly end: number;
  readonly likeness: number;
}

/** The longest label in the line. A label is whole words; a slash or colon ends it. */
function labelIn(line: TextLine, labels: readonly string[]): FoundLabel | null {
  let best: (FoundLabel & { readonly length: number }) | null = null;
  for (let begin = 0; begin < line.words.length; begin++) {
    for (const label of labels) {
      const end = endOfLabel(line.words, begin, label.split(' '));
      if (end !== null && (best === null || label.length > best.length)) {
        best = { begin, ...end, length: label.length };
      }
    }
  }
  return best;
}

/** Where the label ends. One printed word may be several: L/NO, Surname/Nom. */
function endOfLabel(words: readonly TextWord[], begin: number, label: readonly string[]) {
  let at = begin;
  let taken = 0;
  let likeness = 1;
  while (taken < label.length) {
    const parts = at < words.length ? plain(words[at].text).split(' ') : [''];
    if (parts[0] === '' && at < words.length && taken > 0) {
      at++;
      continue;
    }
    for (const part of parts) {
      const one = taken < label.length ? wordLikeness(part, label[taken]) : 0;
      if (one === 0) return null;
      likeness = Math.min(likeness, one);
      taken++;
    }
    at++;
  }
  return { end: at, likeness };
}

/** The words up to the next label. */
function upToLabel(words: readonly TextWord[], labels: readonly string[]): TextWord[] {
  const begins = words.findIndex((_, at) => labels.some((label) => endOfLabel(words, at, label.split(' ')) !== null));
  const own = begins < 0 ? words : words.slice(0, begins);
  return own.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** Words of a line below, close together, that begin under the label or right of it. */
function wordsBelow(lines: readonly TextLine[], label: readonly TextWord[]): TextWord[] {
  const { left, top, width, height } = boundingBox(label.map(({ box }) => box))!;
  const beneath = lines
    .filter(({ box }) => box.top > top + 0.5 * height && box.top < top + 4 * height)
    .toSorted((a, b) => a.box.top - b.box.top);
  for (const line of beneath) {
    const words = line.words.filter(
      ({ box }) => box.left + box.width > left && box.left < left + Math.max(width, 0.02) + 0.5,
    );
    const first = words.findIndex(({ box }) => box.left < left + width && box.left + box.width > left);
    if (first < 0) continue;
    const close = [words[first]];
    for (const word of words.slice(first + 1)) {
      const before = close.at(-1)!.box;
      if (word.box.left - (before.left + before.width) > 3 * height) break;
      close.push(word);
    }
    return close;
  }
  return [];
}

function valueFrom(words: readonly TextWord[], { kind, form }: FieldRule): string | null {
  const text = words
    .map((word) => word.text)
    .join(' ')
    .replaceAll(/^[\s:;.,/-]+|(?<![\s:;,])[\s:;,]+$/g, '');
  if (text === '' || text.length > 200) return null;
  switch (kind) {
    case 'day':
      return printedDay(text);
    case 'sex':
      return (
        /^(?:([MF])|(M)ALE|(F)EMALE|(M)ASCULIN|(F)EMININ)\b/i.exec(text)?.slice(1).find(Boolean)?.toUpperCase() ?? null
      );
    case 'name':
      return /^[\p{L}\p{M}' ’.,-]+$/u.test(text) && /\p{L}{2}/u.test(text)
        ? text.replaceAll(/(?<![.,])[.,]+$/g, '')
        : null;
    case 'number':
      return numberOf(words, form);
    case 'text':
      return text;
  }
}

/** The longest run of words that has the form, joined without spaces: numbers are printed in groups. */
function numberOf(words: readonly TextWord[], form: RegExp | undefined): string | null {
  const plainWords = words.map(({ text }) => text.toUpperCase().replaceAll(/[^A-Z0-9-]/g, ''));
  for (let begin = 0; begin < Math.min(3, words.length); begin++) {
    for (let end = words.length; end > begin; end--) {
      const number = plainWords.slice(begin, end).join('');
      if (number !== '' && (form === undefined || form.test(number))) return number;
    }
  }
  return null;
}

function boundingBox(boxes: readonly TextBox[]): TextBox | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((one) => one.left));
  const top = Math.min(...boxes.map((one) => one.top));
  const width = Math.max(...boxes.map((one) => one.left + one.width)) - left;
  return { left, top, width, height: Math.max(...boxes.map((one) => one.top + one.height)) - top };
}

// How a rule is switched off in the text of a source file: the function or constant that it is gets another form, or a
// piece of text another text.

/** The function or constant of the file's top level that is replaced, and the expression that it becomes. */
interface Declared {
  readonly file: string;
  readonly declared: string;
  readonly as: string;
}

/** A text that stands in the file once, and what stands there instead. */
interface Written {
  readonly file: string;
  readonly written: string;
  readonly as: string;
}

export type Switch = Declared | Written;

/** Throws where the file has no such place, or more than one. */
export function switchedOff(text: string, one: Switch): string {
  const place = 'declared' in one ? declarationOf(one.declared) : RegExp(escaped(one.written), 'g');
  const places = text.match(place)?.length ?? 0;
  const name = 'declared' in one ? one.declared : one.written;
  if (places !== 1) throw new Error(`${one.file} has ${places} places of: ${name}`);
  if (!('declared' in one)) return text.replace(place, () => one.as);
  // What was there stays under another name, for the expression may call it.
  return text.replace(
    place,
    (_, exported: string | undefined, kind: string) =>
      `${exported ?? ''}const ${one.declared}: any = ${one.as};\n${kind} ${one.declared}AsWritten`,
  );
}

const declarationOf = (name: string): RegExp => RegExp(`^(export )?(function|const) ${name}\\b`, 'gm');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

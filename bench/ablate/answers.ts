// What a run says, as a set that another run's can be taken from: each pair and each class of an open row, and whether it is
// right. Rows that say the same are one, so that it makes no difference which of two twins was taken.

/** For each answer how often it was said and how often that was right. */
export type Answers = ReadonlyMap<string, Said>;

interface Said {
  readonly right: number;
  readonly wrong: number;
}

export class AnswerList {
  readonly #answers = new Map<string, { right: number; wrong: number }>();

  add(name: string, isRight: boolean): void {
    const said = this.#answers.get(name) ?? { right: 0, wrong: 0 };
    this.#answers.set(name, said);
    said[isRight ? 'right' : 'wrong']++;
  }

  /** For a file of a line each. */
  get lines(): string[] {
    return [...this.#answers].map(([name, { right, wrong }]) => `${right}\t${wrong}\t${name}`);
  }
}

export function answersIn(lines: readonly string[]): Answers {
  return new Map(
    lines.map((line) => {
      const [right, wrong, name] = line.split('\t');
      return [name!, { right: Number(right), wrong: Number(wrong) }];
    }),
  );
}

export interface Difference {
  gainedRight: number;
  gainedWrong: number;
  lostRight: number;
  lostWrong: number;
}

/** What `without` says and `with` does not, and the other way round. */
export function difference(withRule: Answers, without: Answers): Difference {
  const sum: Difference = { gainedRight: 0, gainedWrong: 0, lostRight: 0, lostWrong: 0 };
  const none: Said = { right: 0, wrong: 0 };
  for (const name of new Set([...withRule.keys(), ...without.keys()])) {
    const [before, after] = [withRule.get(name) ?? none, without.get(name) ?? none];
    sum.gainedRight += Math.max(0, after.right - before.right);
    sum.gainedWrong += Math.max(0, after.wrong - before.wrong);
    sum.lostRight += Math.max(0, before.right - after.right);
    sum.lostWrong += Math.max(0, before.wrong - after.wrong);
  }
  return sum;
}

// States in a file's status column that a person should know: those that exclude rows, and unknown ones; and sheets or
// lists whose name says the state of their rows. A row with an unknown state counts as booked: excluded, its money would
// be invisible, while an open item can be examined.

const STATES_NAMED = 5;

interface MetStates {
  readonly texts: Set<string>;
  rows: number;
  firstLine: number;
}

const none = (): MetStates => ({ texts: new Set(), rows: 0, firstLine: 0 });

export class StatesMet {
  private readonly never = none();
  private readonly unknown = none();
  private readonly ofParts = none();

  noteNever(text: string, line: number): void {
    note(this.never, text, line);
  }

  noteUnknown(text: string, line: number): void {
    note(this.unknown, text, line);
  }

  /** A row that is pending by the name of its sheet or list. */
  notePart(name: string, line: number): void {
    note(this.ofParts, name, line);
  }

  /** A sentence for each of the three, if it occurred. */
  warnings(): string[] {
    const { never, unknown, ofParts } = this;
    const sentences: string[] = [];
    const rows = (n: number) => (n === 1 ? '1 row' : `${n} rows`);
    if (never.rows > 0) {
      const were = never.rows === 1 ? 'was' : 'were';
      sentences.push(
        `${rows(never.rows)} ${were} never booked by ${never.rows === 1 ? 'its' : 'their'} status and ${were} set aside, the first on line ${never.firstLine}: ${listed(never)}.`,
      );
    }
    if (unknown.rows > 0) {
      sentences.push(
        `The status of ${rows(unknown.rows)} is not known, the first on line ${unknown.firstLine}; taken as booked: ${listed(unknown)}.`,
      );
    }
    if (ofParts.rows > 0) {
      const [are, their] = ofParts.rows === 1 ? ['is', 'its'] : ['are', 'their'];
      sentences.push(
        `${rows(ofParts.rows)} ${are} pending by the name of ${their} sheet or list, the first on line ${ofParts.firstLine}: ${listed(ofParts)}.`,
      );
    }
    return sentences;
  }
}

function note(met: MetStates, text: string, line: number): void {
  if (met.rows++ === 0) met.firstLine = line;
  if (met.texts.size <= STATES_NAMED) met.texts.add(text);
}

function listed({ texts }: MetStates): string {
  const shown = [...texts].slice(0, STATES_NAMED).map((text) => `“${text.slice(0, 40)}”`);
  return shown.join(', ') + (texts.size > STATES_NAMED ? ' and others' : '');
}

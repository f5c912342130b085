// Finds the direction of a NIP run whose request names none: by the report's title, or by whether the partner's
// institution sends or receives; else by the debits and credits of the ledger. If these contradict each other, or say
// nothing, the run fails and asks (docs/other-kinds.md, "Direction").

import { TieoutError } from '../../errors.ts';
import type { ToldWay } from '../../reading/kinds/told-way.ts';
import type { Side } from '../../records/rows/columns.ts';

type Flow = 'inward' | 'outward';

interface FileTold {
  readonly side: Side;
  readonly name: string;
  readonly told: ToldWay | null;
}

interface KnownBefore {
  /** The flow by the session's last commit; null if unknown. */
  readonly flow: Flow | null;
  /** True: the session has rows already, which were read by this flow. */
  readonly hasRows: boolean;
}

interface FlowTold {
  readonly flow: Flow;
  /** A warning that says where the direction was taken from. */
  readonly said: string;
}

interface Word {
  readonly flow: Flow | 'both';
  readonly file: string;
  readonly because: string;
}

const FLOW = { in: 'inward', out: 'outward', both: 'both' } as const;

/** Throws direction_unknown. */
export function flowTold(files: readonly FileTold[], before: KnownBefore): FlowTold {
  const told = wordOf(files);
  if (before.flow !== null && (before.hasRows || told === null)) {
    if (told?.isOfReport && told.flow !== before.flow) throw otherThanSession(told, before.flow);
    return {
      flow: before.flow,
      said: `No direction was given: the transfers are ${before.flow}, as the session’s are.`,
    };
  }
  if (told === null) throw nobodySays(files);
  return { flow: told.flow, said: `No direction was given: the transfers are ${told.flow}, for ${told.because}.` };
}

type OneWord = Word & { readonly flow: Flow; readonly isOfReport: boolean };

/** The flow by the report, else by the ledger; null if neither says it. Throws if one contradicts itself. */
function wordOf(files: readonly FileTold[]): OneWord | null {
  const reports = files.filter(({ side }) => side === 'bank');
  const titles = wordsOf(reports, 'title', (name, flow) => `${name} is titled ${flow}`);
  const institutions = wordsOf(reports, 'institutions', ofOneInstitution);
  const sessions = wordsOf(reports, 'sessions', (name) => `the session ids of ${name} begin with our code`);
  // A title overrules rows of both directions, which may be reversals.
  const titled = titles.filter(({ flow }) => flow !== 'both');
  const parties = [...institutions, ...sessions];
  const ofReport = [...titled, ...parties.filter(({ flow }) => flow !== 'both' || titled.length === 0)];
  if (ofReport.length > 0) return oneOf(ofReport, true);
  const oneEnd = wordsOf(reports, 'oneEnd', ofOneInstitution);
  const ledgers = files.filter(({ side }) => side === 'gl');
  const sides = wordsOf(ledgers, 'signs', (name, flow) =>
    flow === 'outward' ? `most postings of ${name} move money out` : `most postings of ${name} move money in`,
  );
  const weak = [...oneEnd, ...sides];
  return weak.length > 0 ? oneOf(weak, false) : null;
}

const ofOneInstitution = (name: string, flow: Flow): string =>
  flow === 'outward' ? `one institution, ours, sends all of ${name}` : `one institution, ours, receives all of ${name}`;

function wordsOf(files: readonly FileTold[], of: keyof ToldWay, because: (name: string, flow: Flow) => string): Word[] {
  return files.flatMap(({ name, told }): Word[] => {
    const way = told?.[of] ?? null;
    if (way === null) return [];
    const flow = FLOW[way];
    return [
      { flow, file: name, because: flow === 'both' ? `${name} has transfers of both ways` : because(name, flow) },
    ];
  });
}

/** Throws direction_unknown. */
function oneOf(words: readonly Word[], isOfReport: boolean): OneWord {
  const [first, ...others] = words as [Word, ...Word[]];
  const other = others.find(({ flow }) => flow !== first.flow);
  if (other !== undefined) throw asks(first.file, `${first.because}, and ${other.because}`);
  if (first.flow === 'both') throw asks(first.file, first.because);
  return { ...first, flow: first.flow, isOfReport };
}

function nobodySays(files: readonly FileTold[]): TieoutError {
  const report = files.find(({ side }) => side === 'bank') ?? files[0];
  const why =
    'nothing says which way the transfers go, neither the report’s title, nor which institution sends or receives all of ' +
    'them, nor the sides of the ledger’s postings';
  return asks(report?.name ?? '', why);
}

const otherThanSession = ({ file, because }: OneWord, flow: Flow): TieoutError =>
  asks(file, `${because}, and the session’s rows were read as ${flow}: give all of its files anew`);

const asks = (file: string, why: string): TieoutError =>
  new TieoutError('direction_unknown', `${why}; say whether their direction is inward or outward.`, {
    ...(file !== '' && { file }),
  });

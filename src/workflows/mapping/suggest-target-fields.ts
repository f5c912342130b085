// Suggests which columns of ledger and statement files are which fields. It finds the files and samples them in another
// thread, asks a language model, if there is one, for a second opinion, and answers by the evidence. It stores nothing,
// and values of a file leave it only as masked shapes.

import { TieoutError, toErrorRecord } from '../../core/errors.ts';
import type { FileFailure } from '../../core/exceptions/file-refused.ts';
import type { DescribedFile } from '../../core/mapping/described-column.ts';
import { type ModelProposal, modelQuestion, readProposal } from '../../core/mapping/model-proposal.ts';
import type { GivenMapping, MappingSuggestion } from '../../core/mapping/suggest-mapping.ts';
import { commonSwitch, type SwitchType } from '../../core/mapping/switch-type.ts';
import {
  type CustomerType,
  type Target,
  type TargetDefinition,
  targetsOf,
} from '../../core/mapping/target-definitions.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { FileToDescribe, MappingCompute } from '../../ports/compute.ts';
import type { Files } from '../../ports/files.ts';
import type { LanguageModel } from '../../ports/language-model.ts';

export interface SuggestionDependencies {
  readonly files: Files;
  readonly mapping: MappingCompute;
  /** null where none is configured. */
  readonly languageModel: LanguageModel | null;
}

export interface SuggestionRequest {
  /** Whose files they are; null: nobody's, and no tenant's own file is found. */
  readonly tenant: string | null;
  readonly urls: Readonly<Record<Side, readonly string[]>>;
  readonly definitions: Readonly<Record<string, TargetDefinition>>;
  readonly given: readonly GivenMapping[];
  readonly others: Readonly<Record<Side, readonly string[]>>;
  readonly customerType: CustomerType | null;
  readonly isSwitch: boolean;
}

export interface Suggestion extends MappingSuggestion {
  readonly files: Readonly<Record<Side, readonly DescribedFile[]>>;
  readonly switchType: SwitchType | null;
  readonly mapper: 'language_model' | 'built_in';
}

type SuggestionOutcome = { readonly suggestion: Suggestion } | { readonly failures: readonly FileFailure[] };

export async function suggestTargetFields(
  deps: SuggestionDependencies,
  request: SuggestionRequest,
): Promise<SuggestionOutcome> {
  const found = await findFiles(deps.files, request);
  if ('failures' in found) return found;
  const { described, common, switches, failures } = await deps.mapping
    .describeFiles(found.files)
    .finally(found.release);
  if (failures.length > 0) return { failures };
  const { targets, warnings } = targetsOf(request.definitions, request.customerType);
  const opinion = await secondOpinion(deps.languageModel, described, targets);
  const suggested = await deps.mapping.suggestMapping({
    ...{ files: described, common, targets, given: request.given, others: request.others },
    proposal: opinion.proposal,
  });
  const suggestion: Suggestion = {
    ...suggested,
    files: described,
    switchType: request.isSwitch ? commonSwitch(switches) : null,
    mapper: opinion.proposal === null ? 'built_in' : 'language_model',
    warnings: [...fileWarnings(described, found.files), ...warnings, ...opinion.warnings, ...suggested.warnings],
  };
  return { suggestion };
}

type Found =
  | { readonly files: readonly FileToDescribe[]; readonly release: () => Promise<void> }
  | { readonly failures: readonly FileFailure[] };

async function findFiles(files: Files, { urls, tenant }: Pick<SuggestionRequest, 'urls' | 'tenant'>): Promise<Found> {
  const wanted = SIDES.flatMap((side) => urls[side].map((url, index) => ({ side, index, url })));
  const found: FileToDescribe[] = [];
  const fetched: (() => Promise<void>)[] = [];
  const failures: FileFailure[] = [];
  for (const { side, index, url } of wanted) {
    try {
      const { path, name, release } = await files.find(url, { tenant });
      if (release !== undefined) fetched.push(release);
      found.push({ side, index, path, name });
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      failures.push({ side, index, failure: toErrorRecord(error) });
    }
  }
  const release = async () => {
    for (const one of fetched) await one().catch(() => {});
  };
  if (failures.length === 0) return { files: found, release };
  await release();
  return { failures };
}

type SideFiles = Suggestion['files'];

/** The language model's proposal, or why there is none. */
async function secondOpinion(
  model: LanguageModel | null,
  files: SideFiles,
  targets: readonly Target[],
): Promise<{ readonly proposal: ModelProposal | null; readonly warnings: readonly string[] }> {
  if (model === null) return { proposal: null, warnings: [] };
  const without = (why: string) => ({
    proposal: null,
    warnings: [`The language model ${why}: the built-in mapper decided alone.`],
  });
  const question = modelQuestion(files, targets);
  if (question === null) return without('was not asked, for there is more than it is asked at once');
  const answered = await model.ask(question);
  if ('trouble' in answered) return without(answered.trouble);
  const proposal = readProposal(answered.answer, files, targets);
  return proposal === null ? without('answered what is no mapping of these columns') : { proposal, warnings: [] };
}

function fileWarnings(described: SideFiles, files: readonly FileToDescribe[]): string[] {
  return files.flatMap(({ side, index, name }) => {
    const { headerLine, columns, asks, isIncomplete } = described[side][index];
    const titles = columns.filter(({ isTitled }) => isTitled).map(({ title }) => title);
    const twice = [...new Set(titles.filter((title, at) => titles.indexOf(title) !== at))];
    return [
      ...(headerLine === null ? [`${name} has no titles: its columns are called by their numbers.`] : []),
      ...twice.map((title) => `“${title}” stands twice in ${name}: by its title alone the first one is meant.`),
      ...(isIncomplete
        ? [`A run cannot read ${name} as it is: it has no date, or no amount, that is understood.`]
        : []),
      ...(asks.length > 0 ? [`A run of ${name} would ask for ${asks.join(', ')} in a column mapping.`] : []),
    ];
  });
}

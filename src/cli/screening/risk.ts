// `tieout risk simulate FILE`: the ruleset on a set of profiles, each with the factors that made its level, and how many
// come to which: to be looked at before a ruleset is taken into use.

import { readFileSync } from 'node:fs';
import { TieoutError } from '../../core/errors.ts';
import { percentOf, type RiskQuestion, riskProfile } from '../../core/risk/risk-profile.ts';
import { RULESET_VERSION } from '../../core/risk/ruleset.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from '../options.ts';

export const RISK_OPTIONS: readonly OptionRow[] = [
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout risk simulate FILE [options]

Applies the risk ruleset to the profiles in FILE, a JSON array of objects as
POST /v1/calculate_customer_risk_profile takes them, each with a name if you like.

${optionHelp(RISK_OPTIONS)}
Exit codes: 0 done, 1 the file cannot be read, 2 wrong usage.
`;

export async function risk(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'risk', table: RISK_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, path, ...rest] = values.positionals;
  if (what !== 'simulate' || path === undefined || rest.length > 0) {
    throw usage('risk', 'Say what to do: tieout risk simulate FILE.');
  }
  const profiles = profilesIn(path).map(({ name, question }) => {
    if (percentOf(question.ownership) > 100) {
      throw new TieoutError(
        'file_not_understood',
        `${path}: the owners of ${name} have more than 100 percent together.`,
      );
    }
    return { name, ...riskProfile(question) };
  });
  const levels = Object.fromEntries(
    ['low', 'medium', 'high', 'prohibited'].map((level) => [
      level,
      profiles.filter((one) => one.level === level).length,
    ]),
  );
  if (values.flag('json')) {
    process.stdout.write(`${JSON.stringify({ ruleset_version: RULESET_VERSION, levels, profiles }, null, 2)}\n`);
    return 0;
  }
  for (const { name, level, score, floorApplied, factors } of profiles) {
    process.stdout.write(`${name}: ${level}, ${score}${floorApplied === null ? '' : `, floor by ${floorApplied}`}\n`);
    for (const { factor, value, modifier, reason } of factors.filter((one) => one.modifier > 0)) {
      process.stdout.write(`  +${modifier} ${factor} ${value}: ${reason}\n`);
    }
  }
  const counts = Object.entries(levels).map(([level, count]) => `${level} ${count}`);
  process.stdout.write(`Ruleset ${RULESET_VERSION}: ${counts.join(', ')}\n`);
  return 0;
}

type Given = Readonly<Record<string, unknown>>;

function profilesIn(path: string): { name: string; question: RiskQuestion }[] {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new TieoutError(
      'file_unreadable',
      `${path} cannot be read as JSON: ${(error as Error).message.split('\n')[0]}`,
    );
  }
  if (!Array.isArray(json) || json.some((one) => typeof one !== 'object' || one === null)) {
    throw new TieoutError('file_not_understood', `${path} is no array of profiles.`);
  }
  return (json as Given[]).map((one, at) => ({
    name: text(one['name']) ?? `profile ${at + 1}`,
    question: questionOf(one),
  }));
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value : []).flatMap((one) => text(one) ?? []);
const objects = (value: unknown): Given[] =>
  (Array.isArray(value) ? value : []).filter((one) => typeof one === 'object' && one !== null) as Given[];

const questionOf = (one: Given): RiskQuestion => ({
  customerType: text(one['customer_type']) ?? 'unknown',
  countries: texts(one['countries']),
  products: texts(one['products']),
  channels: texts(one['channels']),
  occupation: text(one['occupation']),
  industry: text(one['industry']),
  ownership: objects(one['ownership']).map((owner) => ({
    ...{ name: text(owner['name']), country: text(owner['country']), kind: text(owner['kind']) },
    sharePercent: typeof owner['share_percent'] === 'number' ? owner['share_percent'] : null,
    ...{ isPep: owner['is_pep'] === true, isNominee: owner['is_nominee'] === true },
  })),
  screeningResults: objects(one['screening_results']).map((result) => ({
    ...{ decision: text(result['decision']) ?? 'unknown', riskTag: text(result['risk_tag']) },
  })),
});

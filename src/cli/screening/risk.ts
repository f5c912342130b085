// `tieout risk simulate FILE`: applies the ruleset to profiles and shows the factors of each level, and how many
// profiles have each level, to check a ruleset before it is used.

import { readRiskProfiles } from '../../compose/read-risk-profiles.ts';
import { riskProfile } from '../../core/risk/risk-profile.ts';
import { RULESET_VERSION } from '../../core/risk/ruleset.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from '../options.ts';

const RISK_OPTIONS: readonly OptionRow[] = [
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
  const profiles = readRiskProfiles(path).map(({ name, question }) => ({ name, ...riskProfile(question) }));
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

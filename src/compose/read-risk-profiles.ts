// Reads the file that `tieout risk simulate` names: profiles as in requests, checked by the same rules, so that the
// simulation answers what the service would answer.

import { readFileSync } from 'node:fs';
import { CalculateCustomerRiskProfileRequestSchema } from '../../gen/tieout/verification/v1/risk_pb.ts';
import { TieoutError } from '../core/errors.ts';
import type { RiskQuestion } from '../core/risk/risk-profile.ts';
import { riskQuestion } from '../rpc/verification/risk.ts';
import { readMessage } from './read-message.ts';

interface NamedProfile {
  readonly name: string;
  readonly question: RiskQuestion;
}

/** Throws file_unreadable, or file_not_understood with every problem of the first profile that has one. */
export function readRiskProfiles(path: string): NamedProfile[] {
  const json = jsonIn(path);
  if (!Array.isArray(json) || json.some((one) => typeof one !== 'object' || one === null)) {
    throw new TieoutError('file_not_understood', `${path} is no array of profiles.`);
  }
  return json.map((one: { readonly name?: unknown }, at) => {
    const name = typeof one.name === 'string' ? one.name : `profile ${at + 1}`;
    const { message, problems } = readMessage(CalculateCustomerRiskProfileRequestSchema, one);
    if (problems.length > 0) throw new TieoutError('file_not_understood', `${path}, ${name}: ${problems.join('; ')}.`);
    return { name, question: riskQuestion(message) };
  });
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = (error as Error).message.split('\n')[0];
    throw new TieoutError('file_unreadable', `${path} cannot be read as JSON: ${why}`);
  }
}

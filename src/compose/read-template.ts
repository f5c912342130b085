// Reads the file that --template names: a template as requests have it, in JSON, checked as in a request. It gives the
// parameters of a run.

import { readFileSync, statSync } from 'node:fs';
import { ReconciliationTemplateCreateSchema } from '../../gen/tieout/engine/v1/template_pb.ts';
import { TieoutError } from '../core/errors.ts';
import { ignoredFields } from '../rpc/ignored-fields.ts';
import { searchModeWarnings } from '../rpc/runs/matching-words.ts';
import { type TemplateParameters, templateParameters } from '../rpc/runs/template.ts';
import { applyDefaults } from '../rpc/validation/defaults.ts';
import { readMessage } from './read-message.ts';

/** A template of a hundred rules is much smaller. */
const MOST_BYTES = 4 << 20;

/** Throws file_unreadable, or usage with every problem. */
export function readTemplate(file: string): TemplateParameters {
  const json = jsonIn(file);
  const { message: template, problems: found } = readMessage(ReconciliationTemplateCreateSchema, json);
  const unknown = ignoredFields(ReconciliationTemplateCreateSchema, json, 'rest');
  const problems = [...unknown.map((path) => `there is no key ${path.join('.')}`), ...found];
  if (problems.length > 0) throw new TieoutError('usage', `${file} is no template: ${problems.join('; ')}.`);
  // A request with an unknown search mode gets a warning, in two halves: what is wrong, and what was taken instead. A
  // command fails with the first.
  const [warning] = searchModeWarnings(template);
  if (warning !== undefined) throw new TieoutError('usage', `${file}: ${warning.split(': ')[0]}.`);
  applyDefaults(ReconciliationTemplateCreateSchema, template);
  return templateParameters(template);
}

function jsonIn(file: string): unknown {
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > MOST_BYTES) throw new TieoutError('file_unreadable', 'it is too large for a template.', { file });
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw new TieoutError('file_unreadable', 'it cannot be read; name a template with --template.', { file });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new TieoutError('usage', `${file} is no template: it is not JSON.`);
  }
}

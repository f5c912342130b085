// What changed of a case, as an answer has it: numbers of the subject are masked.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { CaseChangeSchema } from '../../../gen/tieout/verification/v1/cases_pb.ts';
import { masked } from '../../core/identity/id-formats.ts';
import type { CaseChange } from '../../core/screening/cases/screening-case.ts';

export function changeMessage({ of, field, added, removed }: CaseChange): MessageInitShape<typeof CaseChangeSchema> {
  const isMasked = of === 'subject' && field === 'identifiers';
  const shown = (texts: readonly string[]) => texts.map((text) => (isMasked ? maskedNumber(text) : text));
  return { of, field, added: shown(added), removed: shown(removed) };
}

/** The text with its last word masked: the number behind its kind and country. */
function maskedNumber(text: string): string {
  const at = text.lastIndexOf(' ') + 1;
  return `${text.slice(0, at)}${masked(text.slice(at))}`;
}

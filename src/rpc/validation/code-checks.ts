// Checks that protos name by id because neither a standard rule nor CEL can express them. Each answers whether the
// message is valid; a message without the checked fields is, because other rules refuse it.

import type { Message } from '@bufbuild/protobuf';
import type { FollowUpRequest } from '../../../gen/tieout/people/v1/follow_up_pb.ts';
import type { ProposeRequest } from '../../../gen/tieout/people/v1/proposals_pb.ts';
import type { GenerateReportRequest } from '../../../gen/tieout/verification/v1/checks_pb.ts';
import type { FindOpenSanctionRequest } from '../../../gen/tieout/verification/v1/match_pb.ts';
import type { Company, Person } from '../../../gen/tieout/verification/v1/parts_pb.ts';
import type { CalculateCustomerRiskProfileRequest } from '../../../gen/tieout/verification/v1/risk_pb.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { percentOf } from '../../core/risk/risk-profile.ts';
import { MAX_NAME_WORDS, MAX_REQUEST_WORDS, nameWords } from '../../core/screening/comparable.ts';
import { visible } from '../../core/screening/names/visible-text.ts';
import { queryWords } from '../entity-query.ts';

export const CODE_CHECKS: Readonly<Record<string, (message: Message) => boolean>> = {
  session_of_runs: (message) => !isAdHoc((message as OfSession).sessionId ?? ''),
  digest_alone: (message) => {
    const { digest, at, format } = message as AsksStatement;
    return digest === undefined || (at === undefined && format === undefined);
  },
  follow_up_says: (message) => {
    const { owner, dueDay, note, attach, detach } = message as Message & FollowUpRequest;
    return [owner, dueDay, note].some((one) => one !== undefined) || attach.length + detach.length > 0;
  },
  one_order: (message) => ordersIn(message as ProposeRequest) === 1,
  kept_tenant: (message) => !(message as Kept).store || !!(message as Kept).tenantId,
  kept_partner: (message) => !(message as Kept).store || !!(message as Kept).partnerId,
  kept_subject: (message) => !(message as Kept).store || !!(message as Kept).subjectRef,
  person_or_company: (message) => saysOne(message as About),
  ref_partner: (message) => {
    const { subjectRef, partnerId } = message as Kept;
    return !subjectRef || !!partnerId;
  },
  person_named: (message) => {
    const { person } = message as About;
    return person === undefined || isKnown(person);
  },
  applicant_named: (message) => {
    const { applicant } = message as { readonly applicant?: Person };
    return applicant === undefined || isNamed(applicant);
  },
  place_named: (message) => {
    const { street, city, state } = message as Place;
    return [street, city, state].every((text) => !text || saysSomething(text));
  },
  owners_add_up: (message) => {
    const { ownership } = message as unknown as CalculateCustomerRiskProfileRequest;
    return percentOf(ownership) <= 100;
  },
  queries_given: (message) => Object.keys((message as Message & FindOpenSanctionRequest).queries).length > 0,
  queries_words: (message) => {
    const { queries } = message as FindOpenSanctionRequest;
    // A query with more words than one may have answers for itself.
    const words = Object.values(queries)
      .map(queryWords)
      .filter((one) => one <= MAX_NAME_WORDS);
    return words.reduce((sum, one) => sum + one, 0) <= MAX_REQUEST_WORDS;
  },
  weights_fixed: (message) => Object.keys((message as FindOpenSanctionRequest).weights).length === 0,
  config_fixed: (message) => Object.keys((message as FindOpenSanctionRequest).config).length === 0,
  person_words: (message) => nameWords((message as Person).aliases) <= MAX_NAME_WORDS,
  checks_or_results: (message) => {
    const { checkIds, results } = message as unknown as GenerateReportRequest;
    return checkIds.length + results.length > 0;
  },
  checks_tenant: (message) => (message as Checked).checkIds.length === 0 || !!(message as Checked).tenantId,
  checks_partner: (message) => (message as Checked).checkIds.length === 0 || !!(message as Checked).partnerId,
};

/** Fields of a request for a statement. */
interface AsksStatement extends Message {
  readonly digest?: string;
  readonly at?: number;
  readonly format?: number;
}

type OfSession = Message & { readonly sessionId?: string };
type Checked = Message & GenerateReportRequest;

/** Fields of every request of the verification service. */
interface Kept extends Message {
  readonly tenantId?: string;
  readonly partnerId?: string;
  readonly subjectRef?: string;
  readonly store?: boolean;
}

interface Place extends Message {
  readonly street?: string;
  readonly city?: string;
  readonly state?: string;
}

interface OneSubject {
  readonly person?: Person | undefined;
  readonly company?: Company | undefined;
}

interface About extends Message {
  readonly person?: Person;
  readonly company?: Company;
}

/** Whether it is one person with a name or an identifier, or one company. */
export function saysOne({ person, company }: OneSubject): boolean {
  if (person !== undefined && company !== undefined) return false;
  if (company === undefined) return person !== undefined && isKnown(person);
  return company.name === undefined || saysSomething(company.name);
}

/** A name of dots or signs would be compared with nobody, and so clear anybody. */
const saysSomething = (text: string | undefined): boolean => /[\p{L}\p{N}]/u.test(visible(text ?? ''));

const isNamed = ({ firstName, middleName, lastName, fullName }: Person): boolean =>
  [firstName, middleName, lastName, fullName].some(saysSomething);

const isKnown = (person: Person): boolean =>
  isNamed(person) || person.identifiers.some(({ value }) => saysSomething(value));

/** How many orders a proposal holds; one that is missing is refused for that. */
const ordersIn = ({ order }: ProposeRequest): number =>
  order === undefined
    ? 1
    : [order.decision, order.match, order.parting, order.undo, order.pattern].filter((one) => one !== undefined).length;

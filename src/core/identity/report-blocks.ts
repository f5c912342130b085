// A report as blocks for a page: facts, tables and sentences under headings. What is drawn is decided here, how it looks
// in the adapter.

import type { CheckStatus } from '../records/documents/check.ts';
import type { CheckReport, ReportedCheck, ReportedHit } from './report.ts';

export type Tone = 'good' | 'doubt' | 'bad' | 'plain';

interface TableColumn {
  readonly title: string;
  /** Of the width; all of a table are 1. */
  readonly share: number;
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly text: string; readonly badge: string | null; readonly tone: Tone }
  | { readonly kind: 'subheading'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'table'; readonly columns: readonly TableColumn[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'note'; readonly text: string; readonly tone: Tone }
  | { readonly kind: 'signatures'; readonly labels: readonly string[] };

const TONES: Readonly<Record<CheckStatus, Tone>> = {
  ...{ verified: 'good', partial: 'doubt', review: 'doubt', not_verified: 'bad', error: 'bad' },
};
export const statusWords = (status: string): string => status.replaceAll('_', ' ').toUpperCase();
export const toneOf = (status: CheckStatus): Tone => TONES[status];

/** What each status means, for a reader who has the page alone. */
const MEANINGS: Readonly<Record<CheckStatus, string>> = {
  verified: 'Every check came to a result, and nothing speaks against the subject.',
  partial: 'Something is missing: what was checked agrees, and not all that is needed was checked here.',
  review: 'A person has to look before anything is decided.',
  not_verified: 'At least one check speaks against the subject.',
  error: 'At least one check could not be made: nothing follows from it.',
};

const NONE = '–';
const words = (text: string): string => text.replaceAll('_', ' ');
const listed = (values: readonly string[]): string => (values.length === 0 ? NONE : values.join(', '));
const percent = (score: number): string => `${Math.round(score * 1000) / 10}%`;
/** 2026-11-28T10:00:00.000Z as a person reads it. */
export const momentWords = (time: string): string =>
  time.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?Z$/, '$1 $2 UTC');

export function reportBlocks({ status, asOf, parties, checks }: CheckReport): ReportBlock[] {
  const { customer, subject, tenant, partner, operator } = parties;
  const kind = subject?.kind ?? 'subject';
  const about: (readonly [string, string])[] = [
    ['Customer', customer === null ? NONE : (customer.name ?? NONE)],
    ['Customer reference', customer?.reference ?? NONE],
    ['Tenant', tenant ?? NONE],
    ['Partner', partner ?? NONE],
    ['Operator', operator.caller ?? 'not identified: the call named no caller'],
    ...(operator.stated === null ? [] : [['Prepared by (as stated)', operator.stated] as const]),
    ['Findings as of', asOf === null ? NONE : momentWords(asOf)],
  ];
  const whom: (readonly [string, string])[] =
    subject === null
      ? [['Reference', NONE]]
      : [
          ['Reference', subject.reference],
          ...(subject.subjectId === null ? [] : [['Subject id', subject.subjectId] as const]),
          ...(subject.names.length === 0
            ? [['Name', 'not kept: the subject is known by its reference alone'] as const]
            : ([
                [kind === 'company' ? 'Company' : 'Name', subject.names[0]],
                ...(subject.names.length > 1 ? [['Also known as', subject.names.slice(1).join('\n')] as const] : []),
                ...(kind === 'company' ? [] : [['Date of birth', listed(subject.birthDates)] as const]),
                ['Countries', listed(subject.countries.map((code) => code.toUpperCase()))],
                ['Numbers (masked)', listed(subject.identifiers)],
              ] as const)),
        ];
  return [
    { kind: 'note', text: MEANINGS[status], tone: toneOf(status) },
    ...section('Made for'),
    { kind: 'facts', rows: about },
    ...section('Subject'),
    { kind: 'facts', rows: whom },
    ...section(`Summary of ${checks.length} ${checks.length === 1 ? 'check' : 'checks'}`),
    {
      kind: 'table',
      columns: columns(['No.', 0.06], ['Check', 0.34], ['Result', 0.17], ['Made at', 0.25], ['Source', 0.18]),
      rows: checks.map((one, at) => [
        ...[String(at + 1), routeWords(one.route)],
        `${statusWords(one.status)}${markOf(one)}`,
        one.createdAt === null ? NONE : momentWords(one.createdAt),
        one.origin === 'caller' ? 'the caller' : (one.source?.provider ?? one.source?.list ?? NONE),
      ]),
    },
    { kind: 'signatures', labels: ['Reviewed by', 'Decision', 'Date', 'Signature'] },
    ...checks.flatMap((one, at) => checkBlocks(one, at + 1)),
  ];
}

/** Titles of our routes in a report. */
const TITLES: Readonly<Record<string, string>> = {
  pep_and_sanction_checker: 'Screening against sanctions and exposed persons',
  find_person: 'Search for a person',
  adverse_media_screener: 'Adverse news',
  biodata_check: 'Comparison of biodata',
  'id_check/all': 'Identity numbers',
  calculate_customer_risk_profile: 'Risk profile',
  doc_extract: 'Reading of a document',
  'doc_check/all': 'Document',
  face_comparison: 'Comparison of faces',
  'face_comparison/id_images': 'Portrait and selfie',
  liveliness_check: 'Picture of a face',
  'edt/liveliness_check': 'Liveness challenge',
  verifier_id_check: 'Identity at the register',
  verifier_business_check: 'Company at the register',
  verifier_address_check: 'Visit to the address',
  verifier_doc_check: 'Document at the provider',
  screening_batches: 'Screening of many subjects',
};

/** The route as a heading; one of the caller's in its own words. */
const routeWords = (route: string | null): string => {
  const title = route !== null && Object.hasOwn(TITLES, route) ? TITLES[route] : undefined;
  if (title !== undefined) return title;
  const text = words(route ?? 'check');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const markOf = ({ state, origin }: ReportedCheck): string =>
  state !== 'complete' ? ` (${words(state)})` : origin === 'caller' ? ' (as stated)' : '';

const section = (text: string): ReportBlock[] => [{ kind: 'heading', text, badge: null, tone: 'plain' }];

const columns = (...pairs: readonly (readonly [string, number])[]): TableColumn[] =>
  pairs.map(([title, share]) => ({ title, share }));

function checkBlocks(check: ReportedCheck, n: number): ReportBlock[] {
  const { checkId, origin, route, status, state, score, source, createdAt, actor, reasons, warnings, details } = check;
  const blocks: ReportBlock[] = [
    {
      ...{ kind: 'heading', text: `${n}. ${routeWords(route)}` },
      ...(origin === 'caller'
        ? { badge: `${statusWords(status)}, STATED`, tone: 'plain' }
        : { badge: statusWords(status), tone: toneOf(status) }),
    },
  ];
  if (origin === 'caller') {
    const text = 'Brought by the caller of this report. Tieout did not make this check and does not vouch for it.';
    blocks.push({ kind: 'note', text, tone: 'doubt' });
  }
  blocks.push({
    kind: 'facts',
    rows: [
      ['Check id', checkId],
      ['State', words(state)],
      ...(score === null ? [] : [['Score', percent(score)] as const]),
      ...(createdAt === null ? [] : [['Made at', momentWords(createdAt)] as const]),
      ...(origin === 'caller' ? [] : [['Asked for by', actor ?? 'not identified'] as const]),
      // The table of lists has their versions.
      ...(source === null || details.lists.length > 0
        ? []
        : [['Source', `${source.provider ?? source.list ?? NONE}, version ${source.version}`] as const]),
      ...details.facts.map(([label, value]) => [label, words(value)] as const),
    ],
  });
  const add = (title: string, block: ReportBlock, isThere: boolean): void => {
    if (isThere) blocks.push({ kind: 'subheading', text: title }, block);
  };
  const reasonRows = reasons.map(({ code, detail }) => [words(code), detail]);
  const two = columns(['Reason', 0.3], ['What it means', 0.7]);
  add('Reasons', { kind: 'table', columns: two, rows: reasonRows }, reasonRows.length > 0);
  if (warnings.length > 0) {
    blocks.push({ kind: 'note', text: warnings.map((one) => `Warning: ${one}`).join('\n'), tone: 'doubt' });
  }
  add(
    'Lists that were asked',
    {
      kind: 'table',
      columns: columns(['List', 0.26], ['Version', 0.3], ['Entities', 0.14], ['Published', 0.17], ['Age', 0.13]),
      rows: details.lists.map(({ name, version, entities, publishedAt, isStale }) => [
        ...[name, version, String(entities), publishedAt.slice(0, 10), isStale ? 'too old' : 'fresh'],
      ]),
    },
    details.lists.length > 0,
  );
  if (details.lists.length > 0 && details.hits.length + details.suppressed.length === 0) {
    blocks.push({ kind: 'note', text: 'No list has anybody like the subject.', tone: 'plain' });
  }
  for (const [at, hit] of details.hits.entries()) blocks.push(...hitBlocks(hit, `Hit ${n}.${at + 1}`));
  for (const [at, hit] of details.suppressed.entries()) {
    blocks.push(...hitBlocks(hit, `Set aside ${n}.${details.hits.length + at + 1}`));
  }
  add(
    'Factors of risk',
    {
      kind: 'table',
      columns: columns(['Factor', 0.16], ['Value', 0.18], ['Points', 0.11], ['Why', 0.25], ['By', 0.3]),
      rows: details.factors.map(({ factor, value, modifier, reason, source: by, isUnknown }) => [
        ...[words(factor), words(value) || NONE, isUnknown ? 'unknown' : String(modifier), reason, by || NONE],
      ]),
    },
    details.factors.length > 0,
  );
  add(
    'Articles',
    {
      kind: 'table',
      columns: columns(['Title', 0.36], ['Published', 0.14], ['Of what', 0.16], ['Adverse', 0.11], ['Named as', 0.23]),
      rows: details.articles.map(({ title, publishedAt, category, adverse, about, mentions }) => [
        ...[title, publishedAt?.slice(0, 10) ?? NONE, words(category), percent(adverse)],
        `${mentions.join(', ')} (${percent(about)})`,
      ]),
    },
    details.articles.length > 0,
  );
  add(
    'Numbers',
    {
      kind: 'table',
      columns: columns(['Kind', 0.25], ['Number (masked)', 0.25], ['Form', 0.2], ['The provider says', 0.3]),
      rows: details.numbers.map(({ type, masked, isWellFormed, provider }) => [
        ...[words(type), masked, isWellFormed ? 'right' : 'wrong', words(provider)],
      ]),
    },
    details.numbers.length > 0,
  );
  add(
    'Fields that were compared',
    {
      kind: 'table',
      columns: columns(['Field', 0.32], ['Agrees', 0.2], ['Score', 0.15], ['Remark', 0.33]),
      rows: details.fields.map(({ field, verdict, score: own, reason }) => [
        ...[
          words(field.replace('.', ' ')),
          verdict,
          own === null ? NONE : percent(own),
          reason === null ? NONE : words(reason),
        ],
      ]),
    },
    details.fields.length > 0,
  );
  add(
    'Parts of the check',
    {
      kind: 'table',
      columns: columns(['Part', 0.25], ['Result', 0.2], ['Reasons', 0.55]),
      rows: details.parts.map((part) => [
        ...[words(part.name), statusWords(part.status), part.reasons.map(({ detail }) => detail).join(' ') || NONE],
      ]),
    },
    details.parts.length > 0,
  );
  add(
    'Quality of the pictures',
    {
      kind: 'table',
      columns: columns(
        ['Picture', 0.18],
        ['Pixels', 0.15],
        ['Sharp', 0.11],
        ['Bright', 0.11],
        ['Contrast', 0.12],
        ['Remarks', 0.33],
      ),
      rows: details.pictures.map(({ image, size, sharpness, brightness, contrast, reasons: remarks }) => [
        ...[words(image), size, percent(sharpness), percent(brightness), percent(contrast)],
        remarks.map(({ detail }) => detail).join(' ') || NONE,
      ]),
    },
    details.pictures.length > 0,
  );
  return blocks;
}

function hitBlocks(hit: ReportedHit, title: string): ReportBlock[] {
  const { name, matchedName, list, entityId, riskTag, decided, score, features, birthDates, countries, programs } = hit;
  return [
    { kind: 'subheading', text: `${title}: ${name}` },
    {
      kind: 'facts',
      rows: [
        ['Listed as', `${entityId} on ${list} (${words(riskTag)})`],
        ['Likeness', `${percent(score)}, by the name ${matchedName}`],
        ...(birthDates.length === 0 ? [] : [['Born, as listed', birthDates.join(', ')] as const]),
        ...(countries.length === 0
          ? []
          : [['Countries, as listed', countries.map((code) => code.toUpperCase()).join(', ')] as const]),
        ...(programs.length === 0 ? [] : [['Programmes', programs.join(', ')] as const]),
        ...(decided === null ? [] : [['Case', `${decided.caseId}: ${words(decided.status)}`] as const]),
      ],
    },
    {
      kind: 'table',
      columns: columns(['What was compared', 0.25], ['Result', 0.19], ['Score', 0.11], ['In words', 0.45]),
      rows: features.map((feature) => [
        ...[words(feature.name), verdictOf(feature), pointsOf(feature), feature.detail || NONE],
      ]),
    },
  ];
}

type Feature = ReportedHit['features'][number];

/** Names and numbers have a likeness of their own; what else is compared only adds to it or takes from it. */
const isMain = ({ name }: Feature): boolean => name.endsWith('_match');

function verdictOf(feature: Feature): string {
  const { score } = feature;
  if (score < 0) return 'speaks against';
  if (score === 0) return 'adds nothing';
  return isMain(feature) && score < 0.95 ? 'agrees in part' : 'agrees';
}

const pointsOf = (feature: Feature): string =>
  isMain(feature) ? percent(feature.score) : `${feature.score > 0 ? '+' : ''}${Math.round(feature.score * 1000) / 10}`;

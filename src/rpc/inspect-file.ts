// A file as a run would read it, as a message: money in currency units, days as dates.

import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import type { ValueSchema } from '@bufbuild/protobuf/wkt';
import type {
  InspectedAccountSchema,
  InspectedRowSchema,
  InspectFileRequest,
  InspectFileResponseSchema,
} from '../../gen/tieout/engine/v1/inspect_file_pb.ts';
import { Side } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { Choice } from '../core/reading/answers.ts';
import type { InspectedFile, InspectedRow, MappingCompute, Reading } from '../ports/compute.ts';
import type { Files } from '../ports/files.ts';
import { dateOrNone } from './plain-values.ts';
import { moneyNumber } from './reporting/json-money.ts';

interface InspectDependencies {
  readonly files: Files;
  readonly mapping: MappingCompute;
  readonly defaultCurrency: string;
}

/** Throws what finding the file throws; what is wrong with its content is part of the answer. */
export async function inspectFile(
  { files, mapping: compute, defaultCurrency }: InspectDependencies,
  request: InspectFileRequest,
): Promise<MessageInitShape<typeof InspectFileResponseSchema>> {
  const { tenantId: tenant = '', fileUrl = '', side, mapping, currency, account } = request;
  const { path, name, release } = await files.find(fileUrl, { tenant });
  const inspected = await compute
    .inspectFile({
      ...{ path, name, side: side === Side.GL ? 'gl' : 'bank' },
      mapping: (mapping as JsonObject | undefined) ?? null,
      currency: currency || defaultCurrency,
      account: account || undefined,
    })
    .finally(() => release?.());
  return messageOf(fileUrl, inspected);
}

function messageOf(file: string, inspected: InspectedFile): MessageInitShape<typeof InspectFileResponseSchema> {
  const { format, headerRow, columns, reading, rows, rejectedRows, rejected, warnings, problem, question } = inspected;
  return {
    ...{ file, rows, rejectedRows },
    format: format ?? undefined,
    headerRow: headerRow ?? undefined,
    columns: columns.map(({ title, field, reason }) => ({ title, field: field ?? undefined, reason })),
    ...readingMessage(reading),
    rejected: [...rejected],
    warnings: [...warnings],
    problem: problem ?? undefined,
    question:
      question === null
        ? undefined
        : {
            mapping: question.mapping as JsonObject,
            places: question.places.map(({ path, choices }) => ({
              path: [...path],
              choices: choices.map(valueMessage),
            })),
            answers: question.answers.map((answer) => ({
              ...{ label: answer.label, mapping: answer.mapping as JsonObject },
              ...readingMessage(answer),
              problem: answer.problem ?? undefined,
            })),
          },
  };
}

const readingMessage = ({ accounts, firstRows }: Reading) => ({
  accounts: accounts.map(accountMessage),
  firstRows: firstRows.map(rowMessage),
});

const accountMessage = ({
  account,
  currency,
  opening,
  closing,
  rows,
  amount,
  foots,
}: Reading['accounts'][number]): MessageInitShape<typeof InspectedAccountSchema> => ({
  ...{
    account: account ?? undefined,
    currency: currency ?? '',
    rows,
    amount: Number(amount),
    foots: foots ?? undefined,
  },
  opening: opening === null ? undefined : Number(opening),
  closing: closing === null ? undefined : Number(closing),
});

const rowMessage = ({
  line,
  day,
  amountMinor,
  currency,
  reference,
  narration,
}: InspectedRow): MessageInitShape<typeof InspectedRowSchema> => ({
  ...{ line, currency, reference: reference ?? undefined, narration: narration ?? undefined },
  date: day === null ? undefined : dateOrNone(day),
  amount: moneyNumber(BigInt(amountMinor), currency),
});

const valueMessage = (choice: Choice): MessageInitShape<typeof ValueSchema> => ({
  kind:
    typeof choice === 'string'
      ? { case: 'stringValue', value: choice }
      : typeof choice === 'number'
        ? { case: 'numberValue', value: choice }
        : { case: 'boolValue', value: choice },
});

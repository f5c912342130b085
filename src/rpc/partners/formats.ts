// How files of a partner's layouts are remembered to be read, as messages, and forgetting it.

import type { JsonObject } from '@bufbuild/protobuf';
import { FormatConfirmationSchema } from '../../../gen/tieout/partners/v1/formats_pb.ts';
import type { PartnersService } from '../../../gen/tieout/partners/v1/partners_service_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { columnsOfPlan } from '../../core/reading/accepted-plan.ts';
import type { RememberedFormat } from '../../core/reading/remembered-format.ts';
import type { Store } from '../../ports/store.ts';
import { enumNumber } from '../enum-names.ts';
import { instant } from '../plain-values.ts';
import { SIDE_ENUM } from '../reporting/reporting-messages.ts';
import type { ServiceHandlers } from '../services.ts';
import { requireAllBranches } from './of-all-branches.ts';

type FormatMethod = 'listFormats' | 'forgetFormats';

export function formatHandlers({
  formats,
}: Pick<Store, 'formats'>): Required<Pick<ServiceHandlers<typeof PartnersService>, FormatMethod>> {
  return {
    async listFormats({ tenantId: tenant = '', partnerId: partner = '' }) {
      return { items: (await formats.list({ tenant, partner })).map(formatMessage) };
    },

    async forgetFormats({ tenantId: tenant = '', partnerId: partner = '', formatIds }, { caller, log }) {
      requireAllBranches(caller, 'forget file formats');
      const keys = formatIds.map((formatId) => ({ tenant, partner, formatId }));
      for (const key of keys) {
        if ((await formats.get(key)) === null)
          throw new TieoutError('not_found', `Partner ${partner} has no remembered format ${key.formatId}.`);
      }
      for (const key of keys) await formats.forget(key);
      log.info({ tenant, partner, caller: caller.id, formats: formatIds }, 'Remembered formats were forgotten.');
      return { items: (await formats.list({ tenant, partner })).map(formatMessage) };
    },
  };
}

function formatMessage(format: RememberedFormat) {
  const { formatId, side, confirmedBy, file, rememberedAt, mapping } = format;
  const { areTitles, columns } = columnsOfPlan(format);
  return {
    ...{ formatId, file, rememberedAt: instant(rememberedAt), hasTitles: areTitles, columns: [...columns] },
    side: SIDE_ENUM[side],
    mapping: mapping as JsonObject,
    confirmedBy: enumNumber(FormatConfirmationSchema)(confirmedBy),
  };
}

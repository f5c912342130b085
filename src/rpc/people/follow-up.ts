// What people note on exceptions, as messages. Files that are attached must be there, with the content that is named.

import { FollowUpRequestSchema } from '../../../gen/tieout/people/v1/follow_up_pb.ts';
import type { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import { ERROR_KINDS } from '../../core/error-kinds.ts';
import { TieoutError } from '../../core/errors.ts';
import { parseDay } from '../../core/money/calendar.ts';
import { sentName } from '../../core/records/files/sent-file.ts';
import type { Attachment } from '../../core/records/follow-up.ts';
import type { DigestFile } from '../../ports/files.ts';
import { followUpClusters } from '../../workflows/people/follow-up.ts';
import type { PeopleDependencies } from '../../workflows/people/match-by-hand.ts';
import type { ServiceHandlers } from '../services.ts';
import { InvalidRequest, type Problem, violationsOf } from '../validation/problems.ts';

export interface FollowUpDependencies extends PeopleDependencies {
  readonly digestFile: DigestFile;
}

export function followUpHandlers(
  deps: FollowUpDependencies,
): Required<Pick<ServiceHandlers<typeof PeopleService>, 'followUp'>> {
  return {
    async followUp(request, { caller }) {
      const { tenantId: tenant = '', partnerId: partner = '', clusterIds, owner, dueDay, note = null } = request;
      const attach = request.attach.map(({ name = '', digest = '' }) => ({ name, digest }));
      await requireFiles(deps, tenant, attach);
      const change = {
        ...(owner !== undefined && { owner: owner || null }),
        ...(dueDay !== undefined && { dueDay: parseDay(dueDay) }),
        ...{ attach, detach: request.detach },
      };
      const of = { clusterIds, change, note, by: caller.id, branches: caller.branches };
      const { followedUp, skipped } = await followUpClusters(deps, { scope: { tenant, partner }, ...of });
      return { followedUp, skippedClusterIds: [...skipped] };
    },
  };
}

async function requireFiles(
  { digestFile }: FollowUpDependencies,
  tenant: string,
  attach: readonly Attachment[],
): Promise<void> {
  const problems: Problem[] = [];
  const names = new Set<string>();
  for (const [i, { name, digest }] of attach.entries()) {
    const at = (field: string, type: string, msg: string) => problems.push({ type, path: ['attach', i, field], msg });
    if (names.has(name)) at('name', 'attach', 'stands there twice');
    names.add(name);
    try {
      const found = await digestFile(fileUrl(name), { tenant });
      if (found !== digest) at('digest', 'attach', `is not that of the file, which is ${found}`);
    } catch (error) {
      if (!(error instanceof TieoutError) || ERROR_KINDS[error.code].http !== 422) throw error;
      at('name', error.code, error.message);
    }
  }
  if (problems.length > 0) throw new InvalidRequest(problems, violationsOf(FollowUpRequestSchema, problems));
}

/** The url of a file that was sent, or else the path of one in the tenant's folder. */
const fileUrl = (name: string): string =>
  sentName(name) === null ? `file:${name.split('/').map(encodeURIComponent).join('/')}` : name;

// The verification service, put together of its groups of routes: one file for each, which says what it computes.

import type { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import type { Watchlists } from '../../workflows/verification/watchlists.ts';
import type { ServiceHandlers } from '../services.ts';
import { type BiodataOptions, biodataRoutes } from './biodata.ts';
import { type CheckingOptions, createChecking } from './checking.ts';
import { matchRoutes } from './match.ts';
import { riskRoutes } from './risk.ts';
import { screeningRoutes } from './screening.ts';

export interface VerificationOptions extends CheckingOptions, BiodataOptions {
  readonly watchlists: Watchlists;
}

export function verificationService(options: VerificationOptions): ServiceHandlers<typeof VerificationService> {
  const check = createChecking(options);
  return {
    ...biodataRoutes(check, options),
    ...riskRoutes(check),
    ...screeningRoutes(check, options.watchlists),
    ...matchRoutes(options.watchlists),
  };
}

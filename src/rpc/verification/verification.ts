// Assembles the verification service from its groups of routes, each in a file of its own.

import type { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import type { ServiceHandlers } from '../services.ts';
import { batchRoutes } from './batches/batches.ts';
import { type BiodataOptions, biodataRoutes } from './biodata.ts';
import { type ChallengeOptions, challengeRoutes } from './challenge.ts';
import { createChecking } from './checking.ts';
import { type DocumentOptions, documentRoutes } from './documents.ts';
import { type FaceOptions, faceRoutes } from './faces.ts';
import { keptLists } from './kept-lists.ts';
import { matchRoutes } from './match.ts';
import { mediaRoutes } from './media.ts';
import { type ProviderOptions, providerRoutes } from './provider.ts';
import { providerDocumentRoutes } from './provider-documents.ts';
import { type ProviderNewsOptions, providerNews } from './provider-news.ts';
import { riskRoutes } from './risk.ts';
import { screeningRoutes } from './screening.ts';
import { type StoredDataOptions, storedDataRoutes } from './stored-data.ts';

export interface VerificationOptions
  extends StoredDataOptions,
    BiodataOptions,
    ProviderOptions,
    ProviderNewsOptions,
    DocumentOptions,
    FaceOptions,
    ChallengeOptions {}

export function verificationService(options: VerificationOptions): ServiceHandlers<typeof VerificationService> {
  const check = createChecking(options);
  return {
    ...batchRoutes(options),
    ...biodataRoutes(check, options),
    ...documentRoutes(check, options),
    ...faceRoutes(check, options),
    ...challengeRoutes(check, options),
    ...mediaRoutes(check),
    ...providerDocumentRoutes(check, options),
    ...providerRoutes(check, options),
    ...providerNews(options),
    ...riskRoutes(check),
    ...screeningRoutes(check, options),
    ...keptLists(options),
    ...matchRoutes(options),
    ...storedDataRoutes(check, options),
  };
}

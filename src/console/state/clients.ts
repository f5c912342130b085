// Typed clients of the service's own calls, over Connect. Addresses are relative to the page, so that any prefix of a
// proxy works.

import { type Client, createClient, type Interceptor } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { EngineService } from '../../../gen/tieout/engine/v1/engine_service_pb.ts';
import { OperatorService } from '../../../gen/tieout/engine/v1/operator_service_pb.ts';
import { WatchService } from '../../../gen/tieout/engine/v1/watch_service_pb.ts';
import { PartnersService } from '../../../gen/tieout/partners/v1/partners_service_pb.ts';
import { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { ResolutionService } from '../../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { CaseService } from '../../../gen/tieout/verification/v1/case_service_pb.ts';
import { failureOf } from './failure.ts';
import { who } from './who.ts';

/** The service's own address: the page is one folder below it. */
export const SERVICE = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** A sign-in that has ended shows the sign-in again; the place in the address stays. */
const noticesEnd: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    if (failureOf(error).code === 'unauthenticated' && who.value !== null) who.value = { ...who.value, caller: null };
    throw error;
  }
};

const transport = createConnectTransport({ baseUrl: SERVICE, useBinaryFormat: true, interceptors: [noticesEnd] });

export const engine: Client<typeof EngineService> = createClient(EngineService, transport);
export const operators: Client<typeof OperatorService> = createClient(OperatorService, transport);
export const partners: Client<typeof PartnersService> = createClient(PartnersService, transport);
export const watching: Client<typeof WatchService> = createClient(WatchService, transport);
export const people: Client<typeof PeopleService> = createClient(PeopleService, transport);
export const reporting: Client<typeof ReportingService> = createClient(ReportingService, transport);
export const resolution: Client<typeof ResolutionService> = createClient(ResolutionService, transport);
export const cases: Client<typeof CaseService> = createClient(CaseService, transport);

// Holdings are compared position by position: a request that asks for sums is refused where it asks, before a run is made
// of it. A template goes before the request, as everywhere.

import { Violation } from '@bufbuild/protovalidate';
import { type ReconcileRequest, ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { ReconciliationTemplateCreateSchema } from '../../gen/tieout/engine/v1/template_pb.ts';
import { ASSET_KIND } from '../core/kinds/asset.ts';
import { methodOf } from './matching-words.ts';
import { InvalidRequest } from './validation/problems.ts';

/** Throws InvalidRequest. */
export function requireMethodOfHoldings({ matchingMethod, template }: ReconcileRequest): void {
  const asked = template?.matchingMethod ?? matchingMethod;
  if (ASSET_KIND.methods.includes(methodOf(asked))) return;
  const [own] = ReconcileRequestSchema.fields.filter(({ name }) => name === 'matching_method');
  const [outer] = ReconcileRequestSchema.fields.filter(({ name }) => name === 'template');
  const [inner] = ReconciliationTemplateCreateSchema.fields.filter(({ name }) => name === 'matching_method');
  const fields = template?.matchingMethod === undefined ? [own!] : [outer!, inner!];
  const msg = 'must be line_by_line or left out: holdings are compared position by position, and no sum of them is';
  const type = 'matching_method.of_holdings';
  const path = fields.map(({ name }) => name);
  throw new InvalidRequest([{ type, path, msg }], [new Violation(msg, type, fields, [], false)]);
}

// Which column carries which field: what a proposal ends in, and what the proofs and the scanner go by. A narration is
// joined from several columns and stands beside it.

import type { FieldName } from '../titles/target-fields.ts';

/** Column indexes by field, -1 for none. */
export type FieldColumns = Readonly<Record<Exclude<FieldName, 'narration'>, number>>;

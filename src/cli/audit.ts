// `tieout audit verify`: proves by its chain that a tenant's audit of decisions is unchanged, or names the first break
// (exit code 1). `tieout audit repair`: chains rows that were written after their link because of a fault.

import { auditSeals, runningSha256 } from '../adapters/digest/audit-seals.ts';
import { sha256 } from '../adapters/digest/sha256.ts';
import { onStore } from '../compose/on-store.ts';
import { printable } from '../core/words/printable.ts';
import { repairAudit } from '../workflows/decisions/repair-audit.ts';
import { type AuditVerified, verifyAudit } from '../workflows/decisions/verify-audit.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from './options.ts';
import { storeConfiguration } from './store-configuration.ts';

export const AUDIT_OPTIONS: readonly OptionRow[] = [
  { name: 'tenant', value: 'ID', standard: null, meaning: 'whose audit' },
  {
    name: 'head',
    value: 'HEAD',
    standard: null,
    meaning: 'a head that was published or logged: the chain must still have it',
  },
  {
    name: 'data',
    value: 'DIR',
    standard: null,
    meaning: 'folder of the embedded store; else the store of the environment',
  },
  { name: 'batch', value: 'N', standard: null, meaning: 'repair: the broken batch, by its place in the chain' },
  { name: 'reason', value: 'TEXT', standard: null, meaning: 'repair: what happened, kept in the chain for good' },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout audit verify --tenant ID [options]
       tieout audit repair --tenant ID --batch N --reason TEXT [options]

Proves by the chain over a tenant's audit that no row was changed, dropped, added or reordered since it was chained, or
names the first break. The key is that of the service, TIEOUT_AUDIT_KEY. That the end was not cut off is shown by --head.
On the embedded store the service has to be stopped meanwhile; on MongoDB it may run.

repair takes a batch in again to which rows of its own call were written after it had been chained. It refuses where a
row that was chained was changed, dropped or reordered. The reason stands in the chain, and verify names it from then on.

${optionHelp(AUDIT_OPTIONS)}`;

export async function audit(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'audit', table: AUDIT_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, ...rest] = values.positionals;
  if ((what !== 'verify' && what !== 'repair') || rest.length > 0) {
    throw usage('audit', 'Say what to do: tieout audit verify --tenant ID, or tieout audit repair.');
  }
  const tenant = values.text('tenant');
  if (tenant === null) throw usage('audit', 'Whose audit? Give --tenant.');
  const head = values.text('head')?.toLowerCase() ?? null;
  if (head !== null && !/^[0-9a-f]{64}$/.test(head)) {
    throw usage('audit', `--head takes 64 hexadecimal digits, as they were published, not "${head}".`);
  }
  const config = storeConfiguration(values.text('data'));
  const seals = auditSeals(config.TIEOUT_AUDIT_KEY ?? []);
  if (what === 'repair') {
    const order = { tenant, ...repairOrder(values) };
    const link = await onStore(config, (store) =>
      repairAudit({ store, seals, runningDigest: runningSha256, log: SILENT, clock: Date.now }, order),
    );
    const { n, rows, head: made } = link;
    process.stdout.write(
      values.flag('json')
        ? `${JSON.stringify({ tenant_id: tenant, batch: n, repairs: order.batch, rows, head: made })}\n`
        : `Batch ${order.batch} was taken in again as batch ${n}, with ${rows} rows.\nHead: ${made}\n`,
    );
    return 0;
  }
  const verified = await onStore(config, (store) =>
    verifyAudit({ store, seals, runningDigest: runningSha256, digest: sha256 }, { tenant, head }),
  );
  process.stdout.write(
    values.flag('json') ? `${JSON.stringify(inJson(tenant, verified))}\n` : sentences(tenant, verified),
  );
  return verified.firstBreak === null ? 0 : 1;
}

const SILENT = { info() {}, warn() {}, error() {} };
const MOST_REASON = 500;

function repairOrder(values: OptionValues): { readonly batch: number; readonly reason: string } {
  const batch = Number(values.text('batch'));
  if (!Number.isSafeInteger(batch) || batch < 1) throw usage('audit', 'Which batch? Give --batch, as verify names it.');
  const reason = values.text('reason')?.trim() ?? '';
  if (reason === '' || reason.length > MOST_REASON) {
    throw usage('audit', `What happened? Give --reason, of ${MOST_REASON} letters at most.`);
  }
  return { batch, reason };
}

function inJson(tenant: string, { firstBreak, ...of }: AuditVerified) {
  return {
    tenant_id: tenant,
    is_proven: firstBreak === null,
    ...{ batches: of.batches, rows: of.rows, without_key: of.withoutKey, earlier: of.earlier, completed: of.completed },
    signatures: of.signatures,
    repairs: of.repairs.map(({ batch, operationId, reason }) => ({ batch, operation_id: operationId, reason })),
    ...{ waiting: of.waiting, under_way: of.underWay, head: of.head },
    first_break: firstBreak && {
      ...{ batch: firstBreak.batch, operation_id: firstBreak.operationId, reason: firstBreak.reason },
    },
  };
}

function sentences(tenant: string, of: AuditVerified): string {
  const { firstBreak, batches, rows, withoutKey, earlier, completed, repairs, signatures, waiting, underWay, head } =
    of;
  const name = printable(tenant);
  const countLine = (count: number, words: string): string => (count === 0 ? '' : `${count} of them ${words}.\n`);
  if (firstBreak === null) {
    const found = `The audit of ${name} is as it was written: ${batches} batches, ${rows} rows.\n`;
    return [
      head === null ? `The audit of ${name} has no chain: nothing was decided.\n` : found,
      countLine(withoutKey, 'are chained without a key, which proves nothing against who can write the store'),
      countLine(earlier, 'were written before there was a chain, and are proven since it began'),
      countLine(completed, 'were completed after a call had ended in the middle, and are proven since then'),
      signatures === 0 ? '' : `${signatures} signatures name statements that are as they were signed.\n`,
      ...repairs.map(
        ({ batch, operationId, reason }) =>
          `Batch ${batch} takes call ${printable(operationId)} in again: ${printable(reason)}\n`,
      ),
      waiting === 0 ? '' : `${waiting} more belong to calls that are under way and are not chained yet.\n`,
      underWay.length === 0 ? '' : `Under way: ${underWay.map((id) => printable(id)).join(', ')}\n`,
      head === null ? '' : `Head: ${head}\n`,
    ].join('');
  }
  const { batch, operationId, reason } = firstBreak;
  const call = operationId === null ? '' : `call ${printable(operationId)}`;
  const place = batch === null ? call : `batch ${batch}${call && ` (${call})`}`;
  return `The audit of ${name} is broken at ${place}: ${reason}. ${batches} batches before it are as they were written.\n`;
}

// `tieout audit verify`: proves that a tenant's audit of decisions is as it was written, by its chain, or names the
// first break. Exit code 1 where there is one.

import { auditSeals, runningSha256 } from '../adapters/digest/audit-seals.ts';
import { onStore } from '../compose/on-store.ts';
import { type AuditVerified, verifyAudit } from '../workflows/decisions/verify-audit.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from './options.ts';
import { storeConfiguration } from './store-configuration.ts';
import { printable } from './terminal.ts';

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
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout audit verify --tenant ID [options]

Proves by the chain over a tenant's audit that no row was changed, dropped, added or reordered since it was chained, or
names the first break. The key is that of the service, TIEOUT_AUDIT_KEY. That the end was not cut off is shown by --head.
On the embedded store the service has to be stopped meanwhile; on MongoDB it may run.

${optionHelp(AUDIT_OPTIONS)}`;

export async function audit(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'audit', table: AUDIT_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, ...rest] = values.positionals;
  if (what !== 'verify' || rest.length > 0) throw usage('audit', 'Say what to do: tieout audit verify --tenant ID.');
  const tenant = values.text('tenant');
  if (tenant === null) throw usage('audit', 'Whose audit? Give --tenant.');
  const head = values.text('head')?.toLowerCase() ?? null;
  if (head !== null && !/^[0-9a-f]{64}$/.test(head)) {
    throw usage('audit', `--head takes 64 hexadecimal digits, as they were published, not "${head}".`);
  }
  const config = storeConfiguration(values.text('data'));
  const seals = auditSeals(config.TIEOUT_AUDIT_KEY ?? []);
  const verified = await onStore(config, (store) =>
    verifyAudit({ store, seals, runningDigest: runningSha256 }, { tenant, head }),
  );
  process.stdout.write(
    values.flag('json') ? `${JSON.stringify(inJson(tenant, verified))}\n` : sentences(tenant, verified),
  );
  return verified.firstBreak === null ? 0 : 1;
}

function inJson(tenant: string, { firstBreak, ...of }: AuditVerified) {
  return {
    tenant_id: tenant,
    is_proven: firstBreak === null,
    ...{ batches: of.batches, rows: of.rows, without_key: of.withoutKey, earlier: of.earlier, completed: of.completed },
    ...{ waiting: of.waiting, head: of.head },
    first_break: firstBreak && {
      ...{ batch: firstBreak.batch, operation_id: firstBreak.operationId, reason: firstBreak.reason },
    },
  };
}

function sentences(tenant: string, of: AuditVerified): string {
  const { firstBreak, batches, rows, withoutKey, earlier, completed, waiting, head } = of;
  const name = printable(tenant);
  const said = (count: number, words: string): string => (count === 0 ? '' : `${count} of them ${words}.\n`);
  if (firstBreak === null) {
    const found = `The audit of ${name} is as it was written: ${batches} batches, ${rows} rows.\n`;
    return [
      head === null ? `The audit of ${name} has no chain: nothing was decided.\n` : found,
      said(withoutKey, 'are chained without a key, which proves nothing against who can write the store'),
      said(earlier, 'were written before there was a chain, and are proven since it began'),
      said(completed, 'were completed after a call had ended in the middle, and are proven since then'),
      waiting === 0 ? '' : `${waiting} more belong to calls that are under way and are not chained yet.\n`,
      head === null ? '' : `Head: ${head}\n`,
    ].join('');
  }
  const { batch, operationId, reason } = firstBreak;
  const call = operationId === null ? '' : `call ${printable(operationId)}`;
  const place = batch === null ? call : `batch ${batch}${call && ` (${call})`}`;
  return `The audit of ${name} is broken at ${place}: ${reason}. ${batches} batches before it are as they were written.\n`;
}

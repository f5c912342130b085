// The integers that stand for names in the tables. A new name is added and never changed, so the store's thread looks
// each one up once.

import type { SessionKey } from '../../core/records/session-key.ts';
import { missing, unknown } from '../../ports/every-store/failures.ts';
import type { Database } from './connection/sqlite.ts';

type Scope = Pick<SessionKey, 'tenant' | 'partner'>;

export interface Keys {
  /** The session's row, added if it is new. A session is not shown until a run is committed. */
  session(key: SessionKey): number;
  /** Null if nothing was ever written for the session. */
  knownSession(key: SessionKey): number | null;
  sessionName(id: number): string;
  /** Throws internal if the run was not started. */
  run(runId: string): number;
  runId(id: number): string;
  /** Throws internal if the ingestion was not added. */
  ingestion(ingestionId: string): number;
  ingestionId(id: number): string;
  label(text: string): number;
  /** Null if nothing stored has this label. Adds nothing. */
  knownLabel(text: string): number | null;
  /** The label that stands for a tenant and partner. */
  scope(of: Scope): number;
  /** Null if nothing stored has the label. Adds nothing. */
  knownScope(of: Scope): number | null;
  labelText(id: number): string;
}

export function openKeys(db: Database): Keys {
  const labels = new Map<string, number>();
  const texts = new Map<number, string>();

  db.onRollback(() => {
    labels.clear();
    texts.clear();
  });

  const knownLabel = (text: string): number | null => {
    const known = labels.get(text) ?? db.get<{ id: number }>('select id from label where text = ?', text)?.id ?? null;
    if (known !== null) labels.set(text, known);
    return known;
  };

  const label = (text: string): number => knownLabel(text) ?? db.insert('insert into label (text) values (?)', text)!;

  const required = (table: 'run' | 'ingestion', column: string, id: string): number => {
    const row = db.get<{ id: number }>(`select id from ${table} where ${column} = ?`, id);
    if (row === null) throw unknown(table, id);
    return row.id;
  };

  const knownSession = ({ tenant, partner, session }: SessionKey): number | null =>
    db.get<{ id: number }>(
      'select id from session where tenant = ? and partner = ? and session = ?',
      tenant,
      partner,
      session,
    )?.id ?? null;

  return {
    knownSession,
    session: (key) =>
      knownSession(key) ??
      db.insert(
        'insert into session (tenant, partner, session) values (?, ?, ?)',
        key.tenant,
        key.partner,
        key.session,
      )!,
    sessionName: (id) => db.get<{ session: string }>('select session from session where id = ?', id)!.session,
    run: (runId) => required('run', 'run_id', runId),
    runId: (id) => db.get<{ run_id: string }>('select run_id from run where id = ?', id)!.run_id,
    ingestion: (ingestionId) => required('ingestion', 'ingestion_id', ingestionId),
    ingestionId: (id) =>
      db.get<{ ingestion_id: string }>('select ingestion_id from ingestion where id = ?', id)?.ingestion_id ?? '',
    knownLabel,
    label,
    scope: (of) => label(scopeLabel(of)),
    knownScope: (of) => knownLabel(scopeLabel(of)),
    labelText(id) {
      let text = texts.get(id);
      if (text === undefined) {
        text = db.get<{ text: string }>('select text from label where id = ?', id)?.text;
        if (text === undefined) throw missing('a name that rows refer to');
        texts.set(id, text);
      }
      return text;
    },
  };
}

const scopeLabel = ({ tenant, partner }: Scope): string => JSON.stringify([tenant, partner]);

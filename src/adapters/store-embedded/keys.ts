// From names to the integers that the tables use, and back. What is new is added; nothing is ever renamed, so each
// is looked up once in the life of the store's thread.

import type { SessionKey } from '../../core/records/session-key.ts';
import { missing, unknown } from '../../ports/every-store/failures.ts';
import type { Database } from './connection/sqlite.ts';

export interface Keys {
  /** The session's row, added when it is new; it shows nothing until a run is committed. */
  session(key: SessionKey): number;
  /** The session's row, or null when nothing was ever written for it. */
  knownSession(key: SessionKey): number | null;
  sessionName(id: number): string;
  /** Throws internal when the run was not started. */
  run(runId: string): number;
  runId(id: number): string;
  /** Throws internal when the ingestion was not added. */
  ingestion(ingestionId: string): number;
  ingestionId(id: number): string;
  label(text: string): number;
  /** For reading, which adds nothing: null when nothing stored has this label. */
  knownLabel(text: string): number | null;
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
    label: (text) => knownLabel(text) ?? db.insert('insert into label (text) values (?)', text)!,
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

/** The label that stands for a tenant and partner. */
export const scopeLabel = ({ tenant, partner }: { readonly tenant: string; readonly partner: string }): string =>
  JSON.stringify([tenant, partner]);

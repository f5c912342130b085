// What the server would do for each command that a store sent: commands of one shape are explained once, each statement
// of a bulk write as a command of its own.

import { type CommandStartedEvent, type Db, type Document, ObjectId } from 'mongodb';

/** Commands that look for no document. */
const WITHOUT_QUERY = new Set([
  ...['insert', 'create', 'createIndexes', 'listIndexes', 'getMore', 'killCursors', 'endSessions'],
  ...['hello', 'ismaster', 'ping', 'buildInfo', 'saslStart', 'saslContinue'],
]);

/** What belongs to a session or a connection. */
const OF_THE_CALL = ['lsid', 'txnNumber', '$db', '$clusterTime', '$readPreference', 'writeConcern', 'apiVersion'];

export interface Explained {
  readonly command: string;
  readonly collection: string;
  /** Fields that its filter fixes to one value. */
  readonly fixed: readonly string[];
  /** Of the winning plan, all of them. */
  readonly stages: readonly string[];
  readonly indexes: readonly string[];
}

export class CapturedCommands {
  readonly #commands = new Map<string, { readonly name: string; readonly command: Document }>();

  readonly capture = ({ commandName: name, command }: CommandStartedEvent): void => {
    if (WITHOUT_QUERY.has(name)) return;
    for (const single of statementsOf(name, command)) {
      const shape = JSON.stringify([name, shapeOf(single)]);
      if (!this.#commands.has(shape)) this.#commands.set(shape, { name, command: single });
    }
  };

  async explain(db: Db): Promise<Explained[]> {
    const explained: Explained[] = [];
    for (const { name, command } of this.#commands.values()) {
      const plan = await db.command({ explain: command, verbosity: 'queryPlanner' });
      const nodes = winningNodes(plan);
      const valuesOf = (field: string) => [...new Set(nodes.map((node) => node[field]).filter(Boolean))] as string[];
      const [stages, indexes] = [valuesOf('stage'), valuesOf('indexName')];
      const shape = JSON.stringify(shapeOf(command));
      const fixed = fixedIn(filterOf(command));
      explained.push({ command: shape, collection: String(command[name]), fixed, stages, indexes });
    }
    return explained;
  }
}

function statementsOf(name: string, given: Document): Document[] {
  const command = Object.fromEntries(Object.entries(given).filter(([field]) => !OF_THE_CALL.includes(field)));
  const list = { update: 'updates', delete: 'deletes' }[name];
  if (list === undefined) return [command];
  return (command[list] as Document[]).map((statement) => ({ ...command, [list]: [statement] }));
}

/** Of any command that looks for documents. */
const filterOf = ({ filter, query, pipeline, updates, deletes }: Document): Document =>
  filter ?? query ?? pipeline?.[0].$match ?? (updates ?? deletes)[0].q;

function fixedIn(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, condition]) => {
    if (name === '$and') return (condition as Document[]).flatMap(fixedIn);
    return typeof condition === 'string' ? [name] : [];
  });
}

/** Names and operators stay, values become their types, so that one filter with two values is one shape. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((part) => JSON.stringify(shapeOf(part))))];
  if (value instanceof Date || value instanceof ObjectId || ArrayBuffer.isView(value)) return value.constructor.name;
  // The driver's sorts.
  if (value instanceof Map) return [...value];
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        typeof part === 'string' ? wordOf(name, part) : shapeOf(part),
      ]),
    );
  }
  return typeof value;
}

/** Which collection and which index are part of the shape. */
const wordOf = (name: string, text: string): string =>
  ['find', 'aggregate', 'update', 'delete', 'findAndModify', 'distinct', 'hint'].includes(name) ? text : 'string';

/** All nodes of winning plans, whatever engine they are for. */
function winningNodes(plan: unknown): Document[] {
  if (Array.isArray(plan)) return plan.flatMap(winningNodes);
  if (plan === null || typeof plan !== 'object') return [];
  const of = plan as Document;
  const inside = Object.entries(of).flatMap(([name, part]) => (name === 'rejectedPlans' ? [] : winningNodes(part)));
  return typeof of['stage'] === 'string' ? [of, ...inside] : inside;
}

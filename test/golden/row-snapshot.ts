import { views, type ViewName } from '@tocsin/contracts/catalogue.js';
import type { Client } from '@tocsin/testing/stage/client.js';

type Rows = Readonly<Record<string, unknown>>;
/** Rows visible to an owner, by view and id: now and, in `pastOf`, as of an instant. */
export interface RowSnapshot {
  readonly now: Readonly<Record<string, Rows>>;
  readonly past: Readonly<Record<string, Readonly<Record<string, Rows>>>>;
}

/** Lists that can be read as of an instant. */
const lists = ['alertGroups', 'services', 'policies', 'integrations', 'teams'] as const satisfies readonly ViewName[];
/** Read as of an instant one by one: details of the groups at that time. */
const details = ['ladders', 'alerts'] as const satisfies readonly ViewName[];

/** Reads every row of every view as this person, and their history, where there is one, as of each of these instants. */
export const readRowSnapshot = async (client: Client, instants: readonly string[]): Promise<RowSnapshot> => {
  const now: Record<string, Rows> = {};
  for (const view of Object.keys(views) as ViewName[]) now[view] = await listRows(client, view);
  const past: Record<string, Record<string, Rows>> = {};
  for (const instant of instants) past[instant] = await readRowsAt(client, instant);
  return { now, past };
};

const readRowsAt = async (client: Client, instant: string): Promise<Record<string, Rows>> => {
  const at = `at=${encodeURIComponent(instant)}`;
  const rowsByView: Record<string, Rows> = {};
  for (const view of lists) rowsByView[view] = await listRows(client, view, at);
  for (const view of details) rowsByView[view] = await rowsOf(client, view, Object.keys(rowsByView['alertGroups']!), at);
  return rowsByView;
};

const listRows = async (client: Client, view: ViewName, query = ''): Promise<Rows> =>
  Object.fromEntries((await client.list(view, query)).map((row) => [row.id, row]));

const rowsOf = async (client: Client, view: ViewName, ids: readonly string[], query: string): Promise<Rows> =>
  Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await client.row(view, id, query)] as const)));

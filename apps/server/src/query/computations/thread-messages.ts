import type { ListQuery } from '@tocsin/platform/views/view-store.js';
import type { HttpProblem } from '../../problems/problem.js';
import type { JobInputs, JobName } from './jobs.js';

/** Views of memory of which the thread has a copy: what a drill, a draft, a schedule or a plan of files reads. */
export const copiedViews = [
  'organisation',
  'people',
  'contacts',
  'teams',
  'connections',
  'holidayCalendars',
  'services',
  'integrations',
  'policies',
  'routeRules',
  'mappings',
  'lookupTables',
  'inhibitionRules',
  'maintenanceWindows',
  'schedules',
  'onCall',
  'coverRequests',
  'turns',
  'heartbeats',
  'configItems',
] as const;

export type JobTask = { readonly [J in JobName]: { readonly job: J; readonly input: JobInputs[J] } }[JobName];

/** A query of rows, which only the main thread can answer. */
export type RowsQuestion = { readonly view: string } & ({ readonly query: ListQuery } | { readonly id: string });

export type ToThread =
  /** Null: the row is gone. */
  | { readonly kind: 'rows'; readonly view: string; readonly rows: readonly (readonly [id: string, row: unknown])[] }
  | { readonly kind: 'job'; readonly task: JobTask; readonly now: string }
  | { readonly kind: 'found'; readonly rows: unknown }
  | { readonly kind: 'not_found'; readonly error: unknown };

type SentProblem = Pick<HttpProblem, 'code' | 'params' | 'errors' | 'retryAfter' | 'inTheWay'>;

/** `work`: processor time in milliseconds. */
export type FromThread =
  | { readonly kind: 'question'; readonly question: RowsQuestion }
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly bytes: Uint8Array; readonly hash: string; readonly work: number }
  | { readonly kind: 'refused'; readonly problem: SentProblem; readonly work: number }
  | { readonly kind: 'failed'; readonly error: unknown; readonly work: number };

import type { CoverageGap } from '@tocsin/contracts/drills.js';

/** Views of memory that a drill reads. */
export const drilledViews = [
  'organisation',
  'people',
  'contacts',
  'teams',
  'holidayCalendars',
  'services',
  'integrations',
  'policies',
  'schedules',
  'turns',
] as const;

export type CoverageAsked =
  | { readonly ask: 'rows'; readonly view: string; readonly rows: readonly (readonly [string, unknown])[] }
  | { readonly ask: 'look'; readonly from: string; readonly to: string };

/** `gaps`: of the services since the last word. */
export type CoverageSays =
  { readonly says: 'looked'; readonly done: number; readonly gaps: readonly CoverageGap[] } | { readonly says: 'done' };

/** Rows that are handed over together: nothing else on the thread that has them waits for long. */
export const rowsTogether = 200;

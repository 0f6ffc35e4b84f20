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

export type CoverageTask =
  | { readonly ask: 'rows'; readonly view: string; readonly rows: readonly (readonly [string, unknown])[] }
  | { readonly ask: 'look'; readonly from: string; readonly to: string };

/** `gaps`: those of the services since the last message. */
export type CoverageReply =
  { readonly kind: 'looked'; readonly done: number; readonly gaps: readonly CoverageGap[] } | { readonly kind: 'done' };

/** Rows per message, few enough not to delay other work on the sending thread. */
export const rowsTogether = 200;

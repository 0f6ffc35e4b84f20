import type { Counted, ReportOrder } from '@tocsin/contracts/reports.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

export type ReportAsked =
  | { readonly ask: 'report'; readonly n: number; readonly order: ReportOrder; readonly counted: Counted | null }
  /** The answer to `page`: the next events of the log. */
  | { readonly ask: 'page'; readonly events: readonly StoredEvent[] }
  | { readonly ask: 'trouble'; readonly message: string };

export type ReportSays =
  /** The next events of these types, after an ordinal. */
  | { readonly says: 'page'; readonly after: number; readonly types: readonly string[] }
  | { readonly says: 'done'; readonly n: number; readonly bytes: string; readonly hash: string }
  /** It took longer than a report may. */
  | { readonly says: 'late'; readonly n: number }
  | { readonly says: 'failed'; readonly n: number; readonly message: string };

/** Events in one message. */
export const eventsPerPage = 500;

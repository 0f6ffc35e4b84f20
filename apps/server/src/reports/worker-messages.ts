import type { OpeningCount, EventsOfLine, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** Which list behind a number of a report is requested. */
export type FigureSource = { readonly openings: OpeningCount } | { readonly events: EventsOfLine };

export type ReportTask =
  | { readonly ask: 'report'; readonly n: number; readonly order: ReportOrder; readonly behind: FigureSource | null }
  /** The answer to `page`: the next events of the log. */
  | { readonly ask: 'page'; readonly events: readonly StoredEvent[] }
  /** The page could not be read; `isOfLog`: the log was not available. */
  | { readonly ask: 'trouble'; readonly message: string; readonly isOfLog: boolean };

export type ReportReply =
  /** The next events of these types, after an ordinal. */
  | { readonly kind: 'page'; readonly after: number; readonly types: readonly string[] }
  | { readonly kind: 'done'; readonly n: number; readonly bytes: string; readonly hash: string }
  /** It can’t be computed now: it took too long, or the log or the disk is not there. */
  | {
      readonly kind: 'refused';
      readonly n: number;
      readonly code: RefusalCode;
      readonly params: Readonly<Record<string, string | number>>;
      readonly retryAfter: number | undefined;
    }
  | { readonly kind: 'failed'; readonly n: number; readonly message: string };

export const eventsPerPage = 500;

import { isDay } from '../../data/time/days.js';
import { spans, type Span } from './spans.js';

/** What of a schedule is shown, as the address has it: what is usual is left out. */
export interface ScheduleSearch {
  readonly span?: Span | undefined;
  /** A day of the period that is shown; today when absent. */
  readonly day?: string | undefined;
  /** Times by the schedule’s clock instead of mine. */
  readonly zone?: 'schedule' | undefined;
}

export const usualSpan: Span = 'two-weeks';

export const searchFrom = ({ span, day, zone }: { readonly [Name in keyof ScheduleSearch]?: unknown }): ScheduleSearch => ({
  ...(spans.some((one) => one === span) && span !== usualSpan ? { span: span as Span } : {}),
  ...(isDay(day) ? { day } : {}),
  ...(zone === 'schedule' ? { zone } : {}),
});

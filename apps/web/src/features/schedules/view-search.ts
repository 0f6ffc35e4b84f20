import { isDay } from '../../data/time/days.js';
import { spans, type Span } from './shared/spans.js';

/** Search parameters of a schedule, without defaults. */
export interface ScheduleSearch {
  readonly span?: Span | undefined;
  /** A day of the period that is shown; today when absent. */
  readonly day?: string | undefined;
  /** A moment that the link is about, ISO 8601; it is marked, and says who was on call then. */
  readonly at?: string | undefined;
  /** Times by the schedule’s clock instead of mine. */
  readonly zone?: 'schedule' | undefined;
}

export const usualSpan: Span = 'two-weeks';

const isMoment = (at: unknown): at is string => typeof at === 'string' && /^\d{4}-\d\d-\d\dT/.test(at) && !Number.isNaN(Date.parse(at));

export const searchFrom = ({ span, day, at, zone }: { readonly [Name in keyof ScheduleSearch]?: unknown }): ScheduleSearch => ({
  ...(spans.some((one) => one === span) && span !== usualSpan ? { span: span as Span } : {}),
  ...(isDay(day) ? { day } : {}),
  ...(isMoment(at) ? { at: new Date(at).toISOString() } : {}),
  ...(zone === 'schedule' ? { zone } : {}),
});

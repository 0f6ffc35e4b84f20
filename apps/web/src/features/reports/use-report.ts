import type {
  CostFigures,
  DeliveryFigures,
  LoadFigures,
  NoiseFigures,
  ReportAnswer,
  ReportName,
  ResponseFigures,
} from '@tocsin/contracts/reports/reports.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import type { ReportSearch } from './search.js';
import { dayIn, lastDayOf, periodBefore } from './report-days.js';
import { firstOfWeeks } from './weeks.js';

export type ReportQuery = Readonly<Record<string, string>>;

export const reportQueryOf = ({ days, from, to, measure, ...rest }: ReportSearch, measures: readonly string[]): ReportQuery => ({
  ...rest,
  ...(from ? { from } : { days: days ?? '28' }),
  ...(to ? { to } : {}),
  ...(measures.length === 0 ? {} : { measures: [...measures, ...(measure ? [measure] : [])].join(',') }),
});

interface FiguresOf {
  readonly response: ResponseFigures;
  readonly load: LoadFigures;
  readonly noise: NoiseFigures;
  readonly delivery: DeliveryFigures;
  readonly cost: CostFigures;
}
export type AnswerOf<R extends ReportName> = ReportAnswer & { readonly figures: FiguresOf[R] };

/** Reads a report at the current log position; the previous one is shown while loading. */
export const useReport = <R extends ReportName>(report: R, query: ReportQuery | null) =>
  useQuery({
    queryKey: keys.report(report, query ?? {}),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<AnswerOf<R>>('GET', `/reports/${report}?${new URLSearchParams(query ?? {})}`, { signal }),
  });

/** The same report for the time before it, as long as it, and for the twelve weeks that end with it: at the same position of the log. */
export function useComparison<R extends ReportName>(report: R, query: ReportQuery, of: ReportAnswer): Comparison<R> {
  const { days: _, ...rest } = query;
  const ask = (range: { from: string; to: string }): ReportQuery => ({ ...rest, ...range, ordinal: `${of.order.ordinal}` });
  const earlier = useReport(report, ask(periodBefore(of.order)));
  const weeks = useReport(report, ask({ from: firstOfWeeks(lastDayOf(of.order)), to: of.order.to }));
  const last = lastDayOf(of.order);
  return { before: figuresIn(earlier), weeks: figuresIn(weeks), last };
}

export interface Comparison<R extends ReportName> {
  /** Undefined until they are read. */
  readonly before: FiguresOf[R] | undefined;
  readonly weeks: FiguresOf[R] | undefined;
  /** The last day of the report, by its clock. */
  readonly last: string;
}

/** Not those of the range that was shown before: they would be compared with another one. */
const figuresIn = <F>({ data, isPlaceholderData }: { data: { figures: F } | undefined; isPlaceholderData: boolean }): F | undefined =>
  isPlaceholderData ? undefined : data?.figures;

const isDate = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/** First and last day in the report’s zone: as requested, otherwise those of the answer. */
export function daysOf(search: ReportSearch, answer: ReportAnswer | undefined): { readonly from?: string; readonly to?: string } {
  const day = (at: number): string => dayIn(answer!.order.zone, at);
  const from = isDate(search.from) ? search.from : answer && day(Date.parse(answer.order.from));
  const to = isDate(search.to) ? search.to : answer && day(Date.parse(answer.order.to) - 1);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

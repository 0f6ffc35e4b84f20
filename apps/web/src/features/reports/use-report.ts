import type {
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

export type ReportQuery = Readonly<Record<string, string>>;

export const reportQueryOf = ({ days, from, to, measure, ...rest }: ReportSearch, measures: readonly string[]): ReportQuery => ({
  ...rest,
  ...(from ? { from } : { days: days ?? '28' }),
  ...(to ? { to } : {}),
  ...(measures.length === 0 ? {} : { measures: [...measures, ...(measure ? [measure] : [])].join(',') }),
});

/** Figures by report. */
interface FiguresOf {
  readonly response: ResponseFigures;
  readonly load: LoadFigures;
  readonly noise: NoiseFigures;
  readonly delivery: DeliveryFigures;
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

/** The same for the time before it, as long as it: asked once the first is there, at the same position of the log. */
export const usePeriodBefore = <R extends ReportName>(report: R, query: ReportQuery, of: ReportAnswer | undefined) => {
  const { days: _, ...rest } = query;
  return useReport(report, of ? { ...rest, ...before(of.order), ordinal: `${of.order.ordinal}` } : null);
};

const before = ({ from, to }: ReportAnswer['order']): { from: string; to: string } => {
  const length = Date.parse(to) - Date.parse(from);
  return { from: new Date(Date.parse(from) - length).toISOString(), to: from };
};

const isDate = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/** First and last day in the report’s zone: as requested, otherwise those of the answer. */
export function daysOf(search: ReportSearch, answer: ReportAnswer | undefined): { readonly from?: string; readonly to?: string } {
  const day = (at: number): string => dayIn(answer!.order.zone, at);
  const from = isDate(search.from) ? search.from : answer && day(Date.parse(answer.order.from));
  const to = isDate(search.to) ? search.to : answer && day(Date.parse(answer.order.to) - 1);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** `2027-02-03` */
export const dayIn = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);

import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { actLines, type ActLine } from '../../history/shared/act-lines.js';
import { details, isTriedAgain } from '../../history/shared/details.js';

/** Already shown by the ladder. */
const shownByLadder: ReadonlySet<string> = new Set([...details, 'PageStarted']);

/** A person added responders: no step of the policy shows that. */
const isReassignment = ({ type, data }: Recorded) => type === 'PageStarted' && (data as FactOf<'PageStarted'>).cause.kind === 'person';

/** The lines of the timeline: one for each act. Other events are only shown among all events. */
export const linesOf = (events: readonly Recorded[]): readonly ActLine[] =>
  actLines(events).filter(({ event }) => isReassignment(event) || !(shownByLadder.has(event.type) || isTriedAgain(event)));

/** Alerts that joined, or resolved, one after another: one line with their number. */
export interface FoldedLines {
  readonly kind: 'joined' | 'resolved';
  readonly alerts: number;
  /** The newest first. */
  readonly lines: readonly ActLine[];
}
export type TimelineLine = ActLine | FoldedLines;

export const isFolded = (line: TimelineLine): line is FoldedLines => 'lines' in line;

const foldedTypes: Readonly<Record<string, FoldedLines['kind']>> = { AlertsFired: 'joined', AlertsResolved: 'resolved' };

const alertsIn = ({ type, data }: Recorded): number => {
  if (type === 'AlertsFired') return (data as FactOf<'AlertsFired'>).alerts.length;
  const { fingerprints, under } = data as FactOf<'AlertsResolved'>;
  return Math.max(fingerprints.length, under?.length ?? 0);
};

/** An alert that raised the urgency paged people: it has its own line. */
const isNews = ({ type, data }: Recorded): boolean => type === 'AlertsFired' && (data as FactOf<'AlertsFired'>).news === 'raises_urgency';

/** Folds neighbours of one kind, so that two thousand alerts don’t hide what people did. */
export function foldLines(lines: readonly ActLine[]): readonly TimelineLine[] {
  const folded: TimelineLine[] = [];
  for (const line of lines) {
    const kind = foldedTypes[line.event.type];
    const before = folded.at(-1);
    if (kind === undefined || isNews(line.event)) {
      folded.push(line);
      continue;
    }
    const alerts = alertsIn(line.event);
    if (before && isFolded(before) && before.kind === kind)
      folded[folded.length - 1] = { kind, alerts: before.alerts + alerts, lines: [...before.lines, line] };
    else folded.push({ kind, alerts, lines: [line] });
  }
  // one event alone says more than its number
  return folded.map((line) => (isFolded(line) && line.lines.length === 1 ? line.lines[0]! : line));
}

const newestOf = (line: TimelineLine): Recorded => (isFolded(line) ? line.lines[0]!.event : line.event);

export interface DayOfLines {
  readonly day: string;
  /** An instant of it. */
  readonly at: string;
  readonly lines: readonly TimelineLine[];
}

/** The lines below headings of days. `dayOf`: the day of an instant, in the reader’s zone. */
export function byDay(lines: readonly TimelineLine[], dayOf: (instant: string) => string): readonly DayOfLines[] {
  const days: { day: string; at: string; lines: TimelineLine[] }[] = [];
  for (const line of lines) {
    const { at } = newestOf(line).meta;
    const last = days.at(-1);
    if (last?.day === dayOf(at)) last.lines.push(line);
    else days.push({ day: dayOf(at), at, lines: [line] });
  }
  return days;
}

/** Seconds between the first and the last of them. */
export const secondsOf = ({ lines }: FoldedLines): number =>
  Math.round((Date.parse(lines[0]!.event.meta.at) - Date.parse(lines.at(-1)!.event.meta.at)) / 1_000);

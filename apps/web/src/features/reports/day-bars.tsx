import type { ReportOrder, StormsOfReport } from '@tocsin/contracts/reports/reports.js';
import { useState } from 'react';
import { plural } from '@tocsin/contracts/reports/words.js';
import { dateName } from './report-words.js';
import { StormMarks } from './storm-marks.js';
import { dayIn } from './use-report.js';

interface Props {
  what: string;
  order: ReportOrder;
  days: readonly { readonly day: string; readonly count: number }[];
  /** Counts of the previous period of equal length, drawn behind the bars day by day. */
  before?: readonly { readonly day: string; readonly count: number }[] | undefined;
  storms: StormsOfReport;
  /** Days that were chosen by dragging, both inclusive. */
  onBrush: (from: string, to: string) => void;
}

const none: NonNullable<Props['before']> = [];
const [height, gap] = [72, 0.2];
const dayLength = 86_400_000;

/** Counts per day; dragging selects a period. The date fields above do the same by keyboard. */
export function DayBars({ what, order, days, before = none, storms, onBrush }: Props) {
  const dates = datesOf(order);
  const [range, setRange] = useState<{ from: number; to: number } | null>(null);
  const countOf = new Map(days.map(({ day, count }) => [day, count]));
  const ghosts = ghostsOf(before, order);
  const most = Math.max(1, ...days.map(({ count }) => count), ...ghosts.values());
  const at = (event: React.PointerEvent<SVGSVGElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(dates.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * dates.length)));
  };
  const [first, last] = range ? [Math.min(range.from, range.to), Math.max(range.from, range.to)] : [-1, -1];
  return (
    <figure>
      <StormMarks storms={storms} dates={dates} />
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is made here has no address to be an <img> of
        role="img"
        aria-label={`${what} by day. ${maxWords(days, what)}`}
        viewBox={`0 0 ${dates.length} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full cursor-crosshair touch-pan-y select-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setRange({ from: at(event), to: at(event) });
        }}
        onPointerMove={(event) => range && setRange({ ...range, to: at(event) })}
        onPointerCancel={() => setRange(null)}
        onPointerUp={() => {
          if (range && first !== last) onBrush(dates[first]!, dates[last]!);
          setRange(null);
        }}
      >
        {range && <rect x={first} y={0} width={last - first + 1} height={height} fill="var(--selected)" />}
        {dates.map((date, index) => {
          const count = countOf.get(date) ?? 0;
          const ghost = ghosts.get(index) ?? 0;
          const barOf = (value: number): number => (value / most) * (height - 2);
          return (
            <g key={date}>
              <title>{`${dateName(date)}: ${count}${before.length > 0 ? `; ${ghost} in the period before` : ''}`}</title>
              <rect x={index} y={0} width={1} height={height} fill="transparent" />
              {ghost > 0 && <rect x={index} y={height - barOf(ghost)} width={1} height={barOf(ghost)} fill="var(--hover)" stroke="none" />}
              <rect x={index + gap / 2} y={height - barOf(count)} width={1 - gap} height={barOf(count)} fill="var(--held)" />
              <rect x={index} y={height - 1} width={1} height={1} fill="var(--line)" />
            </g>
          );
        })}
      </svg>
      <figcaption className="flex justify-between text-xs text-muted tabular-nums">
        <span>{dates[0] && dateName(dates[0])}</span>
        <span className="print:hidden">{before.length > 0 ? 'Grey: the period before. ' : ''}Drag to narrow</span>
        <span>{dates.length > 1 && dateName(dates.at(-1)!)}</span>
      </figcaption>
    </figure>
  );
}

/** Every day of the range, by the clock of the report. */
function datesOf({ from, to, zone }: ReportOrder): readonly string[] {
  const first = Date.parse(dayIn(zone, Date.parse(from)));
  const last = Date.parse(dayIn(zone, Date.parse(to) - 1));
  return Array.from({ length: Math.round((last - first) / dayLength) + 1 }, (_, n) =>
    new Date(first + n * dayLength).toISOString().slice(0, 10),
  );
}

/** By index of the day in its period. */
function ghostsOf(before: NonNullable<Props['before']>, { from, to, zone }: ReportOrder): ReadonlyMap<number, number> {
  const began = Date.parse(dayIn(zone, 2 * Date.parse(from) - Date.parse(to)));
  return new Map(before.map(({ day, count }) => [Math.round((Date.parse(day) - began) / dayLength), count]));
}

const maxWords = (days: Props['days'], what: string): string => {
  const [first] = days.toSorted((a, b) => b.count - a.count);
  return first ? `Most: ${plural(first.count, what.toLowerCase(), what.toLowerCase())} on ${dateName(first.day)}.` : 'None.';
};

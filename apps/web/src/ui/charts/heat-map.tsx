import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { heatSteps, stepOf, stepWords } from './heat-steps.js';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -24, ArrowDown: 24 };
const fill = (step: number) => ({ background: `var(--heat-${step})`, ...(step === 4 ? { color: 'var(--on-heat-4)' } : {}) });
const sumOf = (some: readonly number[]): number => some.reduce((total, one) => total + one, 0);
const text = (hour: number): string => `${hour}`.padStart(2, '0');

interface Props {
  /** The name of the table. */
  readonly name: string;
  /** 168 of them, from Monday 00:00. */
  readonly counts: readonly number[];
  /** The largest count of the scale, where several maps share one. */
  readonly most?: number;
  /** The count of a cell as a link to what it counts; one of them can be reached by Tab, the others from it by arrow keys. */
  readonly renderLink?: (hour: number, count: number, tabIndex: 0 | -1) => ReactNode;
}

/** Counts by hour of the week, with totals: a table that is coloured. */
export function HeatMap({ name, counts, most = Math.max(0, ...counts), renderLink }: Props) {
  const filled = counts.findIndex((count) => count > 0);
  const [chosen, choose] = useState(filled);
  const inTabOrder = counts[chosen] ? chosen : filled;
  const move = (event: KeyboardEvent<HTMLTableElement>): void => {
    const by = moves[event.key];
    if (by === undefined || filled < 0) return;
    event.preventDefault();
    const next = nextFilled(counts, inTabOrder, by);
    choose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-hour="${next}"] a`)?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
    <section className="relative overflow-x-auto print:overflow-visible" tabIndex={0} aria-label={`${name}: table`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move between the links in its cells */}
      <table
        className="w-full min-w-[44rem] table-fixed border-separate text-center text-axis leading-[22px] tabular-nums"
        style={{ borderSpacing: 2 }}
        onKeyDown={move}
      >
        <caption className="sr-only">{name}</caption>
        <Head />
        <tbody>
          {weekdays.map((weekday, day) => (
            <tr key={weekday}>
              <th scope="row" className="text-left font-normal text-muted">
                {weekday}
              </th>
              {hours.map((of) => (
                <Cell key={of} hour={day * 24 + of} counts={counts} most={most} inTabOrder={inTabOrder} renderLink={renderLink} />
              ))}
              <td className="text-right text-muted">{sumOf(counts.slice(day * 24, day * 24 + 24)).toLocaleString('en')}</td>
            </tr>
          ))}
          <Totals counts={counts} />
        </tbody>
      </table>
    </section>
  );
}

const Head = () => (
  <thead className="text-faint">
    <tr>
      <th scope="col" className="w-9 font-normal">
        <span className="sr-only">Day</span>
      </th>
      {hours.map((hour) => (
        <th key={hour} scope="col" className="font-normal">
          {hour % 3 === 0 ? text(hour) : <span className="sr-only">{text(hour)}</span>}
        </th>
      ))}
      <th scope="col" className="w-11 text-right font-normal">
        Total
      </th>
    </tr>
  </thead>
);

interface CellProps extends Pick<Props, 'counts' | 'renderLink'> {
  readonly hour: number;
  readonly most: number;
  readonly inTabOrder: number;
}

function Cell({ hour, counts, most, inTabOrder, renderLink }: CellProps) {
  const count = counts[hour] ?? 0;
  return (
    <td
      data-hour={hour}
      className="h-[22px] rounded-sm p-0 [&_a]:block [&_a]:text-inherit [&_a]:no-underline"
      style={fill(stepOf(count, heatSteps(most)))}
    >
      {count > 0 && (renderLink ? renderLink(hour, count, hour === inTabOrder ? 0 : -1) : count)}
    </td>
  );
}

const Totals = ({ counts }: Pick<Props, 'counts'>) => (
  <tr className="text-muted">
    <th scope="row" className="text-left font-normal">
      Total
    </th>
    {hours.map((of) => (
      <td key={of}>{sumOf(counts.filter((_, hour) => hour % 24 === of)).toLocaleString('en')}</td>
    ))}
    <td className="text-right font-semibold text-ink">{sumOf(counts).toLocaleString('en')}</td>
  </tr>
);

/** The next cell in a direction that has a count; the same one where there is none. */
export function nextFilled(counts: readonly number[], from: number, by: number): number {
  for (let hour = from + by; hour >= 0 && hour < counts.length; hour += by) if (counts[hour]! > 0) return hour;
  return from;
}

/** Which colour of a heat map is how many. */
export function HeatLegend({ most }: { most: number }) {
  const words = ['0', ...stepWords(heatSteps(most))];
  return (
    <ul className="flex flex-wrap items-center gap-x-3.5 text-xs text-muted">
      {words.map((word, step) => (
        <li key={word} className="flex items-center gap-1.5">
          <i aria-hidden className="size-2.5 rounded-sm" style={fill(step)} />
          {word}
        </li>
      ))}
    </ul>
  );
}

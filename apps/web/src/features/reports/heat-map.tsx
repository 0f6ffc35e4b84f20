import { plural } from '@tocsin/contracts/reports/words.js';
import { hourName } from './report-words.js';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const [width, height, left, top] = [20, 14, 34, 14];

/** Counts by hour of the week, darker for more. The table beside it has the numbers. */
export function HeatMap({ hours, what }: { hours: readonly { readonly hour: number; readonly count: number }[]; what: string }) {
  const most = Math.max(1, ...hours.map(({ count }) => count));
  const known = new Map(hours.map(({ hour, count }) => [hour, count]));
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is made here has no address to be an <img> of
      role="img"
      aria-label={`${what} by hour of the week. Most: ${maxWords(hours, what)}.`}
      viewBox={`0 0 ${left + 24 * width} ${top + 7 * height}`}
      className="w-full max-w-3xl text-[9px]"
    >
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} x={left + hour * width} y={top - 5} fill="var(--faint)">
          {String(hour).padStart(2, '0')}:00
        </text>
      ))}
      {weekdays.map((day, row) => (
        <text key={day} x={0} y={top + row * height + 10} fill="var(--faint)">
          {day}
        </text>
      ))}
      {Array.from({ length: 168 }, (_, hour) => {
        const count = known.get(hour) ?? 0;
        return (
          <rect
            key={hour}
            x={left + (hour % 24) * width}
            y={top + Math.floor(hour / 24) * height}
            width={width - 2}
            height={height - 2}
            rx={2}
            fill={count === 0 ? 'var(--hover)' : 'var(--held)'}
            fillOpacity={count === 0 ? 1 : 0.2 + (0.8 * count) / most}
          >
            <title>{`${hourName(hour)}: ${count}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

const maxWords = (hours: readonly { readonly hour: number; readonly count: number }[], what: string): string => {
  const [first] = hours.toSorted((a, b) => b.count - a.count);
  return first ? `${hourName(first.hour)}, ${plural(first.count, what.toLowerCase(), what.toLowerCase())}` : 'none';
};

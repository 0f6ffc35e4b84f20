import type { ShiftsAnswer } from '@tocsin/contracts/schedules/answers.js';
import { formatTime } from '../../../data/time/times.js';
import type { Period } from './period.js';
import type { Span } from './spans.js';
import { shareOf } from './strip-layout.js';
import { dayName, timeName } from '../../../data/time/zone-times.js';

const hour = 3_600_000;
const percent = (share: number): string => `${(share * 100).toFixed(4)}%`;

interface Tick {
  readonly at: number;
  readonly label: string;
  readonly title: string;
}

/** Axis labels: days, or hours within one day. */
function ticksOf({ days, from, to }: Period, span: Span, zone: string): readonly Tick[] {
  if (span === 'day') {
    return Array.from({ length: Math.ceil((to - from) / hour / 3) }, (_, n) => from + n * 3 * hour).map((at) => ({
      at,
      label: timeName(at, zone),
      title: dayName(at, zone),
    }));
  }
  return days.map(({ from: at }) => {
    const date = new Date(at);
    const [weekday, day] = [formatTime(date, { weekday: 'short', timeZone: zone }), formatTime(date, { day: 'numeric', timeZone: zone })];
    return { at, label: span === 'month' ? day : `${weekday} ${day}`, title: dayName(at, zone) };
  });
}

interface Props {
  period: Period;
  span: Span;
  zone: string;
  today: string;
  /** Milliseconds; drawn with its time if it is in the period. */
  now: number;
  clockChanges: ShiftsAnswer['clockChanges'];
  /** Room above the days: for holidays and clock changes. */
  isTall?: boolean;
}

export const Axis = ({ period, span, zone, today, now, clockChanges, isTall = false }: Props) => (
  <div aria-hidden className={`relative text-xs text-muted ${isTall ? 'h-12' : 'h-[34px]'}`}>
    {ticksOf(period, span, zone).map(({ at, label, title }) => (
      <span
        key={at}
        title={title}
        style={{ left: percent(shareOf(at, period)) }}
        className={`absolute bottom-2 whitespace-nowrap ${span === 'month' ? 'pl-1' : 'pl-2'} ${period.days.some(({ date, from }) => date === today && from === at) ? 'font-semibold text-bronze' : ''}`}
      >
        {label}
      </span>
    ))}
    {clockChanges.map(({ at, minutes }) => (
      <span
        key={at}
        style={{ left: percent(shareOf(Date.parse(at), period)) }}
        className="absolute top-1 rounded-sm bg-warn-tint px-1 whitespace-nowrap text-warn"
      >
        {clockChangeWords(minutes)}
      </span>
    ))}
    {now >= period.from && now < period.to && (
      <span
        style={{ left: percent(shareOf(now, period)) }}
        className={`absolute -translate-x-1/2 ${isTimed(span) ? 'bottom-2 rounded-sm bg-bronze px-1.5 py-px text-axis font-semibold text-panel tabular-nums' : '-bottom-1 z-1 size-2 rounded-full bg-bronze-fill'}`}
      >
        {isTimed(span) && timeName(now, zone)}
      </span>
    )}
  </div>
);

/** Whether there is room for the time of now between two days: else it is a dot. */
const isTimed = (span: Span): boolean => span === 'day' || span === 'week';

/** `clocks +1 h`, `clocks −30 min`. */
export const clockChangeWords = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `clocks ${minutes > 0 ? '+' : '−'}${size % 60 === 0 ? `${size / 60} h` : `${size} min`}`;
};

interface GridProps extends Pick<Props, 'period' | 'now' | 'clockChanges'> {
  moment: number | null;
}

/** Behind every strip: where days begin, weekends, now, the moment of a link, and where a clock is changed. */
export const Grid = ({ period, now, moment, clockChanges }: GridProps) => (
  <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
    {period.days.map(({ date, from, to }) => (
      <span
        key={date}
        style={{ left: percent(shareOf(from, period)), width: percent(shareOf(to, period) - shareOf(from, period)) }}
        className={`absolute inset-y-0 border-l border-line-soft ${isWeekend(date) ? 'bg-weekend' : ''}`}
      />
    ))}
    {clockChanges.map(({ at }) => (
      <span
        key={at}
        style={{ left: percent(shareOf(Date.parse(at), period)) }}
        className="absolute inset-y-0 border-l-2 border-dotted border-warn"
      />
    ))}
    <Line at={now} colour="border-bronze-fill" period={period} />
    {moment !== null && <Line at={moment} colour="border-warn" period={period} />}
  </div>
);

const Line = ({ at, colour, period }: { at: number; colour: string; period: Period }) =>
  at > period.from &&
  at < period.to && <span style={{ left: percent(shareOf(at, period)) }} className={`absolute inset-y-0 border-l-2 ${colour}`} />;

const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());

import { Button } from '../../ui/button.js';
import { Slot } from '../../ui/select.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { dateAt, movedBy, type Period } from './period.js';
import { spans, spanWords, type Span } from './spans.js';
import { placeName } from '../../data/time/zone-times.js';
import { periodName } from './period-name.js';

interface Props {
  span: Span;
  day: string;
  period: Period;
  zone: string;
  /** The schedule’s clock, where it is another than mine. */
  zones: { readonly mine: string; readonly schedule: string };
  now: number;
  onSpan: (span: Span) => void;
  /** Undefined: today. */
  onDay: (day: string | undefined) => void;
  onZone: (zone: 'schedule' | undefined) => void;
}

/** Period and time zone. T is today; ← and → move by a period. */
export function Toolbar({ span, day, period, zone, zones, now, onSpan, onDay, onZone }: Props) {
  const move = (by: 1 | -1) => () => onDay(movedBy(span, day, by));
  const today = () => onDay(undefined);
  useKeyboard([
    { key: 't', says: 'show today', run: today },
    { key: 'ArrowLeft', says: 'show the period before', run: move(-1) },
    { key: 'ArrowRight', says: 'show the next period', run: move(1) },
  ]);
  const isToday = now >= period.from && now < period.to;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-2">
      <Button aria-label="Earlier" title="Earlier (←)" className="!px-2.5" onClick={move(-1)}>
        ←
      </Button>
      <Button title="Today (T)" whyNot={isToday && dateAt(now, zone) === day && 'This is today'} onClick={today}>
        Today
      </Button>
      <Button aria-label="Later" title="Later (→)" className="!px-2.5" onClick={move(1)}>
        →
      </Button>
      <h2 className="ml-1 font-semibold tabular-nums" aria-live="polite">
        {periodName(period, zone)}
      </h2>
      <div className="ml-auto flex items-center gap-2">
        {zones.mine !== zones.schedule && (
          <Slot
            label="Times are shown in"
            className="!font-normal"
            value={zone === zones.mine ? 'mine' : 'schedule'}
            onChange={(event) => onZone(event.target.value === 'schedule' ? 'schedule' : undefined)}
          >
            <option value="mine">My time ({placeName(zones.mine)})</option>
            <option value="schedule">Schedule’s time ({placeName(zones.schedule)})</option>
          </Slot>
        )}
        <SpanChoice span={span} onChoose={onSpan} />
      </div>
    </div>
  );
}

const SpanChoice = ({ span, onChoose }: { span: Span; onChoose: (span: Span) => void }) => (
  <fieldset className="flex rounded-md border border-line bg-panel p-px">
    <legend className="sr-only">Time range</legend>
    {spans.map((one) => (
      <label
        key={one}
        className="flex h-7 items-center rounded px-2.5 text-xs text-muted has-checked:bg-hover has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2"
      >
        <input type="radio" name="span" className="sr-only" checked={one === span} onChange={() => onChoose(one)} />
        {spanWords[one]}
      </label>
    ))}
  </fieldset>
);

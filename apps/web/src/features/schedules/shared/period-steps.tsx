import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DateInput } from '../../../ui/date-input.js';
import { Button } from '../../../ui/button.js';
import { useKeyboard } from '../../../ui/use-keyboard.js';

interface Props {
  /** `23 Nov – 6 Dec 2026` */
  heading: string;
  /** The first day of the period, or the one in it that was chosen. */
  day: string;
  isToday: boolean;
  /** Undefined: today. */
  onDay: (day: string | undefined) => void;
  /** A day of the period before (-1) or after (1). */
  moved: (by: 1 | -1) => string;
}

/** Earlier, today, later, and any date. T is today; ← and → move by a period. */
export function PeriodSteps({ heading, day, isToday, onDay, moved }: Props) {
  const move = (by: 1 | -1) => () => onDay(moved(by));
  const today = () => onDay(undefined);
  useKeyboard([
    { key: 't', says: 'show today', run: today },
    { key: 'ArrowLeft', says: 'show the period before', run: move(-1) },
    { key: 'ArrowRight', says: 'show the next period', run: move(1) },
  ]);
  return (
    <>
      <div className="flex items-center gap-1">
        <Button aria-label="Earlier" title="Earlier (←)" className="!px-2" onClick={move(-1)}>
          <ChevronLeft aria-hidden size={16} strokeWidth={1.5} />
        </Button>
        <Button title="Today (T)" whyNot={isToday && 'This is today'} onClick={today}>
          Today
        </Button>
        <Button aria-label="Later" title="Later (→)" className="!px-2" onClick={move(1)}>
          <ChevronRight aria-hidden size={16} strokeWidth={1.5} />
        </Button>
      </div>
      <h2 className="text-sm font-semibold tabular-nums" aria-live="polite">
        {heading}
      </h2>
      <DateInput
        aria-label="Go to date"
        kind="date"
        value={day}
        onPut={(text) => text !== '' && onDay(text)}
        className="inline-flex h-8 rounded-md border border-line-field bg-panel px-2 max-sm:h-11"
      />
    </>
  );
}

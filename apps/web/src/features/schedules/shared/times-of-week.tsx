import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { useBarred } from '../../../ui/use-barred.js';
import { Button } from '../../../ui/button.js';
import { Slot } from '../../../ui/select.js';
import { TimeSlot } from '../typed-slots.js';
import { weekdayNames } from '../../../data/time/weekdays.js';

export type TimesOfWeek = LayerSetting['restrictions'][number];

export const officeHours: TimesOfWeek = { weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } };

interface Props {
  of: string;
  /** The preceding word of the sentence. */
  before: string;
  times: TimesOfWeek;
  onChange: (times: TimesOfWeek) => void;
  onRemove?: () => void;
}

/** “only [Mo Tu We Th Fr] from [09:00] to [17:00]” */
export function TimesOfWeekLine({ of, before, times: line, onChange, onRemove }: Props) {
  const { weekdays, times } = line;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1.5 leading-7">
      {before}
      <Weekdays of={of} chosen={weekdays} onChange={(next) => onChange({ ...line, weekdays: next })} />
      <Slot
        label={`Times of ${of}`}
        value={times ? 'times' : 'day'}
        onChange={(event) => onChange(event.target.value === 'day' ? { weekdays } : { weekdays, times: officeHours.times! })}
      >
        <option value="day">all day</option>
        <option value="times">from</option>
      </Slot>
      {times && (
        <>
          <TimeSlot label={`Start of ${of}`} value={times.from} onChange={(from) => onChange({ ...line, times: { ...times, from } })} />
          to
          <TimeSlot label={`End of ${of}`} value={times.to} onChange={(to) => onChange({ ...line, times: { ...times, to } })} />
        </>
      )}
      {onRemove && (
        <Button kind="quiet" className="!h-7 !px-2" aria-label={`Remove ${of}`} onClick={onRemove}>
          ✕
        </Button>
      )}
    </p>
  );
}

const all = [1, 2, 3, 4, 5, 6, 7] as const;

/** Pressed: covered. None at all is every day, so that the last one pressed off presses all on. */
function Weekdays({ of, chosen, onChange }: { of: string; chosen: readonly number[]; onChange: (weekdays: number[]) => void }) {
  const barred = useBarred();
  const on = chosen.length === 0 ? all : chosen;
  const toggle = (day: number) => {
    const next = all.filter((one) => (one === day ? !on.includes(one) : on.includes(one)));
    onChange(next.length === 7 ? [] : next);
  };
  return (
    <span className="inline-flex gap-px">
      {all.map((day) => (
        <button
          key={day}
          type="button"
          aria-pressed={on.includes(day)}
          aria-describedby={barred}
          aria-label={`${weekdayNames[day - 1]}, ${of}`}
          className="h-7 w-7 rounded-md border border-line text-xs text-muted hover:border-line-field disabled:opacity-60 aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink"
          onClick={() => toggle(day)}
        >
          {weekdayNames[day - 1]!.slice(0, 2)}
        </button>
      ))}
    </span>
  );
}

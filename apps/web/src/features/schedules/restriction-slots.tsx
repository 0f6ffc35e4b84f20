import type { LayerSetting } from '@tocsin/contracts/schedules.js';
import { screenLimits } from '@tocsin/contracts/screen-limits.js';
import { useBarred } from '../../ui/barred.js';
import { Button } from '../../ui/button.js';
import { Slot } from '../../ui/select.js';
import { TimeSlot } from './typed-slots.js';
import { weekdayNames } from '../../data/time/weekdays.js';

type Restriction = LayerSetting['restrictions'][number];

interface Props {
  of: string;
  restrictions: readonly Restriction[];
  onChange: (restrictions: Restriction[]) => void;
}

const officeHours: Restriction = { weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } };

/** “Only [Mo Tu We Th Fr] from [09:00] to [17:00]”, a line each; none means all the time. */
export const RestrictionSlots = ({ of, restrictions, onChange }: Props) => (
  <>
    {restrictions.map((restriction, at) => (
      <RestrictionLine
        // oxlint-disable-next-line react/no-array-index-key -- a restriction is known by its place alone
        key={at}
        of={`restriction ${at + 1} of ${of}`}
        first={at === 0}
        restriction={restriction}
        onChange={(next) => onChange(restrictions.with(at, next))}
        onRemove={() => onChange(restrictions.toSpliced(at, 1))}
      />
    ))}
    {restrictions.length < screenLimits.restrictionsPerLayer && (
      <Button kind="quiet" className="-ml-2 !h-7 !px-2" onClick={() => onChange([...restrictions, officeHours])}>
        {restrictions.length === 0 ? '+ Only at certain times' : '+ Add times'}
      </Button>
    )}
  </>
);

interface LineProps {
  of: string;
  first: boolean;
  restriction: Restriction;
  onChange: (restriction: Restriction) => void;
  onRemove: () => void;
}

function RestrictionLine({ of, first, restriction, onChange, onRemove }: LineProps) {
  const { weekdays, times } = restriction;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1.5 leading-7">
      {first ? 'only' : 'and'}
      <Weekdays of={of} chosen={weekdays} onChange={(next) => onChange({ ...restriction, weekdays: next })} />
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
          <TimeSlot
            label={`Begin of ${of}`}
            value={times.from}
            onChange={(from) => onChange({ ...restriction, times: { ...times, from } })}
          />
          to
          <TimeSlot label={`End of ${of}`} value={times.to} onChange={(to) => onChange({ ...restriction, times: { ...times, to } })} />
        </>
      )}
      <Button kind="quiet" className="!h-7 !px-2" aria-label={`Remove ${of}`} onClick={onRemove}>
        ✕
      </Button>
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
          className="h-7 w-7 rounded-md border border-line text-[12px] text-muted hover:border-line-strong disabled:opacity-60 aria-pressed:bg-chosen aria-pressed:font-medium aria-pressed:text-ink"
          onClick={() => toggle(day)}
        >
          {weekdayNames[day - 1]!.slice(0, 2)}
        </button>
      ))}
    </span>
  );
}

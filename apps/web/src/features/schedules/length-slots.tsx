import type { TurnLengthSetting } from '@tocsin/contracts/schedules/layers.js';
import { Slot } from '../../ui/select.js';
import { NumberSlot, TimeSlot } from './typed-slots.js';
import { inUnit, units, type Unit } from './turn-length.js';
import { weekdayNames } from '../../data/time/weekdays.js';

interface Props {
  of: string;
  length: TurnLengthSetting;
  onChange: (length: TurnLengthSetting) => void;
}

const longest: Record<Unit, number> = { hours: 8_760, days: 365, weeks: 52, months: 12 };
const one: Record<Unit, string> = { hours: 'hour', days: 'day', weeks: 'week', months: 'month' };

/** “turns of [1] [week], handing off [Monday] [09:00]” */
export const LengthSlots = ({ of, length, onChange }: Props) => (
  <>
    <NumberSlot
      label={`Length of a turn of ${of}`}
      value={length.count}
      min={1}
      max={longest[length.unit]}
      onChange={(count) => onChange({ ...length, count })}
    />
    <span className="inline-flex items-center">
      <Slot
        label={`Unit of the length of ${of}`}
        value={length.unit}
        onChange={(event) => onChange(inUnit(length, event.target.value as Unit))}
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {length.count === 1 ? one[unit] : unit}
          </option>
        ))}
      </Slot>
      {length.unit !== 'hours' && ','}
    </span>
    {length.unit !== 'hours' && (
      <>
        handing off
        {length.unit === 'weeks' && (
          <Slot
            label={`Handoff day of ${of}`}
            value={length.weekday}
            onChange={(event) => onChange({ ...length, weekday: Number(event.target.value) })}
          >
            {weekdayNames.map((name, n) => (
              <option key={name} value={n + 1}>
                {name}
              </option>
            ))}
          </Slot>
        )}
        {length.unit === 'months' && (
          <>
            on day
            <NumberSlot
              label={`Handoff day of the month of ${of}`}
              value={length.day}
              min={1}
              max={31}
              onChange={(day) => onChange({ ...length, day })}
            />
          </>
        )}
        <TimeSlot label={`Handoff time of ${of}`} value={length.time} onChange={(time) => onChange({ ...length, time })} />
      </>
    )}
  </>
);

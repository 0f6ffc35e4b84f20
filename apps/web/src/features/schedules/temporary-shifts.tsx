import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { ComboSlot } from '../../ui/combo-field.js';
import { personOption } from '../people/shared/person-options.js';
import { StretchField } from './stretch-field.js';
import { AddPerson, useOnCallPeople } from './add-person.js';
import { withOneMore, type TemporaryShift } from './temporary-fields.js';
import type { Stretch } from './use-override-drag.js';

interface Props {
  shifts: readonly TemporaryShift[];
  within: Stretch;
  zone: string;
  onChange: (shifts: readonly TemporaryShift[]) => void;
}

/** “[Ana] [Mon 23 Nov 09:00 – Tue 24 Nov 09:00]”, a line for each shift. */
export const TemporaryShifts = ({ shifts, within, zone, onChange }: Props) => (
  <>
    <ol className="space-y-1.5">
      {shifts.map((shift, at) => (
        <ShiftLine
          // oxlint-disable-next-line react/no-array-index-key -- a shift has no id, and typing in its line must keep the focus
          key={at}
          number={at + 1}
          shift={shift}
          zone={zone}
          onChange={(next) => onChange(shifts.with(at, next))}
          onRemove={() => onChange(shifts.toSpliced(at, 1))}
        />
      ))}
    </ol>
    {shifts.length === 0 && <p className="text-muted">It has no shifts yet.</p>}
    {shifts.length < scheduleLimits.temporaryShifts && (
      <AddPerson label="Add a shift" without={[]} onChoose={(personId) => onChange(withOneMore(shifts, within, personId))}>
        + shift
      </AddPerson>
    )}
  </>
);

interface LineProps {
  number: number;
  shift: TemporaryShift;
  zone: string;
  onChange: (shift: TemporaryShift) => void;
  onRemove: () => void;
}

function ShiftLine({ number, shift, zone, onChange, onRemove }: LineProps) {
  const names = useNames();
  const people = useOnCallPeople();
  const isListed = people.some(({ id }) => id === shift.personId);
  return (
    <li className="flex flex-wrap items-center gap-1.5 leading-7">
      <ComboSlot
        label={`Person of shift ${number}`}
        options={[...(isListed ? [] : [{ id: shift.personId, label: names.person(shift.personId) }]), ...people.map(personOption)]}
        value={shift.personId}
        onChoose={(personId) => onChange({ ...shift, personId })}
      />
      <StretchField
        label={`Times of shift ${number}`}
        stretch={shift}
        zone={zone}
        onChange={({ from, to }) => onChange({ ...shift, from, to })}
      />
      <Button kind="quiet" className="!h-7 !px-2" aria-label={`Remove shift ${number}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

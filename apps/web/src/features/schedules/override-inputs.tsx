import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useMay } from '../../data/session/session.js';
import { useNames } from '../../data/words/names.js';
import { DateField } from '../../ui/date-field.js';
import { ComboField } from '../../ui/combo-field.js';
import { SelectField } from '../../ui/select.js';
import { usePersonOptions } from '../people/shared/person-options.js';
import { useOnCallPeople } from './add-person.js';
import { everyone, nobody, noOne, type OverrideFields } from './override-fields.js';
import { inputOf, instantOf } from './zone-inputs.js';

const useIsManager = ({ teamId }: ScheduleRow) => useMay('service.configure', { teamId });

/** People I may put on call: anyone for managers, otherwise myself. */
export function useOverriders(schedule: ScheduleRow) {
  const { me } = useNames();
  const active = useOnCallPeople();
  return useIsManager(schedule) ? active : active.filter(({ id }) => id === me);
}

interface WhoProps {
  schedule: ScheduleRow;
  people: ReturnType<typeof useOverriders>;
  who: string;
  onChange: (who: string) => void;
}

export function WhoField({ schedule, people, who, onChange }: WhoProps) {
  const names = useNames();
  const isManager = useIsManager(schedule);
  const isListed = who === '' || who === noOne || people.some(({ id }) => id === who);
  const options = usePersonOptions(people);
  return (
    <ComboField
      label="On call"
      placeholder="Choose a person"
      options={[
        ...(isManager ? [{ id: noOne, label: 'No one' }] : []),
        ...(isListed ? [] : [{ id: who, label: names.person(who) }]),
        ...options,
      ]}
      value={who}
      onChoose={onChange}
    />
  );
}

interface PlaceProps {
  fields: OverrideFields;
  /** People on call then by the rotations. */
  onCall: readonly string[];
  onChange: (place: string) => void;
}

/** Whom to replace: people on call then, or those whom the override already replaces. */
export function PlaceField({ fields: { of, who, place }, onCall, onChange }: PlaceProps) {
  const names = useNames();
  const placeable = new Set([...onCall, of?.replacesId, of?.personId, place]);
  for (const id of [everyone, nobody, who]) placeable.delete(id);
  return (
    <SelectField label="Instead of" value={place} onChange={({ target }) => onChange(target.value)}>
      {(!of || who === noOne || place === everyone) && <option value={everyone}>Everyone on call then</option>}
      {[...placeable]
        .filter((id): id is string => typeof id === 'string')
        .map((id) => (
          <option key={id} value={id}>
            {names.person(id)}
          </option>
        ))}
      {who !== noOne && <option value={nobody}>No one: add them</option>}
    </SelectField>
  );
}

interface MomentProps {
  label: string;
  at: number;
  zone: string;
  onChange: (at: number) => void;
}

export const MomentField = ({ label, at, zone, onChange }: MomentProps) => (
  <DateField
    label={label}
    kind="datetime"
    zone={zone}
    value={inputOf(at, zone)}
    onChange={(text) => {
      const typed = instantOf(text, zone);
      if (typed !== null) onChange(typed);
    }}
  />
);

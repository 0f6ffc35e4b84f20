import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useAll } from '../../data/cache/use-view.js';
import { useMay, useMe } from '../../data/session/session.js';
import { plainName } from '../../data/words/names.js';
import { SelectField } from '../../ui/select.js';
import { useTeams } from '../teams/shared/teams.js';

/** Asks every responder of the team. */
export const theTeam = 'team';

interface Props {
  schedule: ScheduleRow;
  /** The person who is to be covered; empty until chosen. */
  whose: string;
  whom: string;
  errors: Readonly<Record<string, string>>;
  onChange: (people: { readonly whose: string; readonly whom: string }) => void;
}

/** The members of the team, as one chooses among them. */
const useMembers = (teamId: string): readonly { readonly id: string; readonly name: string }[] => {
  const members = useTeams().find(({ id }) => id === teamId)?.members ?? [];
  return useAll('people')
    .filter(({ id, state }) => state === 'active' && members.some(({ personId }) => personId === id))
    .map(({ id, name }) => ({ id, name: plainName(name) }));
};

/** Whom to ask; for managers also who is to be covered. */
export function CoverPeople({ schedule, whose, whom, errors, onChange }: Props) {
  const { personId: me } = useMe();
  const isManager = useMay('service.configure', { teamId: schedule.teamId });
  const members = useMembers(schedule.teamId);
  return (
    <>
      {isManager && (
        <SelectField
          label="Covered"
          value={whose}
          error={errors['personId']}
          onChange={({ target: { value } }) => onChange({ whose: value, whom: value === whom ? theTeam : whom })}
        >
          {whose === '' && <option value="">Choose a person</option>}
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === me ? `${name} (you)` : name}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Ask"
        value={whom}
        error={errors['offeredTo'] ?? errors['offeredTo.0']}
        onChange={({ target }) => onChange({ whose, whom: target.value })}
      >
        <option value={theTeam}>The team</option>
        {members
          .filter(({ id }) => id !== whose)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
    </>
  );
}

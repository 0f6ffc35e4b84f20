import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useAll } from '../../data/cache/use-view.js';
import { useMay } from '../../data/session/session.js';
import { ComboField } from '../../ui/combo-field.js';
import { usePersonOptions } from '../people/shared/person-options.js';
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

function useMembers(teamId: string) {
  const members = useTeams().find(({ id }) => id === teamId)?.members ?? [];
  return useAll('people').filter(({ id, state }) => state === 'active' && members.some(({ personId }) => personId === id));
}

/** Whom to ask; for managers also who is to be covered. */
export function CoverPeople({ schedule, whose, whom, errors, onChange }: Props) {
  const isManager = useMay('service.configure', { teamId: schedule.teamId });
  const options = usePersonOptions(useMembers(schedule.teamId));
  return (
    <>
      {isManager && (
        <ComboField
          label="Covered"
          placeholder="Choose a person"
          error={errors['personId']}
          options={options}
          value={whose}
          onChoose={(value) => onChange({ whose: value, whom: value === whom ? theTeam : whom })}
        />
      )}
      <ComboField
        label="Ask"
        error={errors['offeredTo'] ?? errors['offeredTo.0']}
        options={[{ id: theTeam, label: 'The team' }, ...options.filter(({ id }) => id !== whose)]}
        value={whom}
        onChoose={(value) => onChange({ whose, whom: value })}
      />
    </>
  );
}

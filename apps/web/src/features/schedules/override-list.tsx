import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ReactNode } from 'react';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { useMay } from '../../data/session/session.js';
import { Nothing, Section } from '../../ui/screen.js';
import { overrideWords } from './shared/pieces.js';
import { ExceptionLine } from './exception-line.js';
import type { PlanEdit } from './use-plan-edit.js';

interface Props {
  schedule: ScheduleRow;
  edit: PlanEdit;
  zone: string;
  /** Opens the editor where the override is visible. */
  onChange: (what: OverrideSetting | TemporarySetting) => void;
  aside: ReactNode;
  children: ReactNode;
}

/** Overrides and temporary schedules that are not over, the next first; each can be changed and removed. */
export function OverrideList({ schedule, edit, zone, onChange, aside, children }: Props) {
  const names = useNames();
  const now = useClock((time) => time - (time % 60_000));
  const isManager = useMay('service.configure', { teamId: schedule.teamId });
  const mayOwn = useMay('schedule.override', { teamId: schedule.teamId });
  const ahead = [...schedule.overrides, ...schedule.temporary]
    .filter(({ to }) => Date.parse(to) > now)
    .toSorted((one, other) => one.from.localeCompare(other.from));
  return (
    <Section title="Overrides" aside={aside}>
      {children}
      {ahead.length === 0 && <Nothing>No overrides ahead.</Nothing>}
      <ul>
        {ahead.map((one) => {
          const isTemporary = 'temporaryId' in one;
          const mayChange = isManager || (!isTemporary && mayOwn && one.personId === names.me);
          return (
            <ExceptionLine
              key={isTemporary ? one.temporaryId : one.overrideId}
              {...{ schedule, edit, zone }}
              what={isTemporary ? { temporaryId: one.temporaryId } : { overrideId: one.overrideId }}
              noun={isTemporary ? 'temporary schedule' : 'override'}
              says={isTemporary ? 'Temporary schedule' : overrideWords(one, names.person)}
              stretch={{ from: Date.parse(one.from), to: Date.parse(one.to) }}
              reason={textOrErased(one.reason)}
              onChange={mayChange ? () => onChange(one) : null}
            />
          );
        })}
      </ul>
    </Section>
  );
}

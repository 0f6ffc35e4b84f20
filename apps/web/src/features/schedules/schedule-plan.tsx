import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { useState } from 'react';
import { serverNow } from '../../data/clock.js';
import { useMay } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { Agenda } from './agenda.js';
import { DutyCard } from './duty-card.js';
import { OverrideForm } from './override-form.js';
import { OverrideList } from './override-list.js';
import { PlannedChanges } from './planned-changes.js';
import { ScheduleEditor } from './schedule-editor.js';
import { Strips, zoneShown } from './strips.js';
import type { Stretch } from './use-override-drag.js';
import { useScheduleEdit } from './use-schedule-edit.js';
import { usualSpan, type ScheduleSearch } from './view-search.js';

interface Props {
  schedule: ScheduleRow;
  row: OnCallRow;
  search: ScheduleSearch;
  onSearch: (search: ScheduleSearch) => void;
  isPhone: boolean;
}

const halfHour = 30 * 60_000;

/** From the running half hour to the next handoff, or for a day. */
function usualStretch({ nextAt }: OnCallRow): Stretch {
  const from = serverNow() - (serverNow() % halfHour);
  const next = nextAt === null ? 0 : Date.parse(nextAt);
  return { from, to: next > from ? next : from + 48 * halfHour };
}

/** Who is on call when, over time or as an agenda, and all that it comes from. */
export function SchedulePlan({ schedule, row, search, onSearch, isPhone }: Props) {
  const mayOverride = useMay('schedule.override', { teamId: schedule.teamId });
  const mayConfigure = useMay('service.configure', { teamId: schedule.teamId });
  const edit = useScheduleEdit(schedule);
  const [stretch, setStretch] = useState<Stretch | null>(null);
  const zone = zoneShown(isPhone ? {} : search, schedule);
  const begin = () => {
    if (search.day) onSearch({ ...search, span: search.span ?? usualSpan, day: undefined });
    setStretch(usualStretch(row));
  };
  const close = () => setStretch(null);
  useKeyboard([
    mayOverride && { key: 'o', says: 'override who is on call', run: begin },
    stretch !== null && { key: 'Escape', says: 'close the override', run: close },
  ]);
  const form = stretch && <OverrideForm {...{ schedule, zone, stretch }} onStretch={setStretch} onClose={close} />;
  return (
    <>
      {isPhone ? (
        <>
          <DutyCard schedule={schedule} row={row} />
          <Agenda schedule={schedule} />
        </>
      ) : (
        <Strips {...{ schedule, edit, search, onSearch }} override={mayOverride ? { stretch, onStretch: setStretch, form } : null} />
      )}
      <OverrideList
        schedule={schedule}
        zone={zone}
        aside={
          mayOverride && (
            <Button title="New override (O)" onClick={begin}>
              New override
            </Button>
          )
        }
      >
        {isPhone && form}
      </OverrideList>
      <Section title="Rotations">
        <PlannedChanges schedule={schedule} zone={zone} may={mayConfigure} />
        <ScheduleEditor schedule={schedule} edit={edit} may={mayConfigure} />
      </Section>
    </>
  );
}

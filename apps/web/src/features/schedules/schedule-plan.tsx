import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { OverrideSetting, TemporarySetting } from '@tocsin/contracts/schedules/overrides.js';
import { Suspense } from 'react';
import { serverNow } from '../../data/time/clock.js';
import { useMay, useMe } from '../../data/session/session.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { Agenda } from './agenda.js';
import { MomentPanel } from './moment-panel.js';
import { DutyCard } from './duty-card.js';
import { OverrideForm } from './override-form.js';
import { OverrideList } from './override-list.js';
import { dateAt } from './shared/period.js';
import { PlannedChanges } from './planned-changes.js';
import { ScheduleEditor } from './schedule-editor.js';
import { Strips, zoneShown } from './strips.js';
import { TemporaryForm } from './temporary-form.js';
import type { Stretch } from './use-override-drag.js';
import { usePlanEdit, type PlanEdit } from './use-plan-edit.js';
import { useScheduleEdit } from './use-schedule-edit.js';
import { usualSpan, type ScheduleSearch } from './view-search.js';
import { lazyPart } from '../../ui/lazy-part.js';

const Balance = lazyPart(() => import('./quality/balance.js'), 'Balance');

interface Props {
  schedule: ScheduleRow;
  row: OnCallRow;
  search: ScheduleSearch;
  onSearch: (search: ScheduleSearch) => void;
  isPhone: boolean;
}

const halfHour = 30 * 60_000;
const day = 48 * halfHour;

/** From the current half hour to the next handoff, or for a day. */
function usualStretch({ nextAt }: OnCallRow): Stretch {
  const from = serverNow() - (serverNow() % halfHour);
  const next = nextAt === null ? 0 : Date.parse(nextAt);
  return { from, to: next > from ? next : from + day };
}

/** A week from the next full hour on. */
function usualWeek(): Stretch {
  const from = serverNow() - (serverNow() % (2 * halfHour)) + 2 * halfHour;
  return { from, to: from + 7 * day };
}

interface PartProps {
  schedule: ScheduleRow;
  edit: PlanEdit;
  zone: string;
}

/** Keyed by override, so that input for another one is not reused. */
const OverridePart = ({ edit, ...rest }: PartProps) =>
  edit.override && <OverrideForm key={edit.override.of?.overrideId ?? ''} {...rest} edit={edit} fields={edit.override} />;

const TemporaryPart = ({ edit, ...rest }: PartProps) =>
  edit.temporary && <TemporaryForm key={edit.temporary.of?.temporaryId ?? ''} {...rest} edit={edit} fields={edit.temporary} />;

/** `onTemporary`: null for those who may only override. */
const NewExceptions = ({ onOverride, onTemporary }: { onOverride: () => void; onTemporary: (() => void) | null }) => (
  <span className="flex flex-wrap justify-end gap-2">
    {onTemporary && (
      <Button kind="quiet" onClick={onTemporary}>
        Temporary schedule
      </Button>
    )}
    <Button title="New override (O)" onClick={onOverride}>
      New override
    </Button>
  </span>
);

/** On-call times as strips or as an agenda, with the layers and overrides that produce them. */
export function SchedulePlan({ schedule, row, search, onSearch, isPhone }: Props) {
  const { personId } = useMe();
  const mayOverride = useMay('schedule.override', { teamId: schedule.teamId });
  const mayConfigure = useMay('service.configure', { teamId: schedule.teamId });
  const layers = useScheduleEdit(schedule);
  const edit = usePlanEdit(schedule, personId, mayConfigure);
  const zone = zoneShown(isPhone ? {} : search, schedule);
  const showDay = (date: string | undefined) => {
    if (search.day !== date || search.at) onSearch({ ...search, span: search.span ?? usualSpan, day: date, at: undefined });
  };
  const begin = () => {
    showDay(undefined);
    edit.newOverride(usualStretch(row));
  };
  const change = (what: OverrideSetting | TemporarySetting) => {
    showDay(dateAt(Math.max(serverNow(), Date.parse(what.from)), zone));
    if ('temporaryId' in what) edit.changeTemporary(what);
    else edit.changeOverride(what);
  };
  const fill = (gap: Stretch) => {
    showDay(dateAt(gap.from, zone));
    edit.newOverride(gap);
  };
  const isOpen = [edit.override, edit.temporary, edit.removal].some((one) => one !== null);
  useKeyboard([
    mayOverride && { key: 'o', says: 'override who is on call', run: begin },
    isOpen && { key: 'Escape', says: 'close what is edited', run: edit.close },
  ]);
  const form = edit.override && <OverridePart {...{ schedule, edit, zone }} />;
  return (
    <>
      {search.at && (
        <MomentPanel {...{ schedule, zone }} at={search.at} onClose={() => onSearch({ ...search, day: undefined, at: undefined })} />
      )}
      {isPhone ? (
        <>
          <DutyCard schedule={schedule} row={row} />
          <Agenda schedule={schedule} />
        </>
      ) : (
        <Strips {...{ schedule, layers, edit, search, onSearch, form, mayOverride, mayConfigure }} />
      )}
      <OverrideList
        {...{ schedule, edit, zone }}
        onChange={change}
        aside={mayOverride && <NewExceptions onOverride={begin} onTemporary={mayConfigure ? () => edit.newTemporary(usualWeek()) : null} />}
      >
        {isPhone && form}
        <TemporaryPart {...{ schedule, edit, zone }} />
      </OverrideList>
      <Section title="Rotations">
        <PlannedChanges schedule={schedule} zone={zone} may={mayConfigure} />
        <ScheduleEditor schedule={schedule} edit={layers} may={mayConfigure} />
      </Section>
      <Suspense>
        <Balance {...{ schedule, zone }} mayShare={mayConfigure} onFill={mayOverride ? fill : null} />
      </Suspense>
    </>
  );
}

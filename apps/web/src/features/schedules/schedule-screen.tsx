import { Suspense, useMemo, useState } from 'react';
import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { untilThen, whoIsOnCall } from '../on-call/shared/on-call-words.js';
import { useMe } from '../../data/session/session.js';
import { useRow } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { MissingScreen, Screen } from '../../ui/screen.js';
import { CoverRequests } from '../covers/shared/cover-requests.js';
import { AskForCover, useMayAskForCover } from '../covers/shared/get-cover.js';
import { useNextShift } from '../covers/shared/use-next-shift.js';
import { TakeIt } from '../on-call/shared/take-it.js';
import { ScreenReading } from '../../ui/when-read.js';
import { ImportCalendar } from './import-calendar.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { SchedulePlan } from './schedule-plan.js';
import { ScheduleSettings } from './schedule-settings.js';
import { useIsNarrow } from '../../ui/use-media.js';
import type { ScheduleSearch } from './view-search.js';
import { lazyPart } from '../../ui/lazy-part.js';

const CalendarFeeds = lazyPart(() => import('../calendar-feeds/shared/calendar-feeds.js'), 'CalendarFeeds');

interface Props {
  id: string;
  search: ScheduleSearch;
  onSearch: (search: ScheduleSearch) => void;
}

/** One schedule: who is on call when, and the rotations and overrides behind it. */
export function ScheduleScreen({ id, search, onSearch }: Props) {
  const reading = useRow('schedules', id);
  const onCall = useRow('onCall', id);
  const [schedule, row] = [reading.data?.row, onCall.data?.row];
  if (schedule === null || schedule?.removed || row === null) return <MissingScreen what="schedule" />;
  if (!schedule) return <ScreenReading of={reading} what="schedule" narrow={false} />;
  if (!row) return <ScreenReading of={onCall} what="schedule" narrow={false} />;
  return <OneSchedule {...{ schedule, row, search, onSearch }} />;
}

interface OneScheduleProps {
  schedule: ScheduleRow;
  row: OnCallRow;
}

function OneSchedule({ schedule, row, search, onSearch }: OneScheduleProps & Pick<Props, 'search' | 'onSearch'>) {
  const { id } = schedule;
  const isPhone = useIsNarrow();
  const of = useMemo(() => ({ kind: 'schedule', scheduleId: id }) as const, [id]);
  const [isAsking, setAsking] = useState(false);
  const shift = useNextShift(schedule, useMe().personId);
  const mayAsk = useMayAskForCover(schedule, shift) && !isAsking;
  const duty = (
    <>
      {mayAsk && (
        <Button aria-label={`Ask for cover: ${schedule.name}`} onClick={() => setAsking(true)}>
          Ask for cover
        </Button>
      )}
      <TakeIt row={row} />
    </>
  );
  return (
    <Screen title={schedule.name} aside={!isPhone && duty}>
      <Summary schedule={schedule} row={row} />
      {isAsking && <AskForCover className="mb-8 max-w-2xl" {...{ schedule, shift }} onClose={() => setAsking(false)} />}
      <div className="mb-5 empty:hidden">
        <CoverRequests scheduleId={id} />
      </div>
      <OwnedByFile id={id} className="mb-5" />
      <SchedulePlan {...{ schedule, row, search, onSearch, isPhone }} />
      <Suspense>
        <CalendarFeeds of={of} />
      </Suspense>
      <ImportCalendar schedule={schedule} />
      <ScheduleSettings schedule={schedule} />
    </Screen>
  );
}

function Summary({ schedule, row }: OneScheduleProps) {
  const names = useNames();
  const then = useClock((now) => untilThen(row, names, now));
  return (
    <p className="-mt-3 mb-5 text-muted">
      Schedule of{' '}
      <Link to="/teams/$id" params={{ id: schedule.teamId }} className="link">
        {names.team(schedule.teamId)}
      </Link>
      <span className="max-sm:hidden">
        . On call: <span className="text-ink">{whoIsOnCall(row, names)}</span> {then}
      </span>
      .
    </p>
  );
}

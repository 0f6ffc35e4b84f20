import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { Link } from '@tanstack/react-router';
import { Suspense, useState, type ComponentType } from 'react';
import { Zap } from 'lucide-react';
import { useClock } from '../../data/time/clock.js';
import { browserZone } from '../../data/time/zone-times.js';
import { useMay } from '../../data/session/session.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { laterPart } from '../../ui/lazy-part.js';
import { Screen } from '../../ui/screen.js';
import { SegmentedControl } from '../../ui/segmented-control.js';
import { WhenRead } from '../../ui/when-read.js';
import { CoverRequests } from '../covers/shared/cover-requests.js';
import { DrillPanel } from '../drills/shared/drill-panel.js';
import { dateAt, dayAfter, daysFrom } from '../schedules/shared/period.js';
import { periodName } from '../schedules/shared/period-name.js';
import { PeriodSteps } from '../schedules/shared/period-steps.js';
import { useTimeline } from '../schedules/shared/use-shifts.js';
import { MyShifts } from './my-shifts.js';
import { NextHandoffs } from './next-handoffs.js';
import { daysOf, onCallViews, viewWords, type OnCallSearch } from './on-call-search.js';
import { OnCallTable } from './on-call-table.js';
import { TakeAShift } from './take-a-shift.js';
import { Timeline } from './timeline.js';

const TakeOverOffer = laterPart(() => import('../covers/shared/take-over-offer.js'), 'TakeOverOffer');

interface Props {
  /** Pages someone, after asking what is wrong. */
  pageDialog: ComponentType<{ whom?: string; onClose: () => void }>;
  search: OnCallSearch;
  onSearch: (search: OnCallSearch) => void;
}

/** The dialog: for a person, or for anyone. */
type Paged = { readonly whom?: string } | null;

/** Who is on call in all schedules, now and over time, and my next shifts. */
export function OnCallScreen({ pageDialog: PageDialog, search, onSearch }: Props) {
  const rows = useAll('onCall').filter(({ removed }) => !removed);
  const mayPage = useMay('person.page');
  const [paged, setPaged] = useState<Paged>(null);
  const [taken, setTaken] = useState<string | null>(null);
  return (
    <Screen
      title="On call"
      aside={
        <>
          {mayPage && (
            <Button onClick={() => setPaged({})}>
              <Zap aria-hidden size={16} strokeWidth={1.5} />
              Page someone
            </Button>
          )}
          <TakeAShift rows={rows} onTaken={setTaken} />
        </>
      }
    >
      <WhenRead of={[useEvery('onCall'), useEvery('teams'), useEvery('people'), useEvery('schedules')]} what="Who is on call" lines={6}>
        {taken !== null && (
          <Suspense>
            <TakeOverOffer scheduleId={taken} />
          </Suspense>
        )}
        <div className="mb-5 empty:hidden">
          <DrillPanel />
        </div>
        {rows.length === 0 ? (
          <NoSchedules />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Shifts {...{ rows, search, onSearch }} onPage={(whom) => setPaged({ whom })} />
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,330px),1fr))] items-start gap-5">
              <MyShifts />
              <CoverRequests />
              <NextHandoffs rows={rows} />
            </div>
          </div>
        )}
      </WhenRead>
      {paged !== null && <PageDialog {...paged} onClose={() => setPaged(null)} />}
    </Screen>
  );
}

const NoSchedules = () => (
  <EmptyState
    title="No schedules yet, so no one is on call"
    action={
      <Link to="/schedules" className="link">
        Go to the schedules
      </Link>
    }
  >
    A schedule says who is on call and when; an escalation policy pages that person.
  </EmptyState>
);

const segments = onCallViews.map((value) => ({ value, label: viewWords[value] }));
const minute = 60_000;

interface ShiftsProps extends Pick<Props, 'search' | 'onSearch'> {
  rows: readonly OnCallRow[];
  onPage: (personId: string) => void;
}

/** The timeline from a day on, or the table of now. */
function Shifts({ rows, search, onSearch, onPage }: ShiftsProps) {
  const zone = browserZone();
  const now = useClock((time) => time - (time % minute));
  const view = search.view ?? 'week';
  const today = dateAt(now, zone);
  const day = search.day ?? today;
  const period = daysFrom(day, daysOf[view], zone);
  const reading = useTimeline(
    useAll('schedules').filter(({ removed }) => !removed),
    period,
  );
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {view === 'list' ? (
          <h2 className="text-sm font-semibold">Now</h2>
        ) : (
          <PeriodSteps
            heading={periodName(period, zone)}
            day={day}
            isToday={day === today}
            onDay={(next) => onSearch({ ...search, day: next === today ? undefined : next })}
            moved={(by) => dayAfter(day, by * daysOf[view])}
          />
        )}
        <SegmentedControl
          className="sm:ml-auto"
          label="View"
          segments={segments}
          value={view}
          onChange={(next) => onSearch({ ...search, view: next === 'week' ? undefined : next })}
        />
      </div>
      {view === 'list' ? (
        <OnCallTable rows={rows} onPage={onPage} />
      ) : (
        <WhenRead of={[reading]} what="Who is on call" lines={6}>
          {reading.data && <Timeline answer={reading.data} {...{ rows, period, now, onPage }} />}
        </WhenRead>
      )}
    </div>
  );
}

import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { shownGroup } from '../../../data/cache/read.js';
import { useEvery, useRow, useView } from '../../../data/cache/use-view.js';
import { frameWidth, MissingScreen, useTitle } from '../../../ui/screen.js';
import { WhenSettled, WhenRead } from '../../../ui/when-read.js';
import { LazyWhy } from '../../why/shared/lazy-why.js';
import { AlertsTable } from './alerts-table.js';
import { Hero } from './hero.js';
import { Ladder } from './ladder.js';
import { Timeline, useTimeline } from './timeline.js';

/** One alert group. */
export function AlertGroupScreen({ number }: { number: string }) {
  const params = useMemo(() => ({ where: { number: [number] }, limit: 1 }), [number]);
  const reading = useView('alertGroups', params);
  const { data } = reading;
  const client = useQueryClient();
  // the row of the list is shown at once, also offline
  const row = data ? data.rows[0] : shownGroup(client, (one) => String(one.number) === number);
  useTitle(row ? `#${row.number} ${row.title}` : `#${number}`);
  if (data && !row) return <MissingScreen what="alert group" />;
  return (
    <div className={`${frameWidth} pt-4 pb-44 sm:pb-24`}>
      <Link to="/alerts" className="mb-4 inline-block text-muted hover:text-ink">
        ← Alerts
      </Link>
      {!row && (
        <>
          {/* as tall as the loaded content, so that nothing moves */}
          <p>&nbsp;</p>
          <h1 className="mt-2 mb-2 text-2xl leading-8 font-semibold tracking-tight">#{number}</h1>
          <WhenRead of={[reading]} what="This alert group" lines={6} />
        </>
      )}
      {row && (
        <>
          <Hero row={row} />
          <BelowTheFold row={row} />
        </>
      )}
    </div>
  );
}

/** Sections below the header load after it. */
function BelowTheFold({ row }: { row: AlertGroupRow }) {
  const ladder = useRow('ladders', row.id);
  const timeline = useTimeline(row);
  // names in its text, and the permission to write a note
  const named = [useEvery('people'), useEvery('policies'), useEvery('services'), useEvery('teams')];
  return (
    <>
      <div className="grid gap-x-12 border-t border-line pt-6 lg:grid-cols-[minmax(20rem,5fr)_7fr]">
        <div>
          <Ladder row={row} />
        </div>
        <div className="max-lg:mt-9">
          <WhenSettled of={[ladder]} lines={0}>
            <Timeline row={row} reading={timeline} />
          </WhenSettled>
        </div>
      </div>
      <div className="mt-9">
        <WhenSettled of={[ladder, timeline, ...named]} lines={0}>
          <AlertsTable row={row} />
          <LazyWhy groupId={row.id} />
        </WhenSettled>
      </div>
    </>
  );
}

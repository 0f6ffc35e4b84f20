import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { shownGroup } from '../../../data/cache/read.js';
import { useEvery, useRow, useView } from '../../../data/cache/use-view.js';
import { laterPart, lazyPart } from '../../../ui/lazy-part.js';
import { frameWidth, MissingScreen, useTitle } from '../../../ui/screen.js';
import { WhenSettled, WhenRead } from '../../../ui/when-read.js';
import { LazyWhy } from '../../why/shared/lazy-why.js';
import { CopyLink } from './copy-link.js';
import { AlertsTable } from './alerts-table.js';
import { Hero } from './hero.js';
import { Ladder } from './ladder.js';
import { Timeline, useTimeline } from './timeline.js';

const ActionNeeded = laterPart(() => import('./action-needed.js'), 'ActionNeeded');
const FilmScreen = lazyPart(() => import('../film/film-screen.js'), 'FilmScreen');
const Earlier = laterPart(() => import('./earlier.js'), 'Earlier');

/** One alert group; `frame`: its film, at the last event up to this ordinal. */
export function AlertGroupScreen({ number, frame }: { number: string; frame?: number | undefined }) {
  const params = useMemo(() => ({ where: { number: [number] }, limit: 1 }), [number]);
  const reading = useView('alertGroups', params);
  const { data } = reading;
  const client = useQueryClient();
  // the row of the list is shown at once, also offline
  const row = data ? data.rows[0] : shownGroup(client, (one) => String(one.number) === number);
  useTitle(row ? `#${row.number} ${row.title}` : `#${number}`);
  if (data && !row) return <MissingScreen what="alert group" />;
  return (
    <div className={`${frameWidth} pt-3 pb-44 sm:pb-24`}>
      <nav aria-label="Place" className="mb-2 flex min-h-8 items-center gap-2 text-muted">
        <Link to="/alerts" className="hover:text-ink hover:underline">
          Alerts
        </Link>
        <span aria-hidden>›</span>
        <span>#{number}</span>
        <span className="ml-auto flex gap-4">
          {row && frame === undefined && (
            <Link to="." search={(before: object) => ({ ...before, frame: 0 })} className="link !text-muted hover:!text-ink">
              Play film
            </Link>
          )}
          {frame === undefined && <CopyLink />}
        </span>
      </nav>
      {!row && (
        <>
          {/* as tall as the loaded content, so that nothing moves */}
          <p>&nbsp;</p>
          <h1 className="mt-2 mb-2 text-2xl leading-8 font-semibold tracking-tight">#{number}</h1>
          <WhenRead of={[reading]} what="This alert group" lines={6} />
        </>
      )}
      {row && frame !== undefined && (
        <Suspense fallback={null}>
          <FilmScreen row={row} ordinal={frame} />
        </Suspense>
      )}
      {row && frame === undefined && (
        <>
          <Hero row={row} />
          {row.status === 'resolved' && (
            <Suspense fallback={null}>
              <ActionNeeded row={row} />
            </Suspense>
          )}
          <BelowTheFold row={row} />
        </>
      )}
    </div>
  );
}

/** Sections below the header load after it: the ladder first, then what tells its story. */
function BelowTheFold({ row }: { row: AlertGroupRow }) {
  const ladder = useRow('ladders', row.id);
  const alerts = useRow('alerts', row.id);
  const timeline = useTimeline(row);
  // names in its text, and the permission to write a note
  const named = [useEvery('people'), useEvery('policies'), useEvery('services'), useEvery('teams')];
  return (
    <div className="mt-5 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_380px] xl:grid-rows-[auto_1fr]">
      <div className="xl:col-start-2 xl:row-start-1">
        <Ladder row={row} />
      </div>
      <div className="grid min-w-0 gap-5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
        <WhenSettled of={[ladder, alerts, timeline, ...named]} lines={4}>
          <div className="grid min-w-0 gap-5">
            <AlertsTable row={row} />
            <Timeline row={row} reading={timeline} />
          </div>
        </WhenSettled>
      </div>
      <div className="xl:col-start-2 xl:row-start-2">
        <WhenSettled of={[ladder, alerts, timeline, ...named]} lines={0}>
          <div className="grid min-w-0 gap-5">
            <Suspense fallback={null}>
              <Earlier row={row} />
            </Suspense>
            <LazyWhy groupId={row.id} />
          </div>
        </WhenSettled>
      </div>
    </div>
  );
}

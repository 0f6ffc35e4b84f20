import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import { useEffect, useMemo } from 'react';
import { useClock } from '../../../data/time/clock.js';
import { useMyChoices } from '../../../data/session/my-choices.js';
import { useNames, type Names } from '../../../data/words/names.js';
import { useAskAgain } from '../../../data/cache/use-ask-again.js';
import { useAll } from '../../../data/cache/use-view.js';
import { ageOfShown, useConnection, useIsStale } from '../../../data/cache/use-connection.js';
import { LoadFailure, useTitle, WaitingLines } from '../../../ui/screen.js';
import { StateMark } from '../shared/state-mark.js';
import { Since } from '../../../ui/time.js';
import { Age } from '../../../ui/age.js';
import { clockTime, span } from '../../../data/time/times.js';
import { useIsPortrait } from '../../../ui/use-media.js';
import { useKeyboard } from '../../../ui/use-keyboard.js';
import { ResponsibilityText } from '../shared/responsibility-text.js';
import type { AlertsSearch } from './filters.js';
import { useRowCapacity } from './use-row-capacity.js';
import { useNewestResolved } from './last-resolved.js';
import { partsOf } from './parts.js';
import { useSections } from './use-sections.js';

/** Rows that fit, in letters that are read from four metres. */
const fit = { landscape: 9, portrait: 10 };

/** For a wall screen: open groups, their assignees, and the age of the data. Escape leaves it. */
export function WallBoard({ search, onLeave }: { search: AlertsSearch; onLeave: () => void }) {
  useTitle('Wall');
  useWakeLock();
  useKeyboard([{ key: 'Escape', says: 'leave the wall', run: onLeave }]);
  const { sections, error, isWaiting } = useSections(search);
  const askAgain = useAskAgain();
  const isRead = !isWaiting && error === null;
  const all = useNames();
  // the person signed in at the wall screen is not “you” to its readers
  const names = useMemo(() => ({ ...all, me: '' }), [all]);
  const isStale = useIsStale();
  const isPortrait = useIsPortrait();
  const rows = sections.flatMap((section) => section.rows);
  const total = sections.reduce((sum, section) => sum + section.total, 0);
  const most = (isPortrait ? fit.portrait : fit.landscape) - (isStale ? 1 : 0);
  const { box, count } = useRowCapacity(
    most,
    rows
      .slice(0, most)
      .map(({ id, title }) => `${id}${title}`)
      .join(),
  );
  const firstRows = rows.slice(0, count);
  return (
    <main className="fixed inset-0 flex flex-col overflow-hidden bg-canvas p-[min(3vh,3vw)] text-[min(3.9vh,4.4vw)] leading-[1.25] select-none">
      <h1 className="sr-only">Alerts</h1>
      <header className="flex items-baseline justify-between gap-[1em] border-b-2 border-line pb-[0.35em]">
        {isRead ? <Counts sections={sections} /> : <span />}
        <Clock />
      </header>
      <Stale />
      <div ref={box} className={`min-h-0 flex-1 overflow-hidden ${isStale ? 'opacity-50 grayscale' : ''}`}>
        {isWaiting && !error && <WaitingLines lines={6} />}
        {error && <LoadFailure what="Open alerts" error={error} again={askAgain} />}
        {total === 0 && isRead && <AllQuiet />}
        <ul>
          {firstRows.map((row) => (
            <WallLine key={row.id} row={row} names={names} />
          ))}
        </ul>
        {total > firstRows.length && (
          <p className="pt-[0.4em] text-muted tabular-nums">and {(total - firstRows.length).toLocaleString('en')} more</p>
        )}
      </div>
      <Foot onLeave={onLeave} />
    </main>
  );
}

/** The signed-in person, and a large but unobtrusive exit. */
function Foot({ onLeave }: { onLeave: () => void }) {
  const organisation = useAll('organisation')[0]?.name ?? '';
  return (
    <footer className="flex items-center justify-between gap-[1em] border-t border-line pt-[0.3em] text-[max(0.5em,14px)] text-muted">
      <span className="min-w-0 wrap-anywhere">{organisation}</span>
      <button type="button" onClick={onLeave} className="shrink-0 rounded-md px-2 py-1 hover:bg-hover hover:text-ink">
        Leave wall
      </button>
    </footer>
  );
}

function Counts({ sections }: { sections: ReturnType<typeof useSections>['sections'] }) {
  const of = (status: AlertGroupStatus) => sections.filter(({ part }) => partsOf[part].status === status);
  const totalOf = (status: AlertGroupStatus) => of(status).reduce((sum, { total }) => sum + total, 0);
  const [firing, acknowledged] = [totalOf('firing'), totalOf('acknowledged')];
  const alone = of('firing').flatMap(({ rows }) => rows.filter(({ nobodyHasIt }) => nobodyHasIt)).length;
  return (
    <p className="text-[1.25em] font-semibold tabular-nums">
      {firing > 0 ? `${firing.toLocaleString('en')} firing` : 'Nothing is firing'}
      {alone > 0 && <span className="text-alarm"> · {alone} unacknowledged</span>}
      {acknowledged > 0 && <span className="text-held"> · {acknowledged.toLocaleString('en')} acknowledged</span>}
    </p>
  );
}

/** The server’s time of day. */
function Clock() {
  useMyChoices();
  const time = useClock((now) => clockTime(new Date(now).toISOString(), now));
  return <time className="text-[1.6em] leading-none font-semibold tabular-nums">{time}</time>;
}

/** In the largest letters, so that an outdated board is not trusted. */
function Stale() {
  const connection = useConnection();
  const isStale = useIsStale();
  const old = useClock(() => span(ageOfShown(connection)));
  if (!isStale) return null;
  return (
    <p role="alert" className="mt-[0.3em] bg-warn-tint px-[0.5em] py-[0.2em] text-[1.25em] font-semibold text-warn">
      Not connected: this screen is {old} old
    </p>
  );
}

const WallLine = ({ row, names }: { row: AlertGroupRow; names: Names }) => (
  <li className="grid grid-cols-[1em_1fr_auto] items-center gap-x-[0.5em] border-b border-line py-[0.42em] portrait:items-start">
    <span className="[&_svg]:size-[0.8em] portrait:pt-[0.22em]">
      <StateMark status={row.status} urgency={row.urgency} />
    </span>
    <p className="min-w-0 landscape:grid landscape:grid-cols-[minmax(0,1fr)_fit-content(40%)] landscape:items-baseline landscape:gap-x-[1em]">
      <span className="line-clamp-3 font-medium wrap-anywhere">
        <span className="mr-[0.4em] font-normal text-faint tabular-nums">#{row.number}</span>
        {row.title}
      </span>
      <span className="line-clamp-3 wrap-anywhere landscape:text-right portrait:text-[0.85em]">
        {row.serviceId && <span className="text-muted">{names.service(row.serviceId)} · </span>}
        <ResponsibilityText row={row} names={names} />
      </span>
    </p>
    <span className="min-w-[3em] text-right text-faint tabular-nums">
      <Age at={row.firingSince} />
    </span>
  </li>
);

function AllQuiet() {
  const over = useNewestResolved();
  return (
    <div className="flex h-full flex-col items-center justify-center text-center">
      <p className="text-[3em] leading-tight font-semibold">All quiet</p>
      {over && (
        <p className="text-muted">
          Nothing is firing, for <Since at={over.resolvedAt ?? over.openedAt} />
        </p>
      )}
    </div>
  );
}

/** Keeps the screen awake, re-acquiring the wake lock when the page becomes visible. If that is not allowed, the device’s settings decide. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) await lock?.release();
    };
    const onTurn = () => void ask();
    onTurn();
    document.addEventListener('visibilitychange', onTurn);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onTurn);
      void lock?.release();
    };
  }, []);
}

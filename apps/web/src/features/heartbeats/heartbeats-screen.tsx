import type { HeartbeatShown } from '@tocsin/contracts/heartbeats/noun.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { useNames } from '../../data/words/names.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { panelClass } from '../../ui/panel.js';
import { Screen } from '../../ui/screen.js';
import { Ago, At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { Beats } from './beats.js';
import { HeartbeatMark } from './heartbeat-mark.js';
import { byUrgency, scheduleWords, stateWords } from './heartbeat-words.js';

const HeartbeatDialog = lazyPart(() => import('./heartbeat-dialog.js'), 'HeartbeatDialog');

/** Jobs that are expected to ping, what is down first. */
export function HeartbeatsScreen() {
  const may = useMay('service.configure');
  const readings = [useEvery('heartbeats'), useEvery('integrations'), useEvery('services')];
  const rows = useAll('heartbeats').filter(({ state }) => state !== 'removed');
  const [isOpen, setOpen] = useState(false);
  return (
    <Screen title="Heartbeats" aside={may && <Button onClick={() => setOpen(true)}>New heartbeat</Button>}>
      <WhenRead of={readings} what="The heartbeats" lines={6}>
        {!may && <BarredHint className="-mt-3 mb-4">Only {whoMay('service.configure')} can add heartbeats.</BarredHint>}
        <div className={panelClass}>
          {rows.length === 0 && (
            <EmptyState title="No heartbeats yet">A job that pings has one: when it does not come, someone is paged.</EmptyState>
          )}
          {rows.length > 0 && <Head />}
          {rows.length > 0 && (
            <ul>
              {rows.toSorted(byUrgency).map((row) => (
                <HeartbeatLine key={row.id} row={row} />
              ))}
            </ul>
          )}
        </div>
      </WhenRead>
      {isOpen && <HeartbeatDialog onClose={() => setOpen(false)} />}
    </Screen>
  );
}

const columns =
  'sm:grid-cols-[1.5rem_minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,8rem)] xl:grid-cols-[1.5rem_minmax(0,2fr)_minmax(0,1fr)_12rem_minmax(0,1fr)_minmax(0,11rem)] xl:gap-x-6';

const Head = () => (
  <div aria-hidden className={`hidden gap-x-3 border-b border-line px-4 py-2 text-xs text-muted sm:grid ${columns}`}>
    <span />
    <span>Heartbeat</span>
    <span>Expected</span>
    <span className="text-right max-xl:hidden">Last runs</span>
    <span>Last ping</span>
    <span className="text-right">Next</span>
  </div>
);

/** The title of a column, where there are none. */
const PhoneTitle = ({ children }: { children: string }) => <span className="text-muted sm:hidden">{children} </span>;

function HeartbeatLine({ row }: { row: HeartbeatShown }) {
  const { id, name, state, schedule, runs, lastPing, expectedAt } = row;
  const names = useNames();
  const serviceId = useAll('integrations').find((one) => one.id === row.integrationId)?.serviceId;
  return (
    <li
      className={`grid min-h-13 grid-cols-[1.5rem_1fr] items-center gap-x-3 border-b border-line-soft px-4 py-2 last:border-0 ${columns}`}
    >
      <HeartbeatMark state={state} isSaid={state !== 'healthy'} />
      <span className="min-w-0">
        <Link to="/heartbeats/$id" params={{ id }} className="block font-medium [overflow-wrap:anywhere] hover:underline">
          {name}
        </Link>
        <span className="block text-xs text-muted [overflow-wrap:anywhere]">{serviceId === undefined ? '' : names.service(serviceId)}</span>
      </span>
      <span className="text-muted max-sm:col-start-2">{scheduleWords(schedule)}</span>
      <Beats runs={runs} most={45} className="max-xl:hidden" />
      <span className="text-muted tabular-nums max-sm:col-start-2">
        {lastPing ? (
          <>
            <PhoneTitle>Last ping</PhoneTitle>
            <Ago at={lastPing.at} />
            {lastPing.from && <span className="block text-xs text-faint max-sm:hidden [overflow-wrap:anywhere]">{lastPing.from}</span>}
          </>
        ) : (
          'no ping yet'
        )}
      </span>
      <span className="tabular-nums max-sm:col-start-2 sm:text-right">
        {state === 'healthy' && expectedAt ? (
          <>
            <PhoneTitle>Next</PhoneTitle>
            <At at={expectedAt} />
          </>
        ) : (
          <span className={state === 'inactive' ? 'text-muted' : 'text-warn'}>{stateWords[state]}</span>
        )}
      </span>
    </li>
  );
}

import { listedAlertsOf, portionsOf } from '../portions.js';
import { isConcerned, isOlder, isWholeGroup, type ReceivedSignal } from '../received-signal.js';
import { threadOf } from '../shared/opened-group.js';
import { endOfRecording, recordedItem } from '../recordings.js';
import type { Portion } from '../portion.js';
import { closing, ending, nothingListed } from './closings.js';
import { elsewhere } from './elsewhere.js';
import { places, type Run, type Step } from './step.js';
import { triggered } from './triggered.js';

/** The threads that a signal concerns, in order of their places. `after`: the place reached by an earlier fact. */
export function* stepsOf(run: Run, received: ReceivedSignal, after: string): Iterable<Step> {
  const { action } = received.data.signal;
  if (action === 'acknowledge' || action === 'act') yield onOpenAlert(run, received);
  else if (action === 'resolve') yield* resolve(run, received, after);
  else yield* trigger(run, received);
  yield* elsewhere(run, received);
}

function* trigger(run: Run, received: ReceivedSignal): Iterable<Step> {
  const { signal, integrationId } = received.data;
  const named = new Set<string>();
  const { portions, placeOf, areParts } = portionsOf(run, received);
  for (const [n, portion] of portions.entries()) {
    const thread = threadOf(integrationId, portion.thread);
    named.add(thread);
    const place = `${places.portions}${placeOf(portion, n)}`;
    yield { place, thread, item: () => triggered(run, received, portion, thread) };
  }
  if (areParts && signal.complete)
    for (const id of run.threads.threadsOf(threadOf(integrationId, signal.key))) {
      const { row } = run.threads.thread(id)!;
      if (isConcerned(row!) && !named.has(id) && !isOlder(received, row!)) yield ending(run, received, id, nothingListed);
    }
  yield* endRecorded(run, received, portions);
}

/** The sender resolves the whole: everything open under its key ends. */
function* resolve(run: Run, received: ReceivedSignal, after: string): Iterable<Step> {
  const { signal, integrationId } = received.data;
  const senderKey = threadOf(integrationId, signal.key);
  const ids = run.threads.threadsOf(senderKey);
  const concerned = ids.filter((id) => isConcerned(run.threads.thread(id)!.row!));
  const listed = { alerts: listedAlertsOf(signal) };
  // an empty list says nothing about missing alerts
  const isWhole = isWholeGroup(received) && listed.alerts.length > 0;
  for (const id of concerned) yield isWhole ? ending(run, received, id, listed) : closing(run, received, id);
  const recorded = run.recordings.of(senderKey);
  for (const { id } of recorded) yield endOfRecorded(run, id);
  if (concerned.length > 0 || recorded.length > 0 || after !== '') return;
  const reason = ids.length === 0 && signal.shape === 'group' ? 'never_seen_firing' : 'no_open_alert';
  const thread = ids[0] ?? senderKey;
  yield { place: `${places.closings}${thread}`, thread, item: () => ({ outcome: 'ignored', reason }) };
}

const endOfRecorded = ({ recordings }: Run, id: string, isOver?: (key: string) => boolean): Step => ({
  place: `${places.recordings}${id}`,
  thread: id,
  item: () => {
    const row = recordings.row(id);
    return row && recordedItem(row, endOfRecording(row, isOver));
  },
});

/** What is recorded only ends where the message lists it in another thread, or is complete and leaves it out. */
function* endRecorded(run: Run, received: ReceivedSignal, portions: readonly Portion[]): Iterable<Step> {
  const { signal, integrationId } = received.data;
  const rows = run.recordings.of(threadOf(integrationId, signal.key));
  if (rows.length === 0) return;
  const listed = new Map(
    portions.flatMap(({ thread, alerts }) => alerts.map(({ key }) => [key, threadOf(integrationId, thread)] as const)),
  );
  const isWhole = isWholeGroup(received);
  for (const { id } of rows) yield endOfRecorded(run, id, (key) => (listed.has(key) ? listed.get(key) !== id : isWhole));
}

/** It says something of an alert only while that is open. */
const onOpenAlert = ({ threads }: Run, received: ReceivedSignal): Step => {
  const { signal, integrationId } = received.data;
  const thread = threadOf(integrationId, signal.key);
  return {
    place: places.portions,
    thread,
    item: () => {
      const row = threads.thread(thread)?.row;
      if (!row?.open) return { outcome: 'ignored', reason: 'no_open_alert' };
      return isOlder(received, row)
        ? { outcome: 'ignored', reason: 'older_than_known' }
        : { outcome: signal.action === 'act' ? 'acted' : 'acknowledged' };
    },
  };
};

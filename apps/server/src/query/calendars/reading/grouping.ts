import type { CalendarEntry } from './entry.js';
import { instantOf, textOf } from './moments.js';
import { isNewer, isRecurring, latestByInstant, type Series } from './series.js';

/**
 * The events of a file, each with the changes of its occurrences. Cancelled ones are left out, with all their occurrences. Keys are the same at
 * every read: the UID; where it is missing, or several events share one, the start and the title are added.
 */
export function groupSeries(entries: readonly CalendarEntry[]): readonly Series[] {
  const byUid = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const uid = entry.uid ?? '';
    const all = byUid.get(uid);
    if (all) all.push(entry);
    else byUid.set(uid, [entry]);
  }
  return [...byUid].flatMap(([uid, all]) => seriesOf(uid, all));
}

function seriesOf(uid: string, all: readonly CalendarEntry[]): readonly Series[] {
  const changes = all.filter(({ replaces }) => replaces !== null);
  const masters = mastersOf(
    uid,
    all.filter(({ replaces }) => replaces === null),
  );
  if (masters.length === 0) return changesAlone(uid, changes);
  const isShared = masters.length > 1 || uid === '';
  const alive = masters.filter(({ isCancelled }) => !isCancelled);
  const changed = alive.find(isRecurring) ?? alive[0];
  return alive.map((entry) => ({
    key: isShared ? `${uid}#${textOf(entry.start)}#${entry.title}` : uid,
    entry,
    changes: entry === changed ? changes : [],
  }));
}

/** The file may have been cut so that only changed occurrences are in it. */
const changesAlone = (uid: string, changes: readonly CalendarEntry[]): readonly Series[] =>
  [...latestByInstant(changes).values()]
    .filter(({ isCancelled }) => !isCancelled)
    .map((entry) => ({ key: `${uid}/${textOf(entry.replaces!)}`, entry, changes: [] }));

/** Of versions of one event the one with the highest SEQUENCE; events that merely share a UID have the same, and start at different times. */
function mastersOf(uid: string, all: readonly CalendarEntry[]): readonly CalendarEntry[] {
  const highest = uid === '' ? 0 : all.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  const byStart = new Map<string, CalendarEntry>();
  for (const entry of all) {
    if (entry.sequence < highest) continue;
    const place = `${instantOf(entry.start)} ${uid === '' ? `${entry.title} ${entry.length}` : ''}`;
    const before = byStart.get(place);
    if (!before || isNewer(entry, before)) byStart.set(place, entry);
  }
  return [...byStart.values()];
}

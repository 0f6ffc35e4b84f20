import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { RingingPage } from '@tocsin/contracts/live.js';
import { useMemo } from 'react';
import { store, useStore } from '../store.js';
import { bellUnlocked, isBellUnlocked, ring } from './bell.js';
import { isQueued, useQueue } from '../offline/queue.js';

const pages = store<readonly RingingPage[]>([]);

/** Time of each page’s last sound in this tab, in milliseconds of the monotonic clock. */
const rangAt = new Map<string, number>();
/** Deduplication window in milliseconds: the server sends each page twice, as itself and in the list of all ringing pages. */
const sameRing = 5_000;

const isSilent = ({ quiet, groupId }: RingingPage): boolean => quiet || isQueued(groupId);

/** Pages that were sent as one message ring once. */
const keyOf = ({ ring: together, pageId }: RingingPage): string => together ?? pageId;

/** True if the sound is on. */
function sound(page: RingingPage): boolean {
  if (isSilent(page)) return isBellUnlocked();
  const before = rangAt.get(keyOf(page));
  if (before !== undefined && performance.now() - before < sameRing) return isBellUnlocked();
  const hasRung = ring(page.urgency);
  if (hasRung) rangAt.set(keyOf(page), performance.now());
  return hasRung;
}

/** A page replaces the one before it and what is outdated by it; a quiet message replaces only one of its kind, so that it never silences a page. */
const isReplacedBy = (other: RingingPage, page: RingingPage): boolean =>
  other.groupId === page.groupId && (page.quiet ? other.quiet && other.cause === page.cause : !other.quiet || isOutdated(other));

/** “Resolved” is outdated when its group fires again. */
const isOutdated = ({ quiet, cause }: RingingPage): boolean => quiet && cause === 'resolved';

const withoutWaiting = ({ waiting: _sent, ...page }: RingingPage): RingingPage => page;

/** What a tab shows once this page has come. A page that rings contains what waited; an update changes a page that is shown. */
export const withPage = (shown: readonly RingingPage[], page: RingingPage): readonly RingingPage[] => {
  const { waiting } = page;
  if (waiting !== undefined) return shown.map((one) => (one.pageId === page.pageId ? { ...one, waiting } : one));
  const others = shown.filter((other) => !isReplacedBy(other, page));
  return [...(page.quiet ? others : others.map(withoutWaiting)), page];
};

/** Shows a page and plays the sound. True if the sound of this tab is on. */
export function ringPage(page: RingingPage): boolean {
  pages.set(withPage(pages.now(), page));
  if (page.waiting !== undefined) return isBellUnlocked();
  return sound(page);
}

/** Plays one sound for all pages without one in this tab yet: the loudest that one of them needs. */
function soundUnheard(): void {
  const unheard = pages.now().filter((page) => !isSilent(page) && !rangAt.has(keyOf(page)));
  const loudest = unheard.find(({ urgency }) => urgency === 'high') ?? unheard[0];
  if (!loudest || !ring(loudest.urgency)) return;
  for (const page of unheard) rangAt.set(keyOf(page), performance.now());
}

const withWaiting = (page: RingingPage, waiting: string | undefined): RingingPage => (waiting === undefined ? page : { ...page, waiting });

/** Synchronises ringing with the server: starts the sound for new pages, stops it for ended ones; quiet messages are kept. */
export function showRinging(ringing: readonly RingingPage[]): void {
  const still = new Set(ringing.map(keyOf));
  for (const key of rangAt.keys()) if (!still.has(key)) rangAt.delete(key);
  const quietPages = pages.now().filter((page) => page.quiet && !ringing.some((one) => isReplacedBy(page, one)));
  const waitingBehind = new Map(pages.now().map(({ pageId, waiting }) => [pageId, waiting]));
  pages.set([...quietPages, ...ringing.map((page) => withWaiting(page, waitingBehind.get(page.pageId)))]);
  soundUnheard();
}

// a tab that opens while I am paged can’t sound before it is touched
bellUnlocked.on(() => soundUnheard());

/** Silences a group that was acknowledged or resolved, or of which I have stopped my own pages. */
export function silence(groupId: string): void {
  if (pages.now().some((page) => page.groupId === groupId)) pages.set(pages.now().filter((page) => page.groupId !== groupId));
}

/** Causes that an acknowledge does not end: I was added by a person, or asked whether I am still on it. */
const staysUntilResolved = new Set(['not_accepted', 'person', 'reminder', 'update', 'resolved']);

/** The group changed: pages that this ended fall silent. */
export function silenceGroup(groupId: string, row: AlertGroupRow | null): void {
  if (pages.now().some((page) => page.groupId === groupId && isEndedBy(page, row)))
    pages.set(pages.now().filter((page) => page.groupId !== groupId || !isEndedBy(page, row)));
}

function isEndedBy({ cause }: RingingPage, row: AlertGroupRow | null): boolean {
  if (row === null || (row.status === 'resolved' && cause !== 'resolved')) return true;
  return (row.status === 'acknowledged' || row.status === 'snoozed') && !staysUntilResolved.has(cause);
}

/**
 * The pages that ring in this tab. Pages acknowledged offline are silent while the acknowledgement is queued; if it is discarded, they ring again.
 */
export function useRingingPages(): readonly RingingPage[] {
  const all = useStore(pages);
  const queue = useQueue();
  return useMemo(
    () => all.filter(({ groupId, cause }) => cause === 'resolved' || queue.every((one) => one.groupId !== groupId)),
    [all, queue],
  );
}

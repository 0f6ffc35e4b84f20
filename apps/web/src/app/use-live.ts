import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { announce } from '../data/bell/announcements.js';
import { keys } from '../data/cache/keys.js';
import { goLive } from '../data/cache/live.js';
import type { List } from '../data/cache/merge.js';
import { applyChange, type KnownRow } from '../data/cache/read.js';
import { silenceGroup, ringPage, showRinging } from '../data/bell/ringing-pages.js';

/** Keeps the cache up to date while a person is signed in. */
export function useLive(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      goLive({
        changed: (changes) => applyChange(client, changes),
        onChange: ({ view, id, row }) => {
          if (view !== 'alertGroups') return;
          silenceGroup(id, row as AlertGroupRow | null);
          if (row) announce(row as AlertGroupRow);
        },
        joined: (views, ordinal) => Promise.all(views.map((view) => catchUp(client, view, ordinal))),
        madeAnew: (views) => readAllAgain(client, views),
        onPage: ringPage,
        ringing: showRinging,
        signedOut: () => client.setQueryData(keys.session, null),
      }),
    [client],
  );
}

/** A text was redacted: shown and stored copies are replaced. */
const readAllAgain = (client: QueryClient, views: readonly string[]): void => {
  for (const view of views) void client.invalidateQueries({ queryKey: keys.view(view), refetchType: 'all' });
  void client.invalidateQueries({ queryKey: keys.allEvents });
};

/** Reads again what was read before the subscription, including first answers that are still pending. */
async function catchUp(client: QueryClient, view: string, ordinal: number): Promise<void> {
  const queryKey = keys.view(view);
  const onTheirWay = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  const readAgain = () =>
    client.invalidateQueries({
      queryKey,
      predicate: ({ state }) => state.data !== undefined && (state.data as List | KnownRow<unknown>).ordinal < ordinal,
    });
  await readAgain();
  // the tab is live meanwhile: nothing of a first answer is on the screen yet, and one that hangs must not hold up the rest
  if (onTheirWay.length > 0) void Promise.allSettled(onTheirWay.map(async ({ promise }) => promise)).then(readAgain);
}

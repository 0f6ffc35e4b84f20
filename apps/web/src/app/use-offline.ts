import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { connection } from '../data/cache/live.js';
import { loadLater } from '../ui/load-later.js';

const afterTheFirstScreen = 2_000;

/** Stores the shown data for offline use, and loads the screen of an alert group. */
export function useOffline(): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    let stop: (() => void) | null = () => undefined;
    void loadLater(() => import('../data/offline/save-cache.js')).then(({ saveCache: keepShown }) => stop && (stop = keepShown(client)));
    return () => {
      stop?.();
      stop = null;
    };
  }, [client]);
  // needed offline, so it is loaded as soon as there is a network
  useEffect(() => {
    let isTime = false;
    const load = () => {
      if (isTime) void router.preloadRoute({ to: '/alerts/$number', params: { number: '1' } }).catch(() => undefined);
    };
    const timer = setTimeout(() => {
      isTime = true;
      load();
    }, afterTheFirstScreen);
    const stop = connection.on(() => connection.now().state === 'live' && load());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [router]);
}

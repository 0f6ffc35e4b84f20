import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection } from '../data/cache/live.js';
import { loadQueue, queued } from '../data/offline/queue.js';
import { loadLater } from '../ui/load-later.js';

const retryInterval = 20_000;

/** Sends queued actions when the network is back. Part of the first screen: an action that is queued before the stored ones are loaded replaces them. */
export function useQueueSender(): void {
  const client = useQueryClient();
  useEffect(() => {
    const trySending = () => {
      if (connection.now().state !== 'live' || queued().length === 0) return;
      void loadLater(() => import('../data/offline/send-queue.js')).then(({ sendQueued }) => sendQueued(client));
    };
    void loadQueue(client).then(trySending);
    const stop = connection.on(trySending);
    const timer = setInterval(trySending, retryInterval);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [client]);
}

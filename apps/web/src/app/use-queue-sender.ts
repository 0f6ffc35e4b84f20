import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection } from '../data/cache/live.js';
import { loadQueue, sendQueued } from '../data/offline/queue.js';

const retryInterval = 20_000;

/** Sends queued actions when the network is back. Part of the first screen: an action that is queued before the stored ones are loaded replaces them. */
export function useQueueSender(): void {
  const client = useQueryClient();
  useEffect(() => {
    const trySending = () => connection.now().state === 'live' && void sendQueued(client);
    void loadQueue(client).then(trySending);
    const stop = connection.on(trySending);
    const timer = setInterval(trySending, retryInterval);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [client]);
}

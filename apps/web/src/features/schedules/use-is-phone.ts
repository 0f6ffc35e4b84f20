import { useSyncExternalStore } from 'react';

const narrow = () => matchMedia('(width < 40rem)');

function subscribe(listener: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window is as narrow as `max-sm` says: strips need more. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches);

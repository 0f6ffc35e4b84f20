import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Asks again for everything on the screen that could not be read: whoever tries again means all of it, not the first box that said so. */
export function useAskAgain(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }), [client]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Retries every failed read of the screen, not only the one whose button was pressed. */
export function useAskAgain(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }), [client]);
}

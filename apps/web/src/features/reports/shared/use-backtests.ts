import type { BacktestAnswer, BacktestDifferences, BacktestRequest, BacktestRow } from '@tocsin/contracts/backtests/backtests.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, ApiError, wordsOf } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import { say } from '../../../data/toasts.js';

interface BacktestList {
  readonly rows: readonly BacktestRow[];
}

/** What the same job was asked for: it has a screen of its own each. */
export const purposeOf = ({ against, night }: BacktestRequest): 'backtest' | 'bisect' | 'night' =>
  night ? 'night' : against === undefined ? 'backtest' : 'bisect';

/** Polling interval of a running backtest, in milliseconds. */
const pollInterval = 700;

/** Running and saved backtests, newest first. */
export const useBacktests = () =>
  useQuery({
    queryKey: keys.backtests,
    queryFn: ({ signal }) => api<BacktestList>('GET', '/backtests', { signal }),
    refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.state === 'running') ? pollInterval : false),
  });

/** One backtest, with its result once it is done. */
export const useBacktest = (id: string | undefined) =>
  useQuery({
    queryKey: keys.backtest(id ?? ''),
    enabled: id !== undefined,
    queryFn: ({ signal }) => api<BacktestAnswer>('GET', `/backtests/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollInterval : false),
  });

/** Asks whether somebody has removed it meanwhile. Where that can’t be known, nobody has. */
export function useFindWithdrawn(id: string): () => Promise<boolean> {
  const client = useQueryClient();
  const reading = {
    queryKey: keys.backtest(id),
    queryFn: () => api<BacktestAnswer>('GET', `/backtests/${id}`),
    retry: false,
    staleTime: 0,
  };
  return () =>
    client.fetchQuery(reading).then(
      () => false,
      (error: unknown) => error instanceof ApiError && error.code === 'request.not_found',
    );
}

/** One page of its differences, from 1; the first one comes with the result. */
export const useBacktestDifferences = (id: string, page: number) =>
  useQuery({
    queryKey: [...keys.backtest(id), 'differences', page],
    enabled: page > 1,
    queryFn: ({ signal }) => api<BacktestDifferences>('GET', `/backtests/${id}/differences?page=${page}`, { signal }),
    staleTime: Infinity,
  });

/** Starts one, and shows it unless it `stays` where it was started. */
export function useStartBacktest({ stays = false }: { readonly stays?: boolean } = {}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: BacktestRequest) => api<BacktestAnswer>('POST', '/backtests', { body }),
    onSuccess: async (answer) => {
      client.setQueryData(keys.backtest(answer.id), answer);
      await client.invalidateQueries({ queryKey: keys.backtests });
      const to = purposeOf(answer.request) === 'bisect' ? '/reports/bisect' : '/reports/backtest';
      if (!stays) await navigate({ to, search: { id: answer.id } });
    },
    onError: (error) => {
      const { says, todo } = wordsOf(error);
      say({ kind: 'refused', title: 'The backtest was not started', detail: `${says} ${todo}` });
    },
  });
}

/** Ends one that runs. */
export function useCancelBacktest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api<void>('DELETE', `/backtests/${id}`),
    onSuccess: (_, id) => Promise.all([keys.backtests, keys.backtest(id)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Removes a saved backtest and shows the newest of the others. */
export function useRemoveBacktest(to: '/reports/backtest' | '/reports/bisect' = '/reports/backtest') {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (id: string) => api<void>('DELETE', `/backtests/${id}`),
    onSuccess: async (_, id) => {
      client.setQueryData<BacktestList>(keys.backtests, (list) => list && { rows: list.rows.filter((row) => row.id !== id) });
      await navigate({ to, search: {} });
    },
  });
}

import { configBodyType, type ConfigApplyAnswer, type ConfigFiles, type ConfigPlan } from '@tocsin/contracts/config-files/plan.js';
import type { MovingIn, MovingInAnswer, MovingInRequestInput } from '@tocsin/contracts/moving-in/moving-in.js';
import type { PhoneNumbersAnswer } from '@tocsin/contracts/moving-in/phone-numbers.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { sayRefusal } from '../../data/cache/use-command.js';

const pollInterval = 2_000;

const isBusy = ({ current, invitations }: MovingInAnswer): boolean =>
  invitations.isSending || current?.state === 'reading' || current?.state === 'comparing';

/** The one move of this server: every tab sees how far it is. */
export const useMovingIn = () =>
  useQuery({
    queryKey: keys.movingIn,
    queryFn: ({ signal }) => api<MovingInAnswer>('GET', '/moving-in', { signal }),
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? pollInterval : false),
  });

/** Begins a move, goes on with it, deletes it, sends invitations: the answer is shown at once. */
export function useMoveActs() {
  const client = useQueryClient();
  const show = (answer: MovingInAnswer) => client.setQueryData(keys.movingIn, answer);
  const start = (request: MovingInRequestInput) => api<MovingInAnswer>('POST', '/moving-in', { body: request }).then(show);
  const remove = useMutation({
    mutationFn: () => api('DELETE', '/moving-in'),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.movingIn }),
    onError: (error) => sayRefusal('delete the copy', error),
  });
  const invite = useMutation({
    mutationFn: () => api<MovingInAnswer['invitations']>('POST', '/moving-in/invitations'),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.movingIn }),
    onError: (error) => sayRefusal('send the invitations', error),
  });
  const offerNumbers = useMutation({
    mutationFn: async () => {
      const offer = () => api<PhoneNumbersAnswer>('POST', '/moving-in/phone-numbers', { body: { from: 'move' } });
      let { left } = await offer();
      while (left > 0) ({ left } = await offer());
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.movingIn }),
    onError: (error) => sayRefusal('offer the phone numbers', error),
  });
  return { start, remove, invite, offerNumbers };
}

/** The plan of what was read, and applying exactly that plan. Invitations are sent by a press of their own. */
export function useMovePlan({ system }: Pick<MovingIn, 'system'>) {
  const send = async <Answer>(path: 'plan' | 'apply', expect?: string): Promise<Answer> => {
    const { files } = await api<ConfigFiles>('GET', '/moving-in/files');
    const body = { files, source: `import/${system}`, invitations: false, ...(expect === undefined ? {} : { expect }) };
    return api<Answer>('POST', `/config/${path}`, { body, headers: { 'content-type': configBodyType } });
  };
  const plan = useMutation({
    mutationFn: () => send<ConfigPlan>('plan'),
    onError: (error) => sayRefusal('plan it', error),
  });
  const apply = useMutation({
    mutationFn: (digest: string) => send<ConfigApplyAnswer>('apply', digest),
    onError: (error) => sayRefusal('apply it', error),
  });
  return { plan, apply };
}

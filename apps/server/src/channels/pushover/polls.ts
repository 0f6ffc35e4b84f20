import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import { accountOf, type Account } from '../../connections/accounts.js';
import { readPushover, readReceipt } from '../../connections/pushover.js';
import type { ChannelDependencies } from '../dependencies.js';
import type { Call } from '../channel.js';
import type { OpenMessage, Polled, Polls } from '../polls.js';

export type PushoverDependencies = Pick<ChannelDependencies, 'connections'> & {
  readonly server: Pick<ChannelDependencies['server'], 'reads' | 'vault'>;
  readonly calls: { readonly http: Pick<OutgoingHttp, 'get' | 'post'> };
};

const receipt = z.object({ acknowledged: z.number(), last_delivered_at: z.number().default(0) });

const actsIn = ({ secret, attemptId, providerId, act, isDelivered }: OpenMessage, of: z.infer<typeof receipt>): readonly Polled[] => {
  if (of.acknowledged === 1) return [{ inbound: { kind: 'act', act, secret, key: `pushover ${providerId}` } }];
  return of.last_delivered_at > 0 && !isDelivered ? [{ inbound: { kind: 'receipt', receipt: 'delivered', secret, attemptId } }] : [];
};

/** Confirming an emergency in the app answers its page. */
export const receiptPolls = ({ server, calls: { http } }: PushoverDependencies): Polls => {
  const read = async (account: Account, message: OpenMessage, call: Call): Promise<readonly Polled[]> => {
    const answer = readPushover(await readReceipt(http, account, message.providerId, call), receipt);
    return answer.ok ? actsIn(message, answer.value) : [];
  };
  return {
    async *read(open, call) {
      const account = accountOf(server, 'pushover');
      let failed: unknown = null;
      // one after the other: Pushover wants at most two connections at once
      for (const message of account ? open : []) {
        if (call.signal?.aborted) break;
        const found = await read(account!, message, call).catch((error: unknown) => void (failed = error));
        yield* found ?? [];
      }
      if (failed !== null) throw failed;
    },
  };
};

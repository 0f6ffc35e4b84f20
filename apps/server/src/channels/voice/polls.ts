import { z } from 'zod';
import { accountAt } from '../../connections/accounts.js';
import { readCallAtTwilio } from '../../connections/twilio.js';
import type { Polls } from '../polls.js';
import type { TwilioDependencies } from '../through-twilio.js';
import { whyUnanswered } from './inbound.js';

const call = z.object({ status: z.string(), answered_by: z.string().nullish() });

/** How calls ended: `completed` is no answer, as voicemail picks up, too. */
export const voicePolls = ({ server, calls: { http } }: TwilioDependencies): Polls => {
  /** Open calls that were taken: nothing more becomes of them. */
  let ended = new Set<string>();
  return {
    async *read(open, limits) {
      ended = new Set(open.flatMap(({ providerId }) => (ended.has(providerId) ? [providerId] : [])));
      let failed: unknown = null;
      for (const { providerId, secret, attemptId, sentAt } of open) {
        const account = accountAt(server, 'twilio', sentAt);
        if (!account || ended.has(providerId)) continue;
        if (limits.signal?.aborted) break;
        const state = await readCallAtTwilio(http, account, providerId, limits)
          .then((body) => call.parse(body))
          .catch((error: unknown) => {
            if (account.removedAt === undefined) failed = error;
            return null;
          });
        const detail = state ? whyUnanswered(state.status, state.answered_by ?? '') : null;
        if (detail !== null) yield { inbound: { kind: 'failure', reason: 'delivery.no_answer', detail, secret, attemptId } };
        else if (state?.status === 'completed') ended.add(providerId);
      }
      // one that is not known keeps no other from being asked about
      if (failed !== null) throw failed;
    },
  };
};

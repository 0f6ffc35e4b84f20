import { z } from 'zod';
import { accountOf } from '../../connections/accounts.js';
import { readCallAtTwilio } from '../../connections/twilio.js';
import type { Polled, Polls } from '../polls.js';
import type { TwilioDependencies } from '../through-twilio.js';
import { whyUnanswered } from './inbound.js';

const call = z.object({ status: z.string(), answered_by: z.string().nullish() });

/** How calls ended: `completed` is no answer, as voicemail picks up, too. */
export const voicePolls = ({ server, calls: { http } }: TwilioDependencies): Polls => ({
  read: async (open, limits) => {
    const account = accountOf(server, 'twilio');
    const found: Polled[] = [];
    if (!account) return found;
    for (const { providerId, secret, attemptId } of open) {
      const state = call.parse(await readCallAtTwilio(http, account, providerId, limits));
      const detail = whyUnanswered(state.status, state.answered_by ?? '');
      if (detail !== null) found.push({ inbound: { kind: 'failure', reason: 'delivery.no_answer', detail, secret, attemptId } });
    }
    return found;
  },
});

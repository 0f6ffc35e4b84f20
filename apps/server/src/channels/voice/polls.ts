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
    let failed: unknown = null;
    for (const { providerId, secret, attemptId } of open) {
      const state = await readCallAtTwilio(http, account, providerId, limits)
        .then((body) => call.parse(body))
        .catch((error: unknown) => void (failed = error));
      const detail = state ? whyUnanswered(state.status, state.answered_by ?? '') : null;
      if (detail !== null) found.push({ inbound: { kind: 'failure', reason: 'delivery.no_answer', detail, secret, attemptId } });
    }
    // one that is not known keeps no other from being asked about
    if (failed !== null && found.length === 0) throw failed;
    return found;
  },
});

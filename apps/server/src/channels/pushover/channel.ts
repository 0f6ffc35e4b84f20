import { z } from 'zod';
import { accountOf, type Account } from '../../connections/accounts.js';
import { postToPushover, readPushover } from '../../connections/pushover.js';
import { createChannel, failedOutcome, outcomeOf, type Call, type Channel, type ChannelOutcome } from '../channel.js';
import { throughBreaker } from '../through-breaker.js';
import { receiptPolls, type PushoverDependencies } from './polls.js';
import { renderPushover, type PushoverBody } from './render.js';

const taken = z.object({ request: z.string(), receipt: z.string().optional() });
const cancelled = z.object({});

/**
 * Sends through the organisation’s application to the app of a person (https://pushover.net/api). `sent`: Pushover has it; receipts of emergencies say
 * whether a device got it, and whether it was confirmed.
 */
export const pushoverChannel = (dependencies: PushoverDependencies): Channel => {
  const { server, connections } = dependencies;
  const { http } = dependencies.calls;
  /** The emergency that rings at each user: a newer one takes its place. Lost at a restart: two may ring then. */
  const ringing = new Map<string, string>();

  const cancel = async (account: Account, tag: string, call: Call): Promise<ChannelOutcome> => {
    const read = readPushover(await postToPushover(http, account, `receipts/cancel_by_tag/${tag}`, {}, call), cancelled);
    return read.ok ? { ok: true, state: 'sent', providerId: null } : read;
  };
  const silence = async (account: Account, user: string, tag: string, call: Call): Promise<void> => {
    const before = ringing.get(user);
    ringing.set(user, tag);
    // that one rings on: no reason to keep a page back
    if (before !== undefined && before !== tag) await outcomeOf(() => cancel(account, before, call));
  };
  const end = (account: Account, user: string, tag: string, call: Call): Promise<ChannelOutcome> => {
    if (ringing.get(user) === tag) ringing.delete(user);
    return outcomeOf(() => cancel(account, tag, call));
  };
  const post = (account: Account, user: string, { params, tag }: Extract<PushoverBody, { params: object }>, call: Call) =>
    throughBreaker(connections, account, user, async () => {
      const read = readPushover(await postToPushover(http, account, 'messages', { user, ...params }, call), taken);
      if (!read.ok) return { outcome: read, verdict: read.verdict };
      // nobody waits for another page to fall silent
      if (tag !== null) void silence(account, user, tag, call);
      return { outcome: { ok: true, state: 'sent', providerId: read.value.receipt ?? null }, verdict: 'works' };
    });

  return createChannel<PushoverBody>({
    kind: 'pushover',
    render: renderPushover,
    preview: (body) =>
      'params' in body
        ? { title: body.params['title'] ?? null, text: body.params['message'] ?? '', isJson: false, acts: [] }
        : { title: null, text: '', isJson: false, acts: [] },
    send: async (body, { address: user }, call) => {
      const account = accountOf(server, 'pushover');
      if (!account) return failedOutcome('delivery.connection_removed', '', false);
      return 'cancels' in body ? end(account, user, body.cancels, call) : post(account, user, body, call);
    },
    polls: receiptPolls(dependencies),
  });
};

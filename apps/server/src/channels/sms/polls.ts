import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { z } from 'zod';
import { answeredAccounts, type Account } from '../../connections/accounts.js';
import { sendersOf } from '../../connections/phone-options.js';
import { callTwilio, listAtTwilio, senderField } from '../../connections/twilio.js';
import type { Call } from '../channel.js';
import type { OpenMessage, Polls } from '../polls.js';
import type { SmsDependencies } from './provider.js';
import { isStop } from './grammar.js';
import { cutTo, toGsm7 } from './gsm7.js';
import { textOfAnswer, type ReadText } from './inbound.js';
import type { SeenReplies } from './seen-replies.js';

const listed = z.object({ messages: z.array(z.unknown()) });
const message = z.object({
  sid: z.string(),
  direction: z.string(),
  from: z.string(),
  to: z.string().default(''),
  body: z.string().default(''),
  date_sent: z.string().nullish(),
});
type Listed = z.infer<typeof message>;

/**
 * Replies to the numbers that pages were sent from: a messaging service has several, and the account may have others. None listed: to any, but STOP
 * must be meant for one of them.
 */
const repliesIn = (
  messages: readonly Listed[],
  open: readonly OpenMessage[],
  account: Account,
): readonly (Listed & { readonly date_sent: string })[] => {
  const paged = new Set(open.map(({ providerId }) => providerId));
  const senders = new Set(messages.flatMap(({ sid, from }) => (paged.has(sid) ? [from] : [])));
  const isForUs = ({ to, body }: Listed): boolean =>
    senders.has(to) || (isStop(body) ? sendersOf(account).includes(to) : senders.size === 0);
  return messages.flatMap((one) =>
    one.direction === 'inbound' && one.date_sent && isForUs(one) ? [{ ...one, date_sent: one.date_sent }] : [],
  );
};

/** Those that may list replies to these: each account outside once, by the connection that is set up if there is one. */
const accountsFor = (accounts: readonly Account[], open: readonly OpenMessage[]): readonly Account[] => {
  const firstOf = new Map(accounts.toReversed().map((account) => [account.fields['accountSid'], account]));
  return [...firstOf.values()].filter(({ removedAt }) => removedAt === undefined || open.some(({ sentAt }) => sentAt <= removedAt));
};

interface Reading {
  readonly read: ReadText;
  readonly seen: SeenReplies;
}

/**
 * The replies to pages that wait, from the provider’s list. One that the provider has handed over itself is left out: it was answered there. Without
 * a public address, this is the only way for a reply.
 */
export const smsPolls = ({ server, calls: { http } }: SmsDependencies, { read: readText, seen }: Reading): Polls => {
  const say = async (account: Account, to: string, text: string, call: Call): Promise<void> => {
    const form = [senderField(account, to), ['To', to], ['Body', text], ['ValidityPeriod', '300']] as const;
    await callTwilio(http, account, 'Messages', form, call);
  };
  /** By reply, in this round. */
  const repliedTo = new Map<string, Account>();
  const newRepliesAt = async (account: Account, open: readonly OpenMessage[], since: number, call: Parameters<Polls['read']>[1]) => {
    const { messages } = listed.parse(await listAtTwilio(http, account, new Date(since), call));
    const readable = messages.flatMap((one) => message.safeParse(one).data ?? []);
    return repliesIn(readable, open, account).filter(({ date_sent: at, sid }) => Date.parse(at) >= since - 1_000 && !seen.has(sid));
  };
  return {
    async *read(open, call) {
      repliedTo.clear();
      const since = Math.min(...open.map(({ sentAt }) => Date.parse(sentAt)));
      let failed: unknown = null;
      for (const account of accountsFor(answeredAccounts(server, 'twilio'), open)) {
        const replies = await newRepliesAt(account, open, since, call).catch((error: unknown) => {
          if (account.removedAt === undefined) failed = error;
          return [];
        });
        // oldest first, as they were written
        for (const { from, body, sid, date_sent: at } of replies.toReversed()) {
          const read = await readText({ from, text: body, key: sid, id: sid, at, removedAt: account.removedAt });
          if (read.length === 0) seen.add(sid, 'list');
          repliedTo.set(sid, account);
          // what fails is read again by the next round
          for (const inbound of read) yield { inbound, from, id: sid };
        }
      }
      // an account that fails keeps no other from being read
      if (failed !== null) throw failed;
    },
    answer: async ({ inbound, from, id }, result, call) => {
      if (id !== undefined) seen.add(id, 'list');
      const account = repliedTo.get(id ?? '');
      const text = cutTo(toGsm7(textOfAnswer(result, inbound)), contactLimits.smsCharacters);
      if (account && from !== undefined && text !== '') await say(account, from, text, call);
    },
  };
};

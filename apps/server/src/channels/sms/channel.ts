import { canHaveLink, canReply, sendsLeast } from '../../connections/phone-options.js';
import { createChannel, failedOutcome, type Channel } from '../channel.js';
import { throughBreaker } from '../through-breaker.js';
import { eraseAtTwilio } from '../through-twilio.js';
import { createTextReader, smsInbound } from './inbound.js';
import { smsPolls } from './polls.js';
import type { SmsDependencies } from './provider.js';
import { smsProviders, smsSenderOf } from './providers.js';
import { SeenReplies } from './seen-replies.js';
import { renderSms, textOf, type SmsBody } from './render.js';

/** Sends an SMS through the organisation’s connection. `sent`: the provider took it; `delivered` and failures are reported later, to a public address. */
export const smsChannel = (dependencies: SmsDependencies): Channel => {
  const reading = { read: createTextReader(dependencies), seen: new SeenReplies() };
  return createChannel<SmsBody>({
    kind: 'sms',
    render: renderSms,
    preview: (body) => ({ title: null, text: textOf(body), isJson: false, acts: [] }),
    send: async (body, { address: to }, call) => {
      const sender = smsSenderOf(dependencies.server);
      if (!sender) return failedOutcome('delivery.connection_removed', '', false);
      const { provider, account } = sender;
      const text = textOf(body, { hasReply: canReply(account, to), hasLink: canHaveLink(account, to), isLeast: sendsLeast(account) });
      const sms = { to, text, reported: body.reported };
      return throughBreaker(dependencies.connections, account, to, () => provider.send(dependencies, account, sms, call));
    },
    inbound: smsProviders.map((provider) => smsInbound(dependencies, provider, reading)),
    polls: smsPolls(dependencies, reading),
    erase: eraseAtTwilio(dependencies, 'Messages'),
  });
};

import { inboundAddress } from '../../connections/inbound-address.js';
import { accountOf } from '../../connections/accounts.js';
import { createChannel, failedOutcome, type Call, type Channel, type ChannelOutcome } from '../channel.js';
import type { SmsDependencies } from '../sms/provider.js';
import { throughBreaker } from '../through-breaker.js';
import { eraseAtTwilio, hangUp, sendByTwilio } from '../through-twilio.js';
import { senderFor } from '../../connections/phone-options.js';
import { DrillCalls } from './drill-calls.js';
import { voiceInbound } from './inbound.js';
import { voicePolls } from './polls.js';
import { digitWords, renderVoice, type VoiceBody } from './render.js';
import { gather, tell } from './twiml.js';

/** Seconds that it rings: most voicemails answer before a minute. */
const ringsFor = '40';

/** Reports of one call: how it ended, and whether a machine picked up, which is found out while the voice speaks. */
const reportsTo = (callback: string) =>
  [
    ['StatusCallback', callback],
    ['MachineDetection', 'Enable'],
    ['AsyncAmd', 'true'],
    ['AsyncAmdStatusCallback', callback],
  ] as const;

/** Calls a phone. `sent`: the provider took the call; only a digit answers it, for which the provider must reach this server. */
export const voiceChannel = (dependencies: SmsDependencies): Channel => {
  const drillCalls = new DrillCalls(dependencies.server.clock, hangUp(dependencies));
  return createChannel<VoiceBody>({
    kind: 'voice',
    render: renderVoice,
    preview: ({ says, reported }) => ({ title: null, text: says, isJson: false, acts: reported ? [digitWords] : [] }),
    send: async ({ says, reported, asks, isDrill }, { address: to }, call) => {
      const account = accountOf(dependencies.server, 'twilio');
      if (!account) return failedOutcome('delivery.connection_removed', '', false);
      const sender = senderFor(account, to);
      if (sender.startsWith('MG'))
        return failedOutcome('delivery.connection_refused', 'Its sender is a messaging service: calls need a phone number.', false);
      const callback = reported && inboundAddress(dependencies.address.url(), 'voice', reported.secret, reported.messageId);
      const askAt = asks && inboundAddress(dependencies.address.url(), 'voice', asks.at.secret, asks.at.messageId);
      const twiml = callback
        ? gather(callback, says, digitWords, says, digitWords)
        : askAt
          ? gather(askAt, asks.says, asks.says)
          : tell(says, says);
      const sending = {
        resource: 'Calls',
        to,
        form: [
          ['From', sender],
          ['Twiml', twiml],
          ['Timeout', ringsFor],
        ],
        callback: callback ? reportsTo(callback) : [],
      } as const;
      const place = (limits: Call): Promise<ChannelOutcome> =>
        throughBreaker(dependencies.connections, account, to, () => sendByTwilio(dependencies, account, sending, limits));
      if (isDrill) return drillCalls.place(to, call, place);
      await drillCalls.end(to);
      return place(call);
    },
    inbound: [voiceInbound(dependencies)],
    polls: voicePolls(dependencies),
    erase: eraseAtTwilio(dependencies, 'Calls'),
    hangUp: hangUp(dependencies),
  });
};

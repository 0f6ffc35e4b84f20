import { inboundAddress } from '../../connections/inbound-address.js';
import { senderField } from '../../connections/twilio.js';
import { createChannel, type Channel } from '../channel.js';
import { sendThroughTwilio, type TwilioDependencies } from '../through-twilio.js';
import { createTextReader, smsInbound, type SmsInboundDependencies } from './inbound.js';
import { smsPolls } from './polls.js';
import { SeenReplies } from './seen-replies.js';
import { renderSms, type SmsBody } from './render.js';

/** Seconds after which the provider gives up: a page that arrives later misleads. */
const validity = '300';

/** Sends an SMS through the organisation’s connection. `sent`: the provider took it; `delivered` and failures are reported later, to a public address. */
export const smsChannel = (dependencies: TwilioDependencies & SmsInboundDependencies): Channel => {
  const read = createTextReader(dependencies);
  const seen = new SeenReplies();
  return createChannel<SmsBody>({
    kind: 'sms',
    render: renderSms,
    preview: ({ text }) => ({ title: null, text, isJson: false, acts: [] }),
    send: ({ text, reported }, { address: to }, call) => {
      const callback = reported && inboundAddress(dependencies.address.url(), 'sms', reported.secret, reported.messageId);
      return sendThroughTwilio(
        dependencies,
        {
          resource: 'Messages',
          to,
          form: (account) => [senderField(account), ['Body', text], ['ValidityPeriod', validity]],
          callback: callback ? [['StatusCallback', callback]] : [],
        },
        call,
      );
    },
    inbound: smsInbound(dependencies, read, seen),
    polls: smsPolls(dependencies, { read, seen }),
  });
};

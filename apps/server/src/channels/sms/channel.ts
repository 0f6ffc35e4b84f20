import { inboundAddress } from '../../connections/inbound-address.js';
import { canHaveLink, canReply, sendsLeast } from '../../connections/phone-options.js';
import { senderField } from '../../connections/twilio.js';
import { createChannel, type Channel } from '../channel.js';
import { sendThroughTwilio, type TwilioDependencies } from '../through-twilio.js';
import { createTextReader, smsInbound, type SmsInboundDependencies } from './inbound.js';
import { smsPolls } from './polls.js';
import { SeenReplies } from './seen-replies.js';
import { renderSms, textOf, type SmsBody } from './render.js';

/** Seconds after which the provider gives up: a page that arrives later misleads. */
const validity = '300';

/** Sends an SMS through the organisation’s connection. `sent`: the provider took it; `delivered` and failures are reported later, to a public address. */
export const smsChannel = (dependencies: TwilioDependencies & SmsInboundDependencies): Channel => {
  const read = createTextReader(dependencies);
  const seen = new SeenReplies();
  return createChannel<SmsBody>({
    kind: 'sms',
    render: renderSms,
    preview: (body) => ({ title: null, text: textOf(body), isJson: false, acts: [] }),
    send: (body, { address: to }, call) => {
      const { reported } = body;
      const callback = reported && inboundAddress(dependencies.address.url(), 'sms', reported.secret, reported.messageId);
      return sendThroughTwilio(
        dependencies,
        {
          resource: 'Messages',
          to,
          form: (account) => [
            senderField(account, to),
            ['Body', textOf(body, { hasReply: canReply(account, to), hasLink: canHaveLink(account, to), isLeast: sendsLeast(account) })],
            ['ValidityPeriod', validity],
          ],
          callback: callback ? [['StatusCallback', callback]] : [],
        },
        call,
      );
    },
    inbound: smsInbound(dependencies, read, seen),
    polls: smsPolls(dependencies, { read, seen }),
  });
};

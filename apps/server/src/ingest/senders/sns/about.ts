import type { Sender } from '../sender.js';
import { snsMessage } from './format.js';

export const sns: Sender = {
  id: 'sns',
  name: 'Amazon CloudWatch and SNS',
  about: 'Alarms of CloudWatch and other messages, by an SNS topic',
  format: snsMessage,
  steps: [
    {
      says: 'In Amazon SNS, choose the topic that your alarms notify, press Create subscription, choose the protocol HTTPS, and paste this into Endpoint.',
      snippet: '{address}\n',
    },
    {
      says: 'SNS now asks for a confirmation, which Tocsin gives: a test alert says so, and pages nobody. Without a way to Amazon it has the link “Confirm subscription” instead.',
      snippet: null,
    },
    { says: 'In CloudWatch, let your alarms notify the topic for In alarm and for OK, which resolves.', snippet: null },
  ],
  test: 'In SNS press Publish message with any text, or run “aws cloudwatch set-alarm-state --alarm-name NAME --state-value ALARM --state-reason test”.',
  resolves: 'An alarm that is OK resolves; insufficient data changes nothing. Other messages never resolve by themselves.',
  traps: ['An alarm without an OK action is never resolved.'],
  snippet: null,
  marks: ['Type', 'TopicArn'],
  example: () => ({
    Type: 'Notification',
    TopicArn: 'arn:aws:sns:eu-central-1:123456789012:try-tocsin',
    Message: JSON.stringify({
      AlarmName: 'try-tocsin',
      AlarmArn: 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:try-tocsin',
      NewStateValue: 'ALARM',
      NewStateReason: 'Trying Tocsin out',
    }),
  }),
};

import { refuseMissing } from '../../format.js';
import { hashOf } from '../../parsing/labels.js';
import { actionOf } from '../../parsing/action-words.js';
import { asLine, asList, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { nothing } from '../../reading.js';
import { confirmationOf, signatureOf } from './signed.js';
import { joined, readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';

const asJsonObject = (text: string | null): JsonFields | null => {
  try {
    return asObject(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
};

/** The name at the end of `arn:aws:cloudwatch:eu-central-1:123456789012:alarm:disk`. */
const nameOf = (arn: string | null): string | null =>
  arn
    ?.split(':')
    .slice(arn.includes(':alarm:') ? 6 : 5)
    .join(':')
    .replace(/^alarm:/, '') ?? null;
const regionOf = (arn: string | null): string | null => arn?.split(':')[3] || null;

const dimensionsOf = (trigger: JsonFields): JsonFields =>
  Object.fromEntries(
    (asList(trigger['Dimensions']) ?? []).flatMap((one) => {
      const { name, value } = asObject(one) ?? {};
      return asTrimmedText(name) === null ? [] : [[asTrimmedText(name), value]];
    }),
  );

/** Insufficient data is a state like any other: it neither opens nor ends. */
const alarmActions: Readonly<Record<string, 'trigger' | 'resolve'>> = { ALARM: 'trigger', OK: 'resolve' };

const readAlarm = (alarm: JsonFields): WebhookReading => {
  const name = asLine(alarm['AlarmName']) ?? 'An alarm';
  const arn = asTrimmedText(alarm['AlarmArn']);
  const action = alarmActions[asTrimmedText(alarm['NewStateValue']) ?? ''];
  if (!action) return nothing;
  const trigger = asObject(alarm['Trigger']) ?? {};
  const dimensions = dimensionsOf(trigger);
  const where = Object.values(dimensions).map(asLine).filter(Boolean).join(', ');
  return readAlert({
    action,
    key: arn ?? joined([asTrimmedText(alarm['AWSAccountId']), asTrimmedText(alarm['Region']), name], '/'),
    summary: joined([name, where === '' || name.includes(where) ? null : `(${where})`], ' '),
    name,
    severity: asObject(alarm)?.['severity'],
    labels: {
      region: regionOf(arn) ?? alarm['Region'],
      account: alarm['AWSAccountId'],
      metric: trigger['MetricName'],
      namespace: trigger['Namespace'],
      ...dimensions,
    },
    details: joined([asTrimmedText(alarm['AlarmDescription']), asTrimmedText(alarm['NewStateReason'])], '\n'),
  });
};

/** EventBridge puts a state change of CloudWatch in other words. */
const readEvent = (event: JsonFields, detail: JsonFields): WebhookReading => {
  const state = asObject(detail['state']) ?? {};
  return readAlarm({
    AlarmName: detail['alarmName'],
    AlarmArn: asList(event['resources'])?.[0],
    NewStateValue: state['value'],
    NewStateReason: state['reason'],
    AWSAccountId: event['account'],
    Region: event['region'],
  });
};

/** RDS’s subject is the same for all. EventBridge, Auto Scaling and others write JSON, of which a title is made. */
const titleOf = (envelope: JsonFields, message: JsonFields): string | null => {
  const ofRds = asLine(message['Event Message']);
  if (ofRds !== null) return joined([asLine(message['Source ID']), ofRds], ': ');
  const subject = asLine(envelope['Subject']) ?? asLine(message['summary']);
  const type = asLine(message['detail-type']);
  if (subject !== null || type === null) return subject ?? asLine(message['Description']) ?? asLine(message['Event']);
  const detail = asObject(message['detail']) ?? {};
  return joined([type, asLine(detail['title']) ?? nameOf(asTrimmedText(asList(message['resources'])?.[0]))], ': ');
};

/** What S3 and Auto Scaling send when notifications are set up. */
const isSetUp = (message: JsonFields): boolean => /^s3:TestEvent$|:TEST_NOTIFICATION$/.test(asTrimmedText(message['Event']) ?? '');

const readMessage = (envelope: JsonFields, text: string | null): WebhookReading => {
  const message = asJsonObject(text);
  const topic = asTrimmedText(envelope['TopicArn']);
  if (message && 'NewStateValue' in message) return readAlarm(message);
  const detail = asObject(message?.['detail']);
  if (message && detail && 'alarmName' in detail) return readEvent(message, detail);
  return readText(message ?? {}, titleOf(envelope, message ?? {}) ?? asLine(text), topic, text);
};

/** Any other message; as JSON it may have the fields of our generic one. */
const readText = (message: JsonFields, summary: string | null, topic: string | null, text: string | null): WebhookReading => {
  if (summary === null) return refuseMissing('Message', 'The notification has neither `Subject` nor `Message`.');
  const key = asTrimmedText(message['key']);
  return readAlert({
    action: actionOf(asTrimmedText(message['action'])) ?? actionOf(asTrimmedText(message['status'])) ?? 'trigger',
    key: key ?? hashOf(null, topic, summary),
    isHashed: key === null,
    test: isSetUp(message),
    summary,
    severity: message['severity'],
    labels: { topic: nameOf(topic), region: regionOf(topic) },
    details: text,
  });
};

/** Confirmed by this server where it is signed; otherwise a person follows the link, which only leads to Amazon. */
const readConfirmation = (envelope: JsonFields): WebhookReading => {
  const topic = asTrimmedText(envelope['TopicArn']);
  const url = confirmationOf(envelope);
  if (url === null) return refuseMissing('SubscribeURL', 'The `SubscribeURL` is not an address of Amazon SNS.');
  const reading = readAlert({
    action: 'trigger',
    key: `subscription/${topic ?? ''}`,
    summary: `Confirm the subscription of ${nameOf(topic) ?? 'the topic'} by its link`,
    severity: 'info',
    labels: { topic: nameOf(topic), region: regionOf(topic) },
    links: [['source', url, 'Confirm subscription']],
    test: true,
  });
  return { ...reading, confirms: url };
};

const rawText = ' text';

const readEnvelope = (sent: JsonFields): WebhookReading => {
  const type = asTrimmedText(sent['Type']);
  if (type === 'SubscriptionConfirmation') return readConfirmation(sent);
  if (type === 'UnsubscribeConfirmation') return nothing;
  if (rawText in sent) return readMessage({}, asTrimmedText(sent[rawText]));
  return type === 'Notification' ? readMessage(sent, asTrimmedText(sent['Message'])) : readMessage({}, JSON.stringify(sent));
};

/** Amazon SNS with CloudWatch’s alarms and other messages, also by raw delivery. Sender: docs.aws.amazon.com/sns, HTTP notifications. */
export const snsMessage = webhookFormat({
  kind: 'sns',
  says: 'A message of Amazon SNS, such as an alarm of CloudWatch',
  // by raw delivery it may be any text
  body: 'any',
  fieldsOfText: (text) => ({ [rawText]: text }),
  status: 200,
  read(sent) {
    const reading = readEnvelope(sent);
    const signed = signatureOf(sent);
    return reading.kind === 'signal' && signed ? { ...reading, signed } : reading;
  },
});

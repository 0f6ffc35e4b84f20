import { asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import type { SignedMessage } from '../../reading.js';

/** Addresses outside Amazon SNS are never called: whoever has the key may write them. */
const isOfSns = (url: string, path: RegExp): boolean =>
  URL.canParse(url) && /^https:\/\/sns\.[a-z]{2,}(?:-[a-z]+)+-\d\.amazonaws\.com(?:\.cn)?\//.test(url) && path.test(new URL(url).pathname);

const algorithms: Readonly<Record<string, SignedMessage['algorithm']>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

/** The fields that Amazon signs, in its order; a subject only where there is one. */
const fieldsOf = (type: string): readonly string[] =>
  type === 'Notification'
    ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
    : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];

const signedText = (envelope: JsonFields, type: string): string =>
  fieldsOf(type)
    .filter((field) => typeof envelope[field] === 'string')
    .map((field) => `${field}\n${String(envelope[field])}\n`)
    .join('');

/** What is checked before the message counts; undefined: it is not signed, as by raw delivery. */
export const signatureOf = (envelope: JsonFields): SignedMessage | undefined => {
  const signature = asTrimmedText(envelope['Signature']);
  const type = asTrimmedText(envelope['Type']);
  if (signature === null || type === null) return undefined;
  const certificate = asTrimmedText(envelope['SigningCertURL']) ?? asTrimmedText(envelope['SigningCertUrl']) ?? '';
  return {
    text: signedText(envelope, type),
    signature,
    algorithm: algorithms[asTrimmedText(envelope['SignatureVersion']) ?? '1'] ?? null,
    certificate: isOfSns(certificate, /\.pem$/) ? certificate : null,
  };
};

/** The address by which a subscription is confirmed; null when it is not Amazon’s. */
export const confirmationOf = (envelope: JsonFields): string | null => {
  const url = asTrimmedText(envelope['SubscribeURL']);
  return url !== null && isOfSns(url, /^\/$/) ? url : null;
};

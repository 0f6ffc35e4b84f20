import { simpleParser, type Attachment } from 'mailparser';

/** A delivery status notification (RFC 3464): what became of a mail, and which one it was. */
export interface BounceReport {
  /** The Message-ID of the mail that came back, with angle brackets. */
  readonly messageId: string;
  /** It will not be delivered; otherwise a server keeps trying. */
  readonly isFinal: boolean;
  /** `5.1.1: 550 5.1.1 … user unknown`, without addresses, at most 300 characters. */
  readonly detail: string;
}

/** Header fields of one block, unfolded, by their lower-case names. */
const fieldsOf = (block: string): ReadonlyMap<string, string> =>
  new Map(
    block
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const at = line.indexOf(':');
        return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : [];
      }),
  );

const textOf = ({ content }: Attachment): string => content.toString('utf8');
const withoutAddresses = (text: string): string =>
  text
    .replace(/\S+@\S+/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

/** What a recipient’s block says; undefined: it was delivered, relayed, or says nothing (RFC 3464, 2.3.3 and 2.3.4). */
const verdictOf = (fields: ReadonlyMap<string, string>): Pick<BounceReport, 'isFinal' | 'detail'> | undefined => {
  const action = fields.get('action')?.toLowerCase();
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0];
  const isFinal = action === 'failed' && status?.startsWith('5') === true;
  const isDelayed = action === 'delayed' || status?.startsWith('4') === true;
  if (status === undefined || !(isFinal || isDelayed)) return undefined;
  const text = withoutAddresses((fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;/, ''));
  return { isFinal, detail: text === '' ? status : `${status}: ${text}` };
};

/** Reads a mail that came back. Null: it is no such notification, or does not say which mail. */
export const readBounce = async (message: string): Promise<BounceReport | null> => {
  const mail = await simpleParser(message, { keepDeliveryStatus: true, skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
  const part = (...types: readonly string[]): Attachment | undefined =>
    mail.attachments.find(({ contentType }) => types.includes(contentType.toLowerCase()));
  const [status, original] = [
    part('message/delivery-status', 'message/global-delivery-status'),
    part('message/rfc822', 'text/rfc822-headers', 'message/global'),
  ];
  if (!status || !original) return null;
  const [headers = ''] = textOf(original).split(/\r?\n\r?\n/);
  const messageId = /<[^<>\s]+>/.exec(fieldsOf(headers).get('message-id') ?? '')?.[0];
  const verdicts = textOf(status)
    .split(/\r?\n[ \t]*\r?\n/)
    .flatMap((block) => verdictOf(fieldsOf(block)) ?? []);
  const verdict = verdicts.find(({ isFinal }) => isFinal) ?? verdicts[0];
  return messageId === undefined || verdict === undefined ? null : { messageId, ...verdict };
};

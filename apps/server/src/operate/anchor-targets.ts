import { readFile } from 'node:fs/promises';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import { newNonce } from '../secrets/random-secrets.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import { readNote } from '@tocsin/platform/proof/signed-note.js';
import { sealMail } from '../deliveries/seal-mail.js';
import type { Config } from '../config.js';

/** A place outside that takes seals. */
export interface AnchorTarget {
  readonly kind: FactOf<'LogAnchored'>['kind'];
  readonly host: string;
  /** Milliseconds between two seals; absent: it gets each. */
  readonly every?: number;
  /** Resolves with what is worth keeping of the answer. Rejects with a sentence when the seal was not taken. */
  readonly send: (note: string) => Promise<{ readonly token?: string }>;
}

type Outgoing = Pick<OutgoingHttp, 'post'>;

const call = { deadlineMs: alertGroupLimits.sendDeadline, isTrusted: true };

const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

const requireTaken = (host: string, status: number): void => {
  if (status < 200 || status > 299)
    throw new Error(`${host} answered ${status}: the seal is not anchored there yet. It is tried again in 10 min.`);
};

/** Any web server that keeps what it gets. */
export const webhookTarget = (outgoing: Outgoing, url: string): AnchorTarget => {
  const { host } = new URL(url);
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return {
    kind: 'webhook',
    host,
    send: async (note) => {
      const { status } = await outgoing.post(url, { ...call, body: note, headers });
      requireTaken(host, status);
      return {};
    },
  };
};

/** An authority of RFC 3161, whose token is verified against the certificate of its root before it is kept. */
export const timeStampTarget = (outgoing: Outgoing, url: string, certificateFile: string): AnchorTarget => {
  const { host } = new URL(url);
  const headers = { 'content-type': 'application/timestamp-query' };
  return {
    kind: 'time_stamp',
    host,
    send: async (note) => {
      // loaded here alone: most installations ask no authority
      const { certificatesIn, readTimeStamp, timeStampRequest } = await import('@tocsin/platform/proof/time-stamp.js');
      const nonce = newNonce();
      const trusted = certificatesIn(await readFile(certificateFile, 'utf8'));
      const { status, body } = await outgoing.post(url, { ...call, body: timeStampRequest(note, nonce), headers, isBinary: true });
      requireTaken(host, status);
      const { token } = await readTimeStamp(Buffer.from(body, 'base64'), note, nonce, trusted).catch((error: unknown) => {
        throw new Error(`The time stamp of ${host} is not accepted: ${(error as Error).message}. It is tried again in 10 min.`, {
          cause: error,
        });
      });
      return { token: token.toString('base64') };
    },
  };
};

/** A mailbox outside. The address stays out of the history: its domain says where the seal is. */
export const mailTarget = (mailer: Pick<Mailer, 'send'>, to: string): AnchorTarget => ({
  kind: 'mail',
  host: to.slice(to.lastIndexOf('@') + 1),
  every: duration.day,
  send: async (note) => {
    const { size } = readNote(note)!;
    await mailer.send({ ...sealMail(note, size), to, headers: automatic, deadlineMs: mailServerLimits.smtpDeadline });
    return {};
  },
});

export const anchorTargetsOf = (
  { anchorUrl, anchorMail, anchorAuthority }: Config,
  outgoing: Outgoing,
  mailer: Pick<Mailer, 'send'>,
): readonly AnchorTarget[] => [
  ...(anchorUrl === null ? [] : [webhookTarget(outgoing, anchorUrl)]),
  ...(anchorMail === null ? [] : [mailTarget(mailer, anchorMail)]),
  ...(anchorAuthority === null ? [] : [timeStampTarget(outgoing, anchorAuthority.url, anchorAuthority.certificateFile)]),
];

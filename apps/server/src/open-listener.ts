import { readCertificate, type Certificate } from '@tocsin/platform/http/certificate.js';
import { createOutgoingHttp } from './core/outgoing-http.js';
import type { ServerParts } from './core/server-parts.js';
import { BodyRoom } from './http/body-room.js';
import { HttpListener } from './http/listener.js';
import { RateLimits } from './http/rate-limits.js';
import { whileStarting } from './http/startup-page.js';
import { MailDoor } from './ingest/mail/mail-door.js';
import { MailReplies } from './public/mail-replies.js';
import type { AskAboutMail } from './ingest/mail/mail-messages.js';
import { isSenderAddress } from './ingest/routes.js';
import { openEndpoints } from './ingest/sender-server.js';
import { Refusals } from './ingest/refusals.js';

/** The server that listens before all other parts are ready. */
export interface OpenListener {
  readonly listener: HttpListener;
  readonly rates: RateLimits;
  readonly room: BodyRoom;
  /** Told once commands are taken. */
  readonly refusals: Refusals;
  readonly certificate: Certificate | null;
  /** Null: no mails are taken. */
  readonly mails: MailDoor | null;
  readonly replies: MailReplies;
  /** From now on, senders are asked to retry. */
  readonly shut: () => void;
}

const mailDoorOf = ({ config, troubles }: ServerParts, tls: Certificate | null, ask: AskAboutMail): MailDoor | null => {
  const { mailPort, host, hasOneThread } = config;
  if (mailPort === null) return null;
  return new MailDoor({ options: { port: mailPort, host, tls }, ask, hasOneThread, onTrouble: (error) => troubles.note('mails', error) });
};

/** Answers senders as soon as their keys are known. Throws CertificateRefused. */
export const openListener = async (parts: ServerParts): Promise<OpenListener> => {
  const { tls } = parts.config;
  const certificate = tls && readCertificate(tls, new Date());
  const [rates, room, refusals] = [new RateLimits(parts), new BodyRoom(), new Refusals(parts)];
  const replies = new MailReplies(parts);
  const outgoing = createOutgoingHttp(parts);
  let isOpen = true;
  const { answer, askAboutMail } = await openEndpoints({ parts, rates, room, refusals, outgoing, replies, isReady: () => isOpen });
  const front = new HttpListener({
    certificate,
    isForDoors: isSenderAddress,
    senders: answer,
    fallback: whileStarting(() => parts.folding.state()),
  });
  const shut = (): void => {
    isOpen = false;
    outgoing.close();
  };
  const mails = mailDoorOf(parts, certificate, askAboutMail);
  return { listener: front, rates, room, refusals, certificate, mails, replies, shut };
};

import type { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { MailFailed } from '@tocsin/platform/mail/mail-failed.js';
import type { MailFault, MailStep, MailTrouble } from '@tocsin/platform/mail/mail-errors.js';
import type { SmtpServer } from '@tocsin/platform/mail/smtp-server.js';

type TroubleSentence = (hostAndPort: string, reply: string, server: SmtpServer) => string;

const ports = 'Usual ports are 587 for STARTTLS and 465 for TLS.';
const trustIt = 'Install one that is trusted, or start Tocsin with NODE_EXTRA_CA_CERTS naming the file of its certificate authority.';

/** Sentences by fault, where the fault is more precise than the step. */
const byFault: Readonly<Partial<Record<MailFault, TroubleSentence>>> = {
  unknown_host: (_where, _message, { host }) => `The host name ${host} can’t be resolved. Check the host.`,
  refused: (hostAndPort) => `${hostAndPort} refused the connection: nothing is listening there. Check host and port. ${ports}`,
  no_answer: (hostAndPort) =>
    `${hostAndPort} did not answer in time. Check host and port, and whether a firewall blocks the connection. ${ports}`,
  no_greeting: (hostAndPort) =>
    `${hostAndPort} accepted the connection and then did not answer. It may expect TLS from the start: choose TLS, usually on port 465.`,
  no_mail_server: (hostAndPort) => `${hostAndPort} does not answer as a mail server does. Check the port. ${ports}`,
  untrusted: (hostAndPort) => `The certificate of ${hostAndPort} is not trusted. ${trustIt}`,
  another_name: (hostAndPort) => `The certificate of ${hostAndPort} is for another name. Use the host name in the certificate.`,
  expired: (hostAndPort) => `The certificate of ${hostAndPort} has expired, or is not valid yet. Renew it on the mail server.`,
  spoken_to_plain: (hostAndPort) =>
    `${hostAndPort} does not speak TLS from the start. Choose STARTTLS, usually on port 587, or another port.`,
  unconfirmed: (hostAndPort) =>
    `${hostAndPort} took a mail and did not confirm it: perhaps delivered, and sent again with the same Message-ID. Check whether the mail server is overloaded.`,
  not_offered: (hostAndPort) =>
    `${hostAndPort} does not offer STARTTLS. Choose TLS, usually on port 465; or None, only inside a network that you trust.`,
};

/** Sentences by the step that failed. */
const byStep: Readonly<Record<MailStep, TroubleSentence>> = {
  connect: (hostAndPort, reply) => `${hostAndPort} can’t be reached (${reply}). Check host and port. ${ports}`,
  tls: (hostAndPort, reply) => `A TLS connection to ${hostAndPort} could not be set up (${reply}). Check security and port. ${ports}`,
  login: (hostAndPort, reply) =>
    `${hostAndPort} refused the login (${reply}). Check user name and password; some providers want a password made for apps.`,
  sender: (hostAndPort, reply) => `${hostAndPort} refused the sender address (${reply}). Use an address that this login may send from.`,
  recipient: (hostAndPort, reply) =>
    `${hostAndPort} refused the recipient (${reply}). Check the address; some servers want a login before they send to others.`,
  message: (hostAndPort, reply) => `${hostAndPort} refused the message (${reply}). The sentence in parentheses is the server’s reason.`,
};

/** Sentences for a server that requires TLS or a login first. */
const demanded: Readonly<Partial<Record<MailStep, TroubleSentence>>> = {
  tls: (hostAndPort, reply) => `${hostAndPort} wants an encrypted connection first (${reply}). Choose STARTTLS, or TLS.`,
  login: (hostAndPort, reply) => `${hostAndPort} wants a login first (${reply}). Enter a user name and a password.`,
};

const wordsOf = ({ step, fault }: MailTrouble): TroubleSentence => (fault === 'demanded' ? demanded[step] : byFault[fault]) ?? byStep[step];

/** A server that puts mails off does so for minutes, which a page does not have. */
const greylistingNote = ({ step, reply }: MailTrouble): string =>
  (step === 'recipient' || step === 'message') && reply.startsWith('4')
    ? ' It may be greylisting: it takes mails from unknown servers only after some minutes. Pages are tried until someone answers them; to be on time, send through a relay that knows Tocsin.'
    : '';

/** Which step failed and what to change, in sentences for an owner. Contains no password. */
export const describeMailTrouble = (failure: OutgoingFailed, server: SmtpServer): string => {
  const { host, port } = server;
  const hostAndPort = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const mailTrouble = failure instanceof MailFailed ? failure.trouble : null;
  if (mailTrouble) return `${wordsOf(mailTrouble)(hostAndPort, mailTrouble.reply, server)}${greylistingNote(mailTrouble)}`;
  return `${hostAndPort} did not accept the mail in time. Check host and port, and whether the mail server is overloaded.`;
};

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerError, type SMTPServerSession } from 'smtp-server';
import { limits } from '@tocsin/contracts/limits.js';
import { networkOf } from '../../http/network.js';
import { isAccepted, isTemporary, type AskAboutMail, type MailAnswer, type MailDoorOptions, type ReadMail } from './mail-messages.js';
import { isReplyKey } from '../../secrets/mail-reply.js';
import { isByProgram, refusalOfMail } from './unwanted.js';

const { mails } = limits;

export interface SmtpDoor {
  readonly port: number;
  use(tls: NonNullable<MailDoorOptions['tls']>): void;
  close(): Promise<void>;
}

class SmtpRefusal extends Error implements SMTPServerError {
  readonly responseCode: number;

  constructor({ code, says }: MailAnswer) {
    super(says);
    this.responseCode = code;
  }
}

const tooLarge: MailAnswer = { code: 552, says: `A mail may have ${mails.bytes / 1_024 / 1_024} MiB` };
const unreadable: MailAnswer = { code: 554, says: 'The mail can’t be read' };
const failed: MailAnswer = { code: 451, says: 'Try again later' };

/** The part of an address that is the key: `key+anything@host`, in any case. */
const keyOf = (address: string): string => address.split('@', 1)[0]!.split('+', 1)[0]!.toLowerCase();

/** Each once. A mail answers one page, whatever the addresses it names. */
const keysOf = (keys: readonly string[]): readonly string[] => {
  const reply = keys.find(isReplyKey);
  return [...new Set(keys)].filter((key) => key === reply || !isReplyKey(key));
};

/** The rest of what is too large is read, so that the answer is heard, and dropped. */
const readBytes = async (stream: SMTPServerDataStream): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= mails.bytes) chunks.push(chunk);
  }
  return bytes <= mails.bytes ? Buffer.concat(chunks) : null;
};

/** References that are looked at. */
const mostAnswered = 10;

const answersIn = ({ messageId = '', inReplyTo, references = [], headerLines }: ParsedMail): Pick<ReadMail, 'answers'> => {
  const to = [inReplyTo ?? '', ...[references].flat().toReversed()].flatMap((text) => text.match(/<[^<>\s]{1,300}>/g) ?? []);
  return to.length === 0
    ? {}
    : { answers: { id: messageId.slice(0, 300), to: [...new Set(to)].slice(0, mostAnswered), isByProgram: isByProgram(headerLines) } };
};

const readMail = async (bytes: Buffer): Promise<ReadMail | MailAnswer> => {
  const parsed = await simpleParser(bytes, { skipImageLinks: true, skipTextToHtml: true, maxHtmlLengthToParse: mails.bytes });
  const refusal = refusalOfMail(parsed.headerLines);
  if (refusal !== null) return { code: 554, says: refusal };
  return {
    from: parsed.from?.text.slice(0, mails.characters) ?? '',
    subject: parsed.subject?.slice(0, mails.characters) ?? '',
    text: parsed.text?.slice(0, mails.characters) ?? '',
    ...answersIn(parsed),
  };
};

/** One answer for all recipients: a sender that tries again repeats what others have taken, which changes nothing. */
const togetherOf = (answers: readonly MailAnswer[]): MailAnswer =>
  answers.find(isTemporary) ?? answers.find(isAccepted) ?? answers[0] ?? failed;

const take = async (
  stream: SMTPServerDataStream,
  { envelope, remoteAddress: address }: SMTPServerSession,
  ask: AskAboutMail,
): Promise<MailAnswer> => {
  // a client that hung up hears no answer
  const bytes = await readBytes(stream).catch(() => undefined);
  if (!bytes) return bytes === null ? tooLarge : failed;
  const mail = await readMail(bytes).catch(() => unreadable);
  if ('code' in mail) return mail;
  const keys = keysOf(envelope.rcptTo.map((recipient) => keyOf(recipient.address)));
  return togetherOf(await Promise.all(keys.map((key) => ask({ ask: 'mail', key, address, mail }))));
};

type Callback = (error?: Error | null, says?: string) => void;

/** An error is reported, and the sender tries again. */
const answerOrLater = async (answering: Promise<MailAnswer>, onError: (error: unknown) => void): Promise<MailAnswer> => {
  try {
    return await answering;
  } catch (error) {
    onError(error);
    return failed;
  }
};

const settle = async (answering: Promise<MailAnswer>, callback: Callback, onError: (error: unknown) => void): Promise<void> => {
  const answer = await answerOrLater(answering, onError);
  if (isAccepted(answer)) callback(null, answer.says);
  else callback(new SmtpRefusal(answer));
};

/**
 * Takes mails by SMTP. Who may send is told by the key in the address of the recipient, before anything else is read. Everything is bounded: clients,
 * recipients, bytes, and the time of a connection.
 */
export const openSmtpDoor = async (
  { port, host, tls }: MailDoorOptions,
  ask: AskAboutMail,
  onError: (error: unknown) => void,
): Promise<SmtpDoor> => {
  let reading = 0;
  const takeIfRoom: typeof take = async (...mail) => {
    if (reading >= mails.atOnce) {
      mail[0].resume();
      return failed;
    }
    reading += 1;
    try {
      return await take(...mail);
    } finally {
      reading -= 1;
    }
  };
  const server = new SMTPServer({
    ...tls,
    banner: 'Tocsin',
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: mails.bytes,
    maxClients: mails.connections,
    socketTimeout: mails.silent,
    closeTimeout: 1_000,
    onMailFrom: ({ address }, _session, callback) =>
      callback(address === '' ? new SmtpRefusal({ code: 550, says: 'Mails without a sender are not taken' }) : null),
    onRcptTo: ({ address }, session, callback) => {
      if (session.envelope.rcptTo.length >= mails.recipients) return callback(new SmtpRefusal({ code: 452, says: 'Too many recipients' }));
      return void settle(ask({ ask: 'recipient', key: keyOf(address), address: session.remoteAddress }), callback, onError);
    },
    onData: (stream, session, callback) => void settle(takeIfRoom(stream, session, ask), callback, onError),
  });
  // a client that hangs up, or whose TLS fails, is not our error
  server.on('error', () => {});
  const byNetwork = new Map<string, number>();
  server.server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const open = (byNetwork.get(network) ?? 0) + 1;
    byNetwork.set(network, open);
    socket.once('close', () => {
      const left = byNetwork.get(network)! - 1;
      if (left === 0) byNetwork.delete(network);
      else byNetwork.set(network, left);
    });
    // a stranger must not take the places of all: a mail server tries again
    if (open > mails.ofNetwork) {
      socket.destroy();
      return;
    }
    const deadline = setTimeout(() => socket.destroy(), mails.within);
    socket.once('close', () => clearTimeout(deadline));
  });
  const listening = server.listen(port, host);
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    use: (fresh) => server.updateSecureContext({ ...fresh }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import { accountAt, accountOf, type Account } from '../../connections/accounts.js';
import { callTelegram, readTelegram } from '../../connections/telegram.js';
import type { AccountVerdict } from '../../core/breaker.js';
import { createChannel, erasedOutcome, failedOutcome, type Call, type Channel, type ChannelOutcome, type Erasing } from '../channel.js';
import type { ChannelDependencies } from '../dependencies.js';
import { besideBreaker, throughBreaker } from '../through-breaker.js';
import { renderTelegram } from './render.js';
import { paramsOf, plainParamsOf, type TelegramMessage } from './text.js';

export type TelegramDependencies = Pick<ChannelDependencies, 'connections'> & {
  readonly server: Pick<ChannelDependencies['server'], 'reads' | 'vault'>;
  readonly calls: { readonly http: Pick<OutgoingHttp, 'post'> };
};

const posted = z.object({ message_id: z.number(), chat: z.object({ id: z.number() }) });
export const messageIdOf = ({ message_id: id, chat }: z.infer<typeof posted>): string => `${chat.id}:${id}`;
/** The chat, and the number in it. */
export const splitId = (id: string): readonly [chat: string, message: number] => {
  const at = id.indexOf(':');
  return [id.slice(0, at), Number(id.slice(at + 1))];
};

interface MessageCall {
  readonly method: 'sendMessage' | 'editMessageText';
  readonly where: object;
}

/** Calls Telegram with a message. `sent`: it is in the chat; nothing says that a phone has shown it. */
export const callWithMessage = async (
  http: Pick<OutgoingHttp, 'post'>,
  account: Account,
  { method, where }: MessageCall,
  message: TelegramMessage,
  call: Call,
): Promise<{ readonly outcome: ChannelOutcome; readonly verdict: AccountVerdict }> => {
  const post = async (params: object) => readTelegram(await callTelegram(http, account, method, { ...where, ...params }, call), posted);
  let read = await post(paramsOf(message));
  if (!read.ok && read.text === "can't parse entities") read = await post(plainParamsOf(message));
  if (read.ok) return { outcome: { ok: true, state: 'sent', providerId: messageIdOf(read.value) }, verdict: 'works' };
  const { reason, detail, retry, verdict, retryAfter } = read;
  return { outcome: { ok: false, reason, detail, retry, ...(retryAfter === undefined ? {} : { retryAfter }) }, verdict };
};

/** `below`: the message that it answers. */
export const sendToTelegram = async (
  { server, calls: { http }, connections }: TelegramDependencies,
  to: string,
  message: TelegramMessage,
  call: Call,
  below: string | null = null,
): Promise<ChannelOutcome> => {
  const account = accountOf(server, 'telegram');
  if (!account) return failedOutcome('delivery.connection_removed', '', false);
  const answered = below === null ? {} : { reply_parameters: { message_id: splitId(below)[1], allow_sending_without_reply: true } };
  const sending: MessageCall = { method: 'sendMessage', where: { chat_id: Number(to), ...answered } };
  return throughBreaker(connections, account, to, () => callWithMessage(http, account, sending, message, call));
};

/** A bot deletes its messages for two days; later Telegram refuses it. */
const eraseInTelegram =
  ({ server, calls: { http }, connections }: TelegramDependencies): Erasing =>
  async ({ providerId, sentAt }, call) => {
    const account = accountAt(server, 'telegram', sentAt);
    if (!account) return failedOutcome('delivery.connection_removed', '', false);
    const [chat, message] = splitId(providerId);
    return besideBreaker(connections, account, async () => {
      const params = { chat_id: Number(chat), message_id: message };
      const read = readTelegram(await callTelegram(http, account, 'deleteMessage', params, call), z.literal(true));
      if (read.ok || read.text === 'message to delete not found') return erasedOutcome;
      return failedOutcome(read.reason, read.detail, read.retry);
    });
  };

/** A message of the organisation’s bot in its private chat with a person. */
export const telegramChannel = (dependencies: TelegramDependencies): Channel =>
  createChannel<TelegramMessage>({
    kind: 'telegram',
    render: renderTelegram,
    preview: ({ plain, buttons }) => ({ title: null, text: plain, isJson: false, acts: buttons.map(({ text }) => text) }),
    send: (message, { address }, call) => sendToTelegram(dependencies, address, message, call),
    erase: eraseInTelegram(dependencies),
  });

import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { callWithMessage, splitId } from '../../channels/telegram/channel.js';
import { renderCard } from '../../channels/telegram/text.js';
import type { Chat } from '../page-messages.js';

export const telegramChat = (http: Pick<OutgoingHttp, 'post'>): Chat => ({
  kind: 'telegram',
  through: 'telegram',
  placeOf: (id) => splitId(id)[0],
  edit: (account, id, card, call) => {
    const [chat, message] = splitId(id);
    const edit = { method: 'editMessageText', where: { chat_id: Number(chat), message_id: message } } as const;
    return callWithMessage(http, account, edit, renderCard(card), call);
  },
});

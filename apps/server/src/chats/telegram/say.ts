import { duration } from '@tocsin/contracts/duration.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Account } from '../../connections/accounts.js';
import { callTelegram } from '../../connections/telegram.js';
import type { Says } from './take-update.js';

const within = { deadlineMs: 10 * duration.second };
/** Of a notice above the chat. */
const noticeCharacters = 200;

/** Answers a press, whose button would spin else, or writes to somebody. What can’t be said is not said: the press was carried out. */
export const sayIn = async (http: Pick<OutgoingHttp, 'post'>, account: Account, says: Says): Promise<void> => {
  const { text } = says;
  const call =
    says.kind === 'notice'
      ? {
          method: 'answerCallbackQuery',
          params: { callback_query_id: says.queryId, text: text.slice(0, noticeCharacters), show_alert: text !== '' },
        }
      : { method: 'sendMessage', params: { chat_id: Number(says.user), text } };
  await callTelegram(http, account, call.method, call.params, within).catch((error: unknown) => {
    if (!(error instanceof OutgoingFailed)) throw error;
  });
};

import { createHash, createHmac } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import { isSameText } from './same-bytes.js';

const day = duration.day / duration.second;

/** Whether a webhook of Telegram brings the secret token that was set for it, as `X-Telegram-Bot-Api-Secret-Token`. Source: Bot API, setWebhook. */
export const hasTelegramToken = (secretToken: string, header: string | null): boolean => header !== null && isSameText(header, secretToken);

/**
 * Whether Telegram signed these fields of its login widget for this bot, at most a day ago. `now`: seconds since 1970. Source:
 * core.telegram.org/widgets/login.
 */
export const isSignedByTelegram = (botToken: string, data: Readonly<Record<string, string>>, now: number): boolean => {
  const { hash = '', ...fields } = data;
  const lines = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`);
  const key = createHash('sha256').update(botToken).digest();
  const age = now - Number(fields['auth_date']);
  return age <= day && isSameText(createHmac('sha256', key).update(lines.join('\n')).digest('hex'), hash);
};

import { z } from 'zod';
import { telegramBot, telegramUser } from '../../telegram-ids.js';
import { baseUrl, pace, secret } from './fields.js';

export const telegramConnection = {
  word: 'Telegram',
  fields: z.strictObject({ baseUrl, botName: telegramBot, ...pace }),
  secrets: z.strictObject({
    botToken: secret.refine((text) => /^\d{3,20}:[\w-]{20,100}$/.test(text), 'The token that BotFather gave, such as 123456:ABC….'),
  }),
  boundTo: ['baseUrl'],
  // a bot reaches only who wrote to it first, so a test may do without
  testTo: z
    .string()
    .trim()
    .regex(/^\d{0,20}$/, 'Your Telegram ID, which the bot tells you; or nothing.'),
  account: telegramUser,
} as const;

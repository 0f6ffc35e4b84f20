import { z } from 'zod';

/** A user’s number, which is that of their private chat with a bot. */
export const telegramUser = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,19}$/, 'Your Telegram ID, such as 123456789.');

/** A group’s number, which the bot says in it. */
export const telegramGroup = z
  .string()
  .trim()
  .regex(/^-\d{1,20}$/, 'The ID of a group, such as -1001234567890.');

/** As BotFather shows it, with or without @. */
export const telegramBot = z
  .string()
  .trim()
  .overwrite((text) => text.replace(/^@/, ''))
  .regex(/^[A-Za-z]\w{3,31}$/, 'The username of the bot, such as acme_tocsin_bot.');

/** What follows `/start`, at most 64 characters: whoever presses Start there is linked to the person who was shown it. */
export const startLink = (botName: string, code: string): string => `https://t.me/${botName}?start=${code}`;

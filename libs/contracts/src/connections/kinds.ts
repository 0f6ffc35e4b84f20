import { z } from 'zod';
import { phoneNumber } from '../phone-number.js';
import { pushoverToken, pushoverUser } from '../pushover-ids.js';
import { slackChannel, slackMember } from '../slack-ids.js';
import { telegramBot } from '../telegram-ids.js';
import { phoneSettings } from './phone-settings.js';
import * as connectionLimits from './limits.js';

const secret = z.string().trim().min(1).max(connectionLimits.secretCharacters);

/** Requests go to paths below this address: no query, no final slash. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(200)
  .overwrite((text) => text.replace(/\/+$/, ''))
  .refine((text) => !/[?#@]/.test(text), 'An address such as https://api.twilio.com.');

/** A phone number, or a messaging service that chooses one. */
const sender = z.union(
  [z.string().regex(/^MG[0-9a-f]{32}$/), phoneNumber],
  'A phone number such as +14155550100, or a messaging service: MG….',
);

const tokenOf = (prefix: string) => secret.refine((text) => text.startsWith(prefix), `It begins with ${prefix}.`);

/**
 * Kinds of external accounts: their fields (secret ones are kept in the vault), what a stored secret is bound to (it is sent only where it was entered for), and
 * where the message of a test goes.
 */
export const connectionKinds = {
  twilio: {
    word: 'Twilio',
    fields: z.strictObject({
      baseUrl,
      accountSid: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9-]{1,64}$/, 'It begins with AC.'),
      sender,
      ...phoneSettings,
    }),
    secrets: z.strictObject({ authToken: secret }),
    boundTo: ['baseUrl', 'accountSid'],
    testTo: phoneNumber,
  },
  slack: {
    word: 'Slack',
    fields: z.strictObject({ baseUrl }),
    secrets: z.strictObject({ botToken: tokenOf('xoxb-'), appToken: tokenOf('xapp-') }),
    boundTo: ['baseUrl'],
    testTo: z.union([slackMember, slackChannel], 'A member ID such as U012AB3CD, or a channel ID such as C012AB3CD.'),
  },
  pushover: {
    word: 'Pushover',
    fields: z.strictObject({ baseUrl }),
    secrets: z.strictObject({ apiToken: pushoverToken }),
    boundTo: ['baseUrl'],
    testTo: pushoverUser,
  },
  telegram: {
    word: 'Telegram',
    fields: z.strictObject({ baseUrl, botName: telegramBot }),
    secrets: z.strictObject({
      botToken: secret.refine((text) => /^\d{3,20}:[\w-]{20,100}$/.test(text), 'The token that BotFather gave, such as 123456:ABC….'),
    }),
    boundTo: ['baseUrl'],
    // a bot reaches only who wrote to it first, so a test may do without
    testTo: z
      .string()
      .trim()
      .regex(/^\d{0,20}$/, 'Your Telegram ID, which the bot tells you; or nothing.'),
  },
} as const;

export type ConnectionKind = keyof typeof connectionKinds;
export const connectionKindNames = Object.keys(connectionKinds) as [ConnectionKind, ...ConnectionKind[]];

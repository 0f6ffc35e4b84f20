import { z } from 'zod';
import { phoneNumber } from '../../phone-number.js';
import { phoneSettings } from '../phone-settings.js';
import { baseUrl, pace, secret } from './fields.js';

/** A phone number, or a messaging service that chooses one. */
const sender = z.union(
  [z.string().regex(/^MG[0-9a-f]{32}$/), phoneNumber],
  'A phone number such as +14155550100, or a messaging service: MG….',
);

export const twilioConnection = {
  word: 'Twilio',
  fields: z.strictObject({
    baseUrl,
    accountSid: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9-]{1,64}$/, 'It begins with AC.'),
    sender,
    ...phoneSettings,
    ...pace,
  }),
  secrets: z.strictObject({ authToken: secret }),
  boundTo: ['baseUrl', 'accountSid'],
  inbound: { path: 'sms' },
  testTo: phoneNumber,
} as const;

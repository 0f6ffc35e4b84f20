import { z } from 'zod';
import { phoneNumber } from '../../phone-number.js';
import { phoneSettings } from '../phone-settings.js';
import { baseUrl, pace, secret, type Fields } from './fields.js';

/** Names, each with its value or a `{place}` for one: `to={to}&text={text}`. */
const template = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^(?:[^=&\s]+=[^&\r\n]*(?:&|$))*$/, 'Names and values such as to={to}&text={text}.');

/** Values that mean the same, such as 2 16. */
const values = z
  .string()
  .trim()
  .max(200)
  .regex(/^\S*(?: \S+)*$/)
  .optional();

/** A plain HTTP gateway for SMS, as Kannel is one: a call for each message, and its own calls for reports and replies. */
export const gatewayConnection = {
  word: 'SMS gateway',
  fields: z.strictObject({
    baseUrl,
    /** How parameters are sent: in the address, or in the body of a POST. */
    method: z.enum(['query', 'form']),
    parameters: template(1_000)
      .refine((text) => text.includes('{to}') || text.includes('{digits}'), 'It needs {to}, the number.')
      .refine((text) => text.includes('{text}'), 'It needs {text}, the message.'),
    sender: z.string().trim().max(20).optional(),
    user: z.string().trim().max(100).optional(),
    headerName: z
      .string()
      .trim()
      .max(60)
      .regex(/^[A-Za-z0-9-]*$/, 'The name of a header, such as Authorization.')
      .optional(),
    /** A text that the answer to an accepted message has; `{id}` stands for the gateway’s id of it. */
    accepted: z.string().trim().max(200).optional(),
    /** The names of parameters by which reports and replies come. */
    incoming: template(300).optional(),
    delivered: values,
    failed: values,
    ...phoneSettings,
    ...pace,
  }),
  secrets: z.strictObject({ password: secret.optional(), headerValue: secret.optional() }),
  needs: ({ parameters = '', headerName = '' }: Fields) => [
    ...(parameters.includes('{password}') ? ['password'] : []),
    ...(headerName === '' ? [] : ['headerValue']),
  ],
  boundTo: ['baseUrl', 'headerName'],
  mayBePrivate: true,
  inbound: { path: 'gateway', isProvenByPath: true },
  testTo: phoneNumber,
} as const;

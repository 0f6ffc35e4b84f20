import { z } from 'zod';
import { slackChannel, slackMember } from '../../slack-ids.js';
import { baseUrl, pace, secret, tokenOf, type Fields } from './fields.js';

/** How presses come: by a socket that this server holds, or by Slack’s requests; by both while one replaces the other. */
const interactivities = ['socket_mode', 'request_url', 'both'] as const;

export const slackConnection = {
  word: 'Slack',
  fields: z.strictObject({ baseUrl, interactivity: z.enum(interactivities).optional(), ...pace }),
  secrets: z.strictObject({
    botToken: tokenOf('xoxb-'),
    appToken: tokenOf('xapp-').optional(),
    signingSecret: secret.refine((text) => /^[A-Za-z0-9]{20,64}$/.test(text), 'Under “App Credentials”: 32 letters and digits.').optional(),
  }),
  needs: ({ interactivity = 'socket_mode' }: Fields) => [
    'botToken',
    ...(interactivity === 'request_url' ? [] : ['appToken']),
    ...(interactivity === 'socket_mode' ? [] : ['signingSecret']),
  ],
  inbound: { path: 'slack', secret: 'signingSecret' },
  boundTo: ['baseUrl'],
  testTo: z.union([slackMember, slackChannel], 'A member ID such as U012AB3CD, or a channel ID such as C012AB3CD.'),
  account: slackMember,
} as const;

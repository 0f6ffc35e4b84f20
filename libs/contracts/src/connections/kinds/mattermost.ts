import { z } from 'zod';
import { baseUrl, pace } from './fields.js';

/** A server, typed by an admin and so trusted: webhooks beneath its address may be in a private network, and their messages have buttons. */
export const mattermostConnection = {
  word: 'Mattermost',
  fields: z.strictObject({ baseUrl, ...pace }),
  secrets: z.strictObject({}),
  boundTo: ['baseUrl'],
  mayBePrivate: true,
  testTo: z.url({ protocol: /^https?$/ }).max(2_000),
} as const;

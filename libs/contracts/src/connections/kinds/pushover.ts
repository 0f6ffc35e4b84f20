import { z } from 'zod';
import { baseUrl, pace } from './fields.js';

/** A user, or a group of them, as their dashboard shows it. */
const user = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{30}$/, 'Your user key: 30 letters and digits.');

/** The API token of an application. */
const token = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{30}$/, 'The API token of the application: 30 letters and digits.');

export const pushoverConnection = {
  word: 'Pushover',
  fields: z.strictObject({ baseUrl, ...pace }),
  secrets: z.strictObject({ apiToken: token }),
  boundTo: ['baseUrl'],
  testTo: user,
  account: user,
} as const;

import { z } from 'zod';

/** A user, or a group of them, as their dashboard shows it. */
export const pushoverUser = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{30}$/, 'Your user key: 30 letters and digits.');

/** The API token of an application. */
export const pushoverToken = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{30}$/, 'The API token of the application: 30 letters and digits.');

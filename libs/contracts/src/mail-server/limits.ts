import { duration } from '../duration.js';

const { second } = duration;

export const smtpDeadline = 30 * second;
/** Deadlines of a test of the mail server: the whole test, and the greeting. */
export const mailTest = { deadline: 20 * second, greeting: 8 * second } as const;

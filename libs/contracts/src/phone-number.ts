import { z } from 'zod';

/** A phone number in E.164: `+41791234567`. Spaces, brackets, dots and hyphens between its digits are left out. */
export const phoneNumber = z
  .string()
  .trim()
  .max(40)
  .overwrite((text) => text.replace(/[\s().-]/g, ''))
  .regex(/^\+[1-9]\d{6,14}$/, 'A phone number with its country code, such as +41 79 123 45 67.');

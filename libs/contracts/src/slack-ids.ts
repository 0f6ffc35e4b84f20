import { z } from 'zod';

/** As Slack’s profiles show it: _Copy member ID_. */
export const slackMember = z
  .string()
  .trim()
  .regex(/^[UW][A-Z0-9]{2,20}$/, 'A member ID such as U012AB3CD.');

/** As the details of a channel show it. */
export const slackChannel = z
  .string()
  .trim()
  .regex(/^[CG][A-Z0-9]{2,20}$/, 'A channel ID such as C012AB3CD.');

/** As the address of a user group’s page ends. */
export const slackUserGroup = z
  .string()
  .trim()
  .regex(/^S[A-Z0-9]{2,20}$/, 'The ID of a user group such as S012AB3CD.');

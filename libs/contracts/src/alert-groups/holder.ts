import { z } from 'zod';
import { id } from '../ids.js';

/** The assignee: a person, the monitoring system that acknowledged, or a program by its service token. */
export const holder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), personId: id }),
  z.object({ kind: z.literal('sender'), integrationId: id }),
  z.object({ kind: z.literal('token'), tokenId: id }),
]);
export type Holder = z.infer<typeof holder>;

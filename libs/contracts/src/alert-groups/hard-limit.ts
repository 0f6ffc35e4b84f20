import { z } from 'zod';
import { event } from '../message.js';
import { id } from '../ids.js';

/** In the stream of the alert group that an integration has while signals of it are refused. */
export const hardLimitEvents = {
  SignalsRefused: event(
    1,
    ['signals', 'Alerts refused'],
    'An integration is still above its hard limit: the number of further refused signals.',
    z.object({ groupId: id, refused: z.number().int().positive() }),
  ),
};

import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';

/** Acts on an open group by which people do more than to answer for it. Resolving it is another one. */
export const workTypes = [
  'AlertGroupEscalated',
  'MessageResent',
  'NoteAdded',
  'ResponderJoined',
  'RespondersAdded',
] as const satisfies readonly AlertGroupFact['type'][];

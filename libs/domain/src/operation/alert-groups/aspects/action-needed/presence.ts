import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import { toolPlanOf, type Actor } from '@tocsin/contracts/envelope.js';

/** Facts by which people act on a group. Marking it as noise is none. */
export const personActTypes = [
  'AcknowledgementRenewed',
  'AlertGroupAcknowledged',
  'AlertGroupAcknowledgedToo',
  'AlertGroupEscalated',
  'AlertGroupResolved',
  'AlertGroupReturnedToFiring',
  'AlertGroupSnoozed',
  'AlertGroupTakenOver',
  'AlertGroupUnsnoozed',
  'MessageResent',
  'NoteAdded',
  'PageAnswered',
  'ReassignmentRequested',
  'ResponderJoined',
  'RespondersAdded',
] as const satisfies readonly AlertGroupFact['type'][];

/** The person who acted; undefined: no person did, but perhaps a program in their name. */
export const actingPerson = ({ kind, id, via }: Actor): string | undefined =>
  kind === 'person' && toolPlanOf({ via }) === undefined ? id : undefined;

/** The same list where nobody is new. */
export const withPresent = (wasThere: readonly string[], personId: string | undefined): readonly string[] =>
  personId === undefined || wasThere.includes(personId) ? wasThere : [...wasThere, personId];

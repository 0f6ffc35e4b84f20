import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { Closing, AlertGroupCore } from './state.js';

const { firstReview } = limits.closing;

/** Facts that show that a group is not forgotten, unless Tocsin itself made them. */
export const touching: readonly AlertGroupFact['type'][] = [
  'AlertGroupOpened',
  'AlertsFired',
  'AlertsResolved',
  'AlertsEnding',
  'AlertsResumed',
  'AlertsCounted',
  'AlertsLeftOut',
  'AlertsTakenInHand',
  'AlertGroupAcknowledged',
  'AlertGroupSnoozed',
  'AlertGroupUnsnoozed',
  'AlertGroupAcknowledgedToo',
  'AcknowledgementRenewed',
  'AlertGroupTakenOver',
  'ReassignmentRequested',
  'RespondersAdded',
  'ResponderJoined',
  'AlertGroupEscalated',
  'AlertGroupReturnedToFiring',
  'AlertGroupReopened',
  'NoteAdded',
  'AlertGroupMarkedAsNoise',
  'AlertGroupNoiseMarkRemoved',
  'PageStarted',
  'PageAnswered',
  'MessageResent',
];
const isTouching: ReadonlySet<string> = new Set(touching);
export const isTouch = (type: string, actor: Actor): boolean => actor.kind !== 'system' && isTouching.has(type);

/** The first review, planned when a group is opened; null: no sender can report it again. */
export const firstReviewOf = ({ origin, test }: Pick<AlertGroupCore, 'origin' | 'test'>, at: string, eventId: string): Closing | null =>
  origin.kind === 'signal' && !test ? { act: 'review', dueAt: plus(at, firstReview), plannedBy: eventId } : null;

/** A person acts on the group, or its sender reports it: a planned closing is called off. */
export const touchedAt = (closing: Closing | null, at: string, eventId: string): Closing | null =>
  closing?.act === 'close' ? { act: 'review', dueAt: plus(at, firstReview), plannedBy: eventId } : closing;

import type { Actor } from '@tocsin/contracts/envelope.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { AlertGroupCore, ExistingGroup } from '../../state.js';
import type { ClosingPlan } from './part.js';

const { firstReview } = alertGroupLimits.closing;

/** Whatever a person or a sender did shows that a group is not forgotten. */
export const isActivity = (actor: Actor): boolean => actor.kind !== 'system';

/** The first review, planned when a group is opened; null: no sender can report it again. */
export const firstReviewOf = (
  { origin, test }: Pick<AlertGroupCore, 'origin' | 'test'>,
  at: string,
  eventId: string,
): ClosingPlan | null =>
  origin.kind === 'signal' && !test ? { act: 'review', dueAt: addMillis(at, firstReview), plannedBy: eventId } : null;

export const closingPlanOf = ({ status, closing }: ExistingGroup): ClosingPlan | null => (status === 'resolved' ? null : closing);

/** A person acts on the group, or its sender reports it: a planned closing is called off. */
export const postponeClosing = (closing: ClosingPlan | null, at: string, eventId: string): ClosingPlan | null =>
  closing?.act === 'close' ? { act: 'review', dueAt: addMillis(at, firstReview), plannedBy: eventId } : closing;

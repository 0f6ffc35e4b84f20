import { organisationKey } from '@tocsin/contracts/organisation.js';
import type { EventReads } from '@tocsin/domain/event-subscriptions/reads.js';

/** Restored, and not let to send yet: since when, and of which backup. */
export const heldIn = ({ organisation }: Pick<EventReads, 'organisation'>): { readonly since: string; readonly backupAt: string } | null =>
  organisation.get(organisationKey)?.held ?? null;

import { organisationKey } from '@tocsin/contracts/organisation.js';
import type { EventReads } from '@tocsin/domain/event-subscriptions/reads.js';

/** Set while a restored store is paused and may not send yet: since when, and from which backup. */
export const heldIn = ({ organisation }: Pick<EventReads, 'organisation'>): { readonly since: string; readonly backupAt: string } | null =>
  organisation.get(organisationKey)?.held ?? null;

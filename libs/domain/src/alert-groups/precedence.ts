import type { Urgency } from '@tocsin/contracts/contacts.js';
import type { Page } from './state.js';

/** What goes last of an alert group: what keeps somebody informed and wakes nobody. */
export const quietRank = 4;
/** Behind all that is for a person: calls of event subscriptions. */
export const machineRank = 5;

/** Whoever has not been paged yet goes before whoever is paged once more; high urgency goes before low. */
export const rankOfUrgency = (urgency: Urgency, isRepeat: boolean): number => (urgency === 'high' ? 0 : 2) + (isRepeat ? 1 : 0);

/** Whether somebody was asked to hand over one of its attempts, as far as is known: one that went stale is not. */
const isAttempted = ({ attempts }: Page): boolean =>
  Object.values(attempts).some(({ startedAt, state }) => startedAt !== null && state !== 'stale');

/** Where an attempt of a page stands among all that are due. */
export const rankOfPage = (page: Page): number => (page.quiet ? quietRank : rankOfUrgency(page.urgency, isAttempted(page)));

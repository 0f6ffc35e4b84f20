import type { Urgency } from '@tocsin/contracts/contacts.js';

/** What goes last of an alert group: what keeps somebody informed and wakes nobody. */
export const quietRank = 4;
/** Behind all that is for a person: calls of event subscriptions. */
export const machineRank = 5;

/** Whoever has not been paged yet goes before whoever is paged once more; high urgency goes before low. */
export const rankOfUrgency = (urgency: Urgency, isRepeat: boolean): number => (urgency === 'high' ? 0 : 2) + (isRepeat ? 1 : 0);

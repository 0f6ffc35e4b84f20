import type { Urgency } from '@tocsin/contracts/contacts/events.js';

/** The last rank for people: messages that only inform and wake no one. */
export const quietRank = 4;
/** After everything for people: calls of event subscriptions. */
export const machineRank = 5;

/** High urgency before low; within each, people who have not been paged yet before repeats. */
export const rankOfUrgency = (urgency: Urgency, isRepeat: boolean): number => (urgency === 'high' ? 0 : 2) + (isRepeat ? 1 : 0);

import { personJoined } from './facts.js';
import { actorWithRole, LargeWorld, person } from './large-world.js';

export const laterInstant = '2027-11-21T03:12:00.000Z';
export const hash = (n = 0): string => `${n}`.padEnd(64, 'f');
export const reference = (n = 0): string => `${n}`.padEnd(80, 'r');

/** An owner and a member. */
export const peopleWorld = (): LargeWorld => new LargeWorld().has('people-directory', personJoined(0, 'owner'), personJoined(1));
/** The member. */
export const self = actorWithRole(person(1), 'member');

import { canServe } from './can-serve.js';
import type { PersonRow } from './rows.js';

/** Whether a person can be paged, or stand in for another: as `canServe`, once they have joined. */
export const canBePaged = (person: Pick<PersonRow, 'state' | 'role'>): boolean => person.state === 'active' && canServe(person);

import type { PersonRow } from './rows.js';

/** Whether a person can be given a duty: active or invited, and no observer. Server and web ask here. */
export const canServe = ({ state, role }: Pick<PersonRow, 'state' | 'role'>): boolean =>
  (state === 'active' || state === 'invited') && role !== 'observer';

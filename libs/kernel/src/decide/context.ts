import type { Context } from './decider.js';
import { derivedId } from '../ids.js';

/** What a decision may use at this instant: the same wherever it is made, live, in a World or again from the log. */
export const contextAt = <Reads>(setting: Omit<Context<Reads>, 'newId'>): Context<Reads> => ({
  ...setting,
  newId: (purpose, n = 0) => derivedId(setting.now, setting.commandId, purpose, n),
});

import type { Context } from './decider.js';
import { deriveId } from '../ids.js';

/** The same function builds a decision’s context live, in a World and in a replay. */
export const makeContext = <Reads>(setting: Omit<Context<Reads>, 'newId'>): Context<Reads> => ({
  ...setting,
  newId: (purpose, n = 0) => deriveId(setting.now, setting.commandId, purpose, n),
});

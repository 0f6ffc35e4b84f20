import { duration } from '../duration.js';

const { minute } = duration;

export const reopenWindow = 10 * minute;
export const ackTimeoutMinutes = { high: 30, low: 0 } as const;
/** Labels that conditions see as `service.<name>`. */
export const labelsPerService = 10;
export const labelNameCharacters = 50;
export const labelValueCharacters = 100;

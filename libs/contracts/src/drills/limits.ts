import { duration } from '../duration.js';

const { day } = duration;

/** Drills: how long the escalation is followed, how far ahead coverage is checked, listed gaps, labels and their length. */
export const drill = { longest: 1 * day, ahead: 28 * day, listed: 500, labels: 64, labelCharacters: 256 } as const;

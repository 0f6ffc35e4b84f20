import { duration } from '../duration.js';

const { day } = duration;

/** Drills: how long the escalation is followed, how far ahead coverage is checked, listed gaps, labels and their length. */
export const drill = { longest: 1 * day, ahead: 28 * day, listed: 500, labels: 64, labelCharacters: 256 } as const;

/** Drills that page people: how far ahead, how long, how many alert groups, and how many people are asked. */
export const planned = { ahead: 28 * day, longest: 4 * duration.hour, groups: 20, people: 200 } as const;

import { duration } from '../duration.js';

const { minute } = duration;

export const openIdRound = 10 * minute;

export { subtractIntervals, uniteIntervals } from '../shifts/intervals.js';

export { refusals } from './refusals.js';

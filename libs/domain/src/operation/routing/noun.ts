import { arrivalsView } from './arrivals.view.js';
import { signalsReceived } from './gathering.js';
import { repeatsView } from './repeats.view.js';

export * as memory from './memory.js';
export { causes } from './causes.js';
export const gatherings = [signalsReceived];
export const views = [repeatsView, arrivalsView];

import { keepsWhatItPromises } from './engine/keeps-what-it-promises.js';

describe('the real engine under a seeded scheduler', () => keepsWhatItPromises('even'));

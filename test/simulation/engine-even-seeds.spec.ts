import { defineSeedTests } from './engine/define-seed-tests.js';

describe('the real engine under a seeded scheduler', () => defineSeedTests('even'));

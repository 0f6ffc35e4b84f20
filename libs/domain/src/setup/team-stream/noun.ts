import { teamDecider } from './decider.js';

export const deciders = [teamDecider];

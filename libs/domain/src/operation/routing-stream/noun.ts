import { routingDecider } from './decider.js';

export const deciders = [routingDecider];

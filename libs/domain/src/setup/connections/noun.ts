import { connectionsDecider } from './decider.js';
import { smsPartsProcess } from './sms-parts.process.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [connectionsDecider];
export const processes = [smsPartsProcess];

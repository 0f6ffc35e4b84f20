import type { EndingConnectionRow } from '@tocsin/contracts/connections/noun.js';
import type { TimedRows } from '@tocsin/kernel/registry.js';
import { connectionsDecider } from './decider.js';
import { removedConnectionDecider, timersOfConnection } from './ending-connections.js';
import { smsPartsProcess } from './sms-parts.process.js';

export * as memory from './memory.js';
export { inputs } from './decider.js';
export const deciders = [connectionsDecider, removedConnectionDecider];
export const processes = [smsPartsProcess];
export const timers: readonly TimedRows[] = [
  { view: 'endingConnections', category: 'removedConnection', due: (row: EndingConnectionRow) => timersOfConnection(row) },
];

import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { ConfigurationReads } from '../../reads.js';
import type { HeartbeatState } from './state.js';

/** What decisions about heartbeats read: their pings are in other streams. */
export interface HeartbeatReads extends ConfigurationReads {
  readonly heartbeats: Rows<HeartbeatState>;
}

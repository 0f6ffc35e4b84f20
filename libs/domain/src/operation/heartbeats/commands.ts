import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { commands } from '@tocsin/contracts/heartbeats/noun.js';
import type { Messages } from '@tocsin/contracts/message.js';

type Public = Messages<typeof commands>;
type DataOf<T extends Public['type']> = Extract<Public, { readonly type: T }>['data'];
type Keyed = 'CreateHeartbeat' | 'IssueHeartbeatKey' | 'RevealHeartbeatKey' | 'EndHeartbeatKey';

/** The server adds a new key: its keyed hash, and its vault reference. */
interface WithNewKey<T extends 'CreateHeartbeat' | 'IssueHeartbeatKey'> {
  readonly type: T;
  readonly data: DataOf<T> & { readonly keyHash: string; readonly keyRef: string };
}
/** The log knows a key by its hash; clients use another id. */
interface AboutKey<T extends 'RevealHeartbeatKey' | 'EndHeartbeatKey'> {
  readonly type: T;
  readonly data: { readonly heartbeatId: string; readonly keyHash: string };
}
/** A ping that named no heartbeat makes one: it has no key of its own. */
export interface AdoptHeartbeat {
  readonly type: 'AdoptHeartbeat';
  readonly data: FactOf<'HeartbeatCreated'>;
}
/** It pinged, or did not in time. */
export interface JudgeHeartbeat {
  readonly type: 'JudgeHeartbeat';
  readonly data: { readonly heartbeatId: string; readonly dueAt: string; readonly plannedBy: string };
}
/** A release brought another edition of the zone table. */
export interface TakeHeartbeatZones {
  readonly type: 'TakeHeartbeatZones';
  readonly data: { readonly heartbeatId: string; readonly zones: string };
}
export type HeartbeatCommand =
  | Exclude<Public, { readonly type: Keyed }>
  | WithNewKey<'CreateHeartbeat'>
  | WithNewKey<'IssueHeartbeatKey'>
  | AboutKey<'RevealHeartbeatKey'>
  | AboutKey<'EndHeartbeatKey'>
  | AdoptHeartbeat
  | JudgeHeartbeat
  | TakeHeartbeatZones;

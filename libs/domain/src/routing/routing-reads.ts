import type { ServiceRow } from '@tocsin/contracts/services.js';
import type { StormRow } from './shared/storm-row.js';
import type { ThreadRow } from './shared/thread-row.js';

/** Reads of the router: memory, as of `readUpTo`. */
export interface RoutingReads {
  readonly thread: (id: string) => ThreadRow | undefined;
  readonly threadsOf: (senderKey: string) => readonly ThreadRow[];
  /** The threads behind which an alert fires, named `<integration>|<key of the alert>`. */
  readonly threadsWith: (alert: string) => readonly ThreadRow[];
  readonly service: (id: string) => ServiceRow | undefined;
  readonly storm: (serviceId: string) => StormRow | undefined;
  /** The threads of one group; a storm’s group has many. */
  readonly threadsIn: (groupId: string) => Iterable<ThreadRow>;
}

import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { RouteRulesRow } from '@tocsin/contracts/route-rules/noun.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import type { ConfigurationReads } from '../../reads.js';
import type { GroupingRow } from './shared/grouping-row.js';
import type { LinkingRow } from './shared/linking-row.js';
import type { LapseRow } from './shared/lapse-row.js';
import type { RecordingRow } from './shared/recording-row.js';
import type { StormRow } from './shared/storm-row.js';
import type { ThreadRow } from './shared/thread-row.js';
import type { Tally } from './tally.js';

/** Reads of the router: memory, as of `readUpTo`. */
export interface RoutingReads {
  readonly thread: (id: string) => ThreadRow | undefined;
  readonly threadsOf: (senderKey: string) => readonly ThreadRow[];
  /** The threads behind which an alert fires, named `<integration>|<key of the alert>`. */
  readonly threadsWith: (alert: string) => readonly ThreadRow[];
  readonly service: (id: string) => ServiceRow | undefined;
  readonly integration: (id: string) => IntegrationRow | undefined;
  /** Undefined: the integration never had any. */
  readonly routeRules: (integrationId: string) => RouteRulesRow | undefined;
  readonly recording: (thread: string) => RecordingRow | undefined;
  readonly recordingsOf: (senderKey: string) => readonly RecordingRow[];
  /** What conditions see of an alert of an integration of this service, if it may mute others. */
  readonly inhibitingLabels: (
    alert: SignalAlert,
    of: { readonly serviceId: string; readonly integrationId: string },
  ) => Readonly<Record<string, string>> | undefined;
  /** What mutes all these alerts that begin to fire, of the group with this id; null: nothing mutes one of them. */
  readonly mutesOfAll: (
    alerts: readonly SignalAlert[],
    of: { readonly serviceId: string; readonly integrationId: string; readonly groupId: string },
    at: string,
  ) => Pick<RoutedSignal['by'], 'silence'> | null;
  /** The newest group under a key. */
  readonly grouping: (key: string) => GroupingRow | undefined;
  /** The newest set of groups that a rule links under a key. */
  readonly linking: (key: string) => LinkingRow | undefined;
  readonly storm: (serviceId: string) => StormRow | undefined;
  /** Totals over all threads of one group; undefined when it has none. */
  readonly tally: (groupId: string) => Tally | undefined;
  readonly ends: (thread: string) => LapseRow['ends'] | undefined;
}

/** The rows of memory behind them. */
export interface RoutingRows extends Pick<
  ConfigurationReads,
  'services' | 'integrations' | 'routeRules' | 'inhibitionRules' | 'activeSilences' | 'maintenanceWindows'
> {
  readonly threads: Rows<ThreadRow>;
  readonly recordings: Rows<RecordingRow>;
  readonly groupings: Rows<GroupingRow>;
  readonly linkings: Rows<LinkingRow>;
  readonly storms: Rows<StormRow>;
  readonly lapses: Rows<LapseRow>;
}

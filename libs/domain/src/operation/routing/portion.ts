import type { PostRule, RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { RouteSettings } from '../../setup/route-rules/shared/route-of.js';

/** An alert of a signal: its position there, and its key in facts. */
export interface ListedAlert {
  readonly key: string;
  readonly index: number;
  readonly alert: SignalAlert;
}

/** What an alert is grouped by, where its sender’s groups don’t count. */
export interface GroupedBy {
  readonly rule: RoutedSignal['by']['grouping'];
  readonly by: readonly string[];
  readonly key: string;
  readonly windowMinutes: number;
}

/** Where an alert goes, and by which rule. */
export interface Destination {
  /** Null: it is recorded only. */
  readonly serviceId: string | null;
  readonly route: RoutedSignal['by']['route'];
  readonly router?: RoutedSignal['by']['route'];
  readonly settings: RouteSettings;
  readonly grouped?: GroupedBy;
  /** To which event subscription it is posted, and by which rule. */
  readonly post?: { readonly to: string; readonly rule: PostRule };
  /** By what a group that it opens is linked with others. */
  readonly linked?: GroupedBy;
  /** Ends the name of its thread, if that is not the integration’s own service: a thread has the alerts of one service. */
  readonly suffix: string;
}

/** The part of a signal for one thread. */
export interface Portion {
  /** The part of the thread’s name after the integration. */
  readonly thread: string;
  readonly alerts: readonly ListedAlert[];
  /** Where it goes if it opens a group, or begins again. */
  readonly destination: () => Destination;
  /** What rules set for one of its alerts. */
  readonly settings: (alert: SignalAlert) => RouteSettings;
  /** Other threads may have other alerts of the same message. */
  readonly isPart: boolean;
}

import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { alertGroupCommands } from '@tocsin/contracts/alert-groups/commands.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { CutList } from '@tocsin/contracts/cut-list.js';
import type { CountedAlerts } from '@tocsin/contracts/routing/routing.js';
import type { SenderAct } from '@tocsin/contracts/routing/sender-acts.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { AttemptOutcome } from './paging/attempts.js';
import type { Bounce } from './paging/bounces.js';
import type { LateFailure } from './paging/late-failures.js';
import type { RoutePost, WebhookCallOutcome } from './paging/webhook-calls.js';
import type { GroupCommand, TimerCommand } from './timer-commands.js';

type SignalRef = FactOf<'AlertsFired'>['signal'];
type OpenedData = FactOf<'AlertGroupOpened'>;

/** Commands that only Tocsin sends about a group. None of them is accepted by the API. */
export type InternalCommand =
  | GroupCommand<
      'OpenAlertGroup',
      Pick<OpenedData, 'number' | 'serviceId' | 'origin' | 'title' | 'previousGroupId' | 'test'> & {
        readonly urgency: OpenedData['urgency'] | null;
        /** In place of the service’s. */
        readonly policyId?: string | undefined;
        readonly posts?: readonly RoutePost[];
        readonly alerts: readonly Alert[];
        readonly counted?: CountedAlerts | undefined;
        readonly cutList?: CutList | null | undefined;
      }
    >
  | GroupCommand<
      'ApplySignal',
      {
        readonly signal: SignalRef;
        readonly fired: readonly Alert[];
        /** Keys of alerts; empty when all are resolved. */
        readonly resolved: readonly string[];
        readonly counted?: CountedAlerts | undefined;
        readonly cutList?: CutList | null | undefined;
        /** Keys of alerts that its sender no longer lists; `over`: the sender reports the whole resolved. */
        readonly ending?: readonly string[];
        readonly over?: true | undefined;
        /** Alerts that were ending and are listed as firing again. */
        readonly resumed?: readonly Alert[];
        /** Alerts that fire already, as the sender describes them now. */
        readonly reworded?: readonly Alert[];
        readonly thread: string;
        /** In a storm: the prefix of the keys of the thread’s alerts. Other alerts of the group are not affected. */
        readonly under?: string | undefined;
        readonly integrationId: string;
        readonly posts?: readonly RoutePost[];
        readonly outcome: 'changed' | 'repeat' | 'confirmed' | 'acknowledged' | 'resolved' | 'reopened' | 'still_firing';
      }
    >
  /** A sender acts on its own alert. */
  | GroupCommand<
      'ActBySender',
      {
        readonly signal: SignalRef;
        readonly thread: string;
        /** Of the alert. */
        readonly key: string;
        readonly integrationId: string;
        readonly act: SenderAct;
      }
    >
  | GroupCommand<
      'JoinStorm',
      {
        /** The last of the signals, and how many there are. */
        readonly signal: SignalRef;
        readonly joined: number;
        readonly alerts: readonly Alert[];
        readonly posts?: readonly RoutePost[];
      }
    >
  /** Senders report the same of threads of a storm, each of its own. */
  | GroupCommand<
      'ApplyToThreads',
      {
        /** The last of the signals. */
        readonly signal: SignalRef;
        readonly outcome: 'over' | 'confirmed' | 'acknowledged';
        /** The prefix of the keys of each thread’s alerts. */
        readonly under: readonly string[];
      }
    >
  /** Addressed to a storm’s first group: brings one of its groups in line with the leading one. */
  | GroupCommand<'AlignLinkedGroup', object>
  /** Addressed to the first group of a set: another one was linked with it, by a person or a rule. */
  | GroupCommand<'JoinLinkedSet', { readonly byRule?: true }>
  /** Addressed to a set that a person made: its last group leaves it, or is muted as any group. */
  | GroupCommand<'LeaveEmptySet', object>
  /** Alerts fired in a group that follows another: the leading group pages for them. */
  | GroupCommand<
      'NoteLinkedAlerts',
      {
        readonly alerts: number;
        readonly severities: readonly Alert['severity'][];
        readonly urgencies?: readonly Urgency[];
        /** A person linked it: whoever has the leading group has these, too, unless they raise its urgency. */
        readonly joins?: true;
      }
    >
  /** The drill that it belongs to no longer pages this person. */
  | GroupCommand<'StopDrillPages', { readonly personId: string; readonly because: FactOf<'DrillConsentWithdrawn'>['because'] }>
  | GroupCommand<'EndDrillGroup', object>
  /** What mutes it may have changed. */
  | GroupCommand<'ReviewMutes', object>
  | GroupCommand<'ReleasePerson', { readonly personId: string; readonly reason: DeliveryReason }>
  | GroupCommand<'FollowPolicy', { readonly policyId: string; readonly version: number }>
  /** The clock showed `from` when it was set back to `to`. */
  | GroupCommand<
      'FollowClock',
      { readonly from: string; readonly to: string; /** Continues after this page. */ readonly after: string | null }
    >
  /** Signals of an integration are still refused. */
  | GroupCommand<'CountRefused', { readonly refused: number }>
  | GroupCommand<'FollowRules', { readonly personId: string }>
  | GroupCommand<
      'JoinBundle',
      {
        readonly pageId: string;
        readonly slot: string;
        readonly bundleId: string;
        readonly exempt?: true | undefined;
        readonly overThrottle?: true | undefined;
      }
    >
  | GroupCommand<
      'PassOnAttempt',
      {
        readonly pageId: string;
        readonly slot: string;
        readonly reason: DeliveryReason;
        readonly retryAt: string | null;
        readonly full?: true | undefined;
      }
    >
  | GroupCommand<'RecordReceipt', { readonly pageId: string; readonly attemptId: string; readonly receipt: 'delivered' | 'read' }>
  | GroupCommand<'RecordBounce', Bounce>
  | GroupCommand<'RecordLateFailure', LateFailure>
  | GroupCommand<'RecordWebhookCall', { readonly callId: string; readonly attempt: number; readonly outcome: WebhookCallOutcome }>
  | GroupCommand<'RecordAttempt', { readonly attemptId: string; readonly outcome: AttemptOutcome }>;

type PublicCommand = {
  [T in keyof typeof alertGroupCommands]: { readonly type: T; readonly data: CommandData<T> };
}[keyof typeof alertGroupCommands];
export type AlertGroupCommand = PublicCommand | InternalCommand | TimerCommand;

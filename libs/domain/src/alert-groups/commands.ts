import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { Alert, alertGroupCommands } from '@tocsin/contracts/alert-groups.js';
import type { AttemptOutcome } from './paging/attempts.js';
import type { StepNumber } from './state.js';

type Of<T extends string, D> = { readonly type: T; readonly data: { readonly groupId: string } & D };
type SignalRef = FactOf<'AlertsFired'>['signal'];
type Opened = FactOf<'AlertGroupOpened'>;

/** What Tocsin itself asks of a group. None of these comes in by the API. */
export type InternalCommand =
  | Of<
      'OpenAlertGroup',
      Pick<Opened, 'number' | 'serviceId' | 'origin' | 'previousGroupId' | 'test'> & {
        readonly title: string;
        readonly urgency: Opened['urgency'] | null;
        readonly alerts: readonly Alert[];
      }
    >
  | Of<
      'ApplySignal',
      {
        readonly signal: SignalRef;
        readonly fired: readonly Alert[];
        readonly resolved: readonly string[];
        readonly route: string;
        readonly integrationId: string;
        readonly outcome: 'changed' | 'acknowledged' | 'resolved' | 'reopened' | 'still_firing';
      }
    >
  | Of<'TakeEscalationStep', { readonly round: number; readonly step: StepNumber }>
  | Of<'RemindHolder', object>
  | Of<'EndAckTimeout', object>
  | Of<'ReleaseHolder', { readonly personId: string }>
  | Of<'StopPaging', { readonly personId: string }>
  | Of<'SendUpdate', object>
  | Of<'EndTest', object>
  | Of<'StartAttempt', { readonly pageId: string; readonly slot: string }>
  | Of<'ReplaceAttempt', { readonly pageId: string; readonly slot: string }>
  | Of<'RecordReceipt', { readonly pageId: string; readonly attemptId: string; readonly receipt: 'delivered' | 'read' }>
  | Of<'RecordAttempt', { readonly attemptId: string; readonly outcome: AttemptOutcome }>;

type Public = {
  [T in keyof typeof alertGroupCommands]: { readonly type: T; readonly data: CommandData<T> };
}[keyof typeof alertGroupCommands];
export type AlertGroupCommand = Public | InternalCommand;

import type { overrideEvents, ScheduleFact, ScheduleOwnerFact } from '@tocsin/contracts/schedules.js';
import type { DataOf, Message } from '@tocsin/kernel/decider.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { ScheduleCommand } from './decider.js';
import type { ScheduleOwnerCommand } from './owned.js';

const same = sameFor<ScheduleOwnerCommand>();

/** Of the team’s stream. */
export const ownerInputs: InputsOf<ScheduleOwnerFact, ScheduleOwnerCommand> = {
  ScheduleCreated: ({ zones: _edition, ...data }) => ({ type: 'CreateSchedule', data }),
  ScheduleRenamed: same('RenameSchedule'),
  ScheduleRemoved: ({ teamId, scheduleId }) => ({ type: 'RemoveSchedule', data: { teamId, scheduleId } }),
};

/** Until overrides are decided. */
type Overriding = keyof typeof overrideEvents;
type Recorded = 'ScheduleBegan' | 'ScheduleVersionTookEffect' | 'OnCallChanged' | 'HandoffPlanned';
type Own = Exclude<ScheduleFact['type'], Recorded | Overriding>;

/** By the fact that only a person’s command makes: before it stands what was due. */
const byOwnFact: { readonly [T in Own]: (data: DataOf<ScheduleFact, T>) => ScheduleCommand } = {
  ScheduleChanged: ({ scheduleId, version, effectiveFrom, timeZone, layers }) => ({
    type: 'ChangeSchedule',
    data: { scheduleId, version: version - 1, effectiveFrom, timeZone, layers },
  }),
  ScheduleChangeWithdrawn: (data) => ({ type: 'WithdrawScheduleChange', data }),
};

const isOwn = (type: string): type is Own => Object.hasOwn(byOwnFact, type);

const commandOf = (_data: unknown, batch: readonly Message[]): ScheduleCommand => {
  const own = batch.find(({ type }) => isOwn(type)) as Message & { readonly type: Own };
  return (byOwnFact[own.type] as (data: unknown) => ScheduleCommand)(own.data);
};

const ofSchedule: InputsOf<ScheduleFact, ScheduleCommand, 'HandoffPlanned' | Overriding> = {
  ScheduleBegan: commandOf,
  ScheduleVersionTookEffect: commandOf,
  OnCallChanged: commandOf,
  ScheduleChanged: commandOf,
  ScheduleChangeWithdrawn: commandOf,
};

export const inputs = { ...ownerInputs, ...ofSchedule };

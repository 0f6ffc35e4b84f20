import type { BulkActFact, commands as bulkActCommands } from '@tocsin/contracts/bulk-acts/noun.js';
import type { CommandData, FactOf } from '@tocsin/contracts/catalogue.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import type { Context, Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';
import { refusePermission, canEverHave } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import type { Inputs } from '@tocsin/kernel/registry.js';
import { verdicts, type Verdict } from './verdicts.js';

type PublicCommand = {
  [T in keyof typeof bulkActCommands]: { readonly type: T; readonly data: CommandData<T> };
}[keyof typeof bulkActCommands];
export type BulkActCommand =
  | PublicCommand
  | { readonly type: 'WorkBulkAct'; readonly data: { readonly bulkActId: string; readonly undo: boolean; readonly from: number } }
  | LeaveOutOfBulkAct;
/** The act on a group was refused, because the group changed after its batch was decided. */
export interface LeaveOutOfBulkAct {
  readonly type: 'LeaveOutOfBulkAct';
  readonly data: { readonly bulkActId: string; readonly groupId: string };
}

interface BulkAct {
  readonly bulkActId: string;
  readonly act: FactOf<'BulkActStarted'>['act'];
  readonly actorId: string;
  readonly groupIds: readonly string[];
  /** Number of processed groups. */
  readonly worked: number;
  /** Groups for which the act was sent: what an undo takes back. */
  readonly done: readonly string[];
  readonly held: ReadonlySet<string>;
  /** Number of undone ones; null: it is not undone. */
  readonly undone: number | null;
}
type State = BulkAct | null;
type GroupContext = Context<GroupReads>;

const reverse = { AcknowledgeAlertGroup: 'UnacknowledgeAlertGroup', ResolveAlertGroup: 'ReopenAlertGroup' } as const;

const batchOf = (
  { groupIds, worked, done, undone }: BulkAct,
  isUndo: boolean,
): { readonly all: readonly string[]; readonly from: number } =>
  isUndo ? { all: done, from: undone ?? done.length } : { all: groupIds, from: worked };

const workBatch = (
  state: State,
  { undo, from }: { readonly undo: boolean; readonly from: number },
  context: GroupContext,
): readonly BulkActFact[] => {
  if (!state || (state.undone !== null) !== undo) return [];
  const batch = batchOf(state, undo);
  const ids = batch.all.slice(from, from + bulkActLimits.bulk);
  if (batch.from !== from || ids.length === 0) return [];
  const act = undo ? reverse[state.act] : state.act;
  const verdictsOfBatch = ids.map((groupId): Verdict => verdicts[act](groupId, context));
  const acceptedVerdicts = verdictsOfBatch.filter(({ why }) => why === null);
  return [
    {
      type: 'BulkActWorked',
      data: {
        bulkActId: state.bulkActId,
        act,
        undo,
        upTo: from + ids.length,
        left: batch.all.length - from - ids.length,
        groupIds: acceptedVerdicts.map(({ groupId }) => groupId),
        held: acceptedVerdicts.filter(({ groupId, isHeld }) => (undo ? state.held.has(groupId) : isHeld)).map(({ groupId }) => groupId),
        leftOut: verdictsOfBatch.flatMap(({ groupId, number, why }) => (why === null ? [] : [{ groupId, number, why }])),
      },
    },
  ];
};

/**
 * One act on many alert groups: which ones, how far it is, and whether it was undone. Each group decides it for itself
 * as well.
 */
export const bulkActDecider: Decider<State, BulkActCommand, BulkActFact, GroupReads> = {
  category: 'bulkAct',
  initial: null,
  streamId: {
    ActOnFiltered: ({ bulkActId }) => bulkActId,
    UndoBulkAct: ({ bulkActId }) => bulkActId,
    WorkBulkAct: ({ bulkActId }) => bulkActId,
    LeaveOutOfBulkAct: ({ bulkActId }) => bulkActId,
  },
  decide: {
    ActOnFiltered: (data, state, context) => {
      if (context.actor.via !== undefined || !canEverHave(context, 'alert_group.act_on_filtered'))
        return refusePermission('a person, or a token that may act on alert groups');
      if (state) return state.actorId === context.actor.id ? new Nothing({ matched: state.groupIds.length }) : refuse('bulk_act.id_taken');
      const { groupIds = [] } = data as { readonly groupIds?: readonly string[] };
      if (groupIds.length === 0) return new Nothing({ matched: 0 });
      return [{ type: 'BulkActStarted', data: { ...data, groupIds: [...groupIds] } }];
    },
    UndoBulkAct: (_, state, context) => {
      if (!state) return refuse('bulk_act.not_found');
      if (state.actorId !== context.actor.id) return refusePermission('the person who did it');
      return state.undone === null ? [{ type: 'BulkActUndone', data: { bulkActId: state.bulkActId } }] : new Nothing();
    },
    WorkBulkAct: (data, state, context) => workBatch(state, data, context),
    LeaveOutOfBulkAct: ({ groupId }, state, { reads }) => {
      if (state?.undone !== null || !state.done.includes(groupId)) return new Nothing();
      const number = reads.groups.get(groupId)?.number ?? null;
      return [{ type: 'BulkActGroupLeftOut', data: { bulkActId: state.bulkActId, groupId, number, why: 'changed' } }];
    },
  },
  evolve: {
    BulkActStarted: (_, { bulkActId, act, groupIds }, { actor }) => ({
      bulkActId,
      act,
      actorId: actor.id,
      groupIds,
      worked: 0,
      done: [],
      held: new Set(),
      undone: null,
    }),
    BulkActWorked: (state, { undo, upTo, groupIds, held }) => {
      if (!state) return state;
      if (undo) return { ...state, undone: upTo };
      return { ...state, worked: upTo, done: [...state.done, ...groupIds], held: new Set([...state.held, ...held]) };
    },
    BulkActGroupLeftOut: (state, { groupId }) => state && { ...state, done: state.done.filter((id) => id !== groupId) },
    BulkActUndone: (state) => state && { ...state, undone: 0 },
  },
};

export const inputs: Inputs = {
  BulkActStarted: (data: FactOf<'BulkActStarted'>) => ({ type: 'ActOnFiltered', data }),
  BulkActUndone: (data: FactOf<'BulkActUndone'>) => ({ type: 'UndoBulkAct', data }),
};

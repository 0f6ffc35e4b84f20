import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import { namesOf, tableOf } from '@tocsin/contracts/tables.js';
import { isFacts, type Context, type Decider, type Decision } from '@tocsin/kernel/decide/decider.js';
import { reactTo } from './aspects/reactions.js';
import type { AlertGroupCommand } from './commands.js';
import { internalActs } from './decide-internal.js';
import { timerActs } from './decide-timers.js';
import { personActs } from './acts/person-acts.js';
import type { GroupReads } from './shared/reads.js';
import { evolveAlertGroup } from './evolve/evolve.js';
import { nextToAlign } from './linked/align.js';
import { lastOfSet } from './linked/link-by-hand.js';
import { leaderOf, firstToReopen } from './shared/linked.js';
import { initialState, type AlertGroupState } from './state.js';

type StreamId = (data: { readonly groupId: string }, context: Context<GroupReads>) => string;

const byGroup: StreamId = ({ groupId }) => groupId;
const byLeader: StreamId = ({ groupId }, { reads }) => leaderOf(groupId, reads);

/** Of linked groups, a page may go on in one that follows. */
const byPage: StreamId = (data, context) => {
  const { groupId, pageId } = data as { readonly groupId: string; readonly pageId: string };
  const page = context.reads.groups.get(groupId)?.pages.find((one) => one.pageId === pageId);
  return page?.state === 'running' ? groupId : leaderOf(groupId, context.reads);
};

/** Acts on a group of a storm go to the stream of the leading group, whichever group was named. */
const elsewhere: { readonly [T in AlertGroupCommand['type']]?: StreamId } = {
  AcknowledgeAlertGroup: byLeader,
  UnacknowledgeAlertGroup: byLeader,
  SnoozeAlertGroup: byLeader,
  UnsnoozeAlertGroup: byLeader,
  RenewAcknowledgement: byLeader,
  TakeOverAlertGroup: byLeader,
  JoinAlertGroup: byLeader,
  EscalateAlertGroup: byLeader,
  ResolveAlertGroup: byLeader,
  AddResponder: byLeader,
  AddResponders: byLeader,
  ReassignAlertGroup: byLeader,
  AnswerPage: byPage,
  NoteLinkedAlerts: byLeader,
  LeaveEmptySet: ({ groupId }, { reads }) => lastOfSet(groupId, reads),
  ReopenAlertGroup: ({ groupId }, { reads }) => firstToReopen(groupId, reads),
  AlignLinkedGroup: ({ groupId }, { reads }) => nextToAlign(groupId, reads) ?? groupId,
};

type Decide = Decider<AlertGroupState, AlertGroupCommand, AlertGroupFact, GroupReads>['decide'];

const withReactions = (decisions: Decide): Decide =>
  Object.fromEntries(
    Object.entries(decisions).map(([type, decideOne]) => [
      type,
      (data: never, state: AlertGroupState, context: Context<GroupReads>): Decision<AlertGroupFact> => {
        const decision = (decideOne as (...input: unknown[]) => Decision<AlertGroupFact>)(data, state, context);
        return isFacts(decision) ? reactTo(state, decision, context) : decision;
      },
    ]),
  ) as unknown as Decide;

const decide = withReactions({ ...personActs, ...internalActs, ...timerActs });

/**
 * A group, its escalation, its pages and their attempts are one stream, so that an attempt after an acknowledge is a
 * conflict.
 */
export const alertGroupDecider: Decider<AlertGroupState, AlertGroupCommand, AlertGroupFact, GroupReads> = {
  category: 'alertGroup',
  initial: initialState,
  correlationOf: (state, [first]) => {
    if (state.status !== 'none') return state.correlationId;
    return first?.type === 'AlertGroupOpened' && first.data.origin.kind === 'signal' ? first.data.origin.signal.eventId : undefined;
  },
  // a round-robin pick depends on the previous one, in any group; a contact method sends one message at a time; of groups that a rule links one leads
  sequenceOf: (facts) => {
    for (const fact of facts) {
      if (fact.type === 'AlertGroupLinked' && fact.data.rule) return fact.data.storm;
      if (fact.type === 'EscalationStepTaken' && fact.data.picked !== undefined) return fact.data.stepId;
      if (fact.type === 'AttemptStarted' && fact.data.ring?.bundled !== true) {
        const ring = fact.data.ring ?? fact.data.drill;
        return ring?.sharedNumber ?? ring?.contactMethodId;
      }
    }
    return undefined;
  },
  streamId: tableOf(namesOf(decide), (type) => elsewhere[type] ?? byGroup),
  decide,
  evolve: evolveAlertGroup,
};

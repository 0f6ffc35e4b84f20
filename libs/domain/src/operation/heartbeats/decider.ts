import type { HeartbeatFact } from '@tocsin/contracts/heartbeats/noun.js';
import type { Context, DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { metaOfDecision, foldFacts } from '@tocsin/kernel/decide/decider.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import { evolveOf } from '../../rules/row-fold.js';
import type { HeartbeatCommand } from './commands.js';
import { heartbeatFold } from './fold.js';
import { judge } from './judge.js';
import type { HeartbeatReads } from './reads.js';
import { adopt, changeHeartbeat, create, endKey, issueKey, removeHeartbeat, revealKey } from './settings.js';
import { findZonesTaken } from './zones.js';
import { signalsOf, type SignalFact } from './signal.js';
import type { HeartbeatState } from './state.js';

type State = HeartbeatState | null;
type Facts = HeartbeatFact | SignalFact;
type JudgeData = DataOf<HeartbeatCommand, 'JudgeHeartbeat'>;

const byId = ({ heartbeatId }: { readonly heartbeatId: string }): string => heartbeatId;
const judgements: ReadonlySet<string> = new Set([
  'HeartbeatWentDown',
  'HeartbeatRunGivenUp',
  'HeartbeatExcused',
  'HeartbeatRecovered',
  'HeartbeatSettled',
  'HeartbeatZonesTaken',
]);

const evolve = {
  ...evolveOf<State, HeartbeatState, HeartbeatFact>(
    heartbeatFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
  SignalReceived: (state: State) => state,
};

/** A recovery and what comes right after it. */
const mostAtOnce = 3;

/** By its pings, which are in other streams: memory says what they were. Where that is behind its own stream, it judges once it is not. */
const judgeNow = ({ heartbeatId, plannedBy }: JudgeData, own: State, context: Context<HeartbeatReads>): Decision<Facts> => {
  const known = context.reads.heartbeats.get(heartbeatId);
  if (!own || !known || known.facts !== own.facts || known.plannedBy !== plannedBy) return [];
  const integration = context.reads.integrations.get(known.integrationId);
  const facts: Facts[] = [];
  let state = known;
  for (let n = 0; n < mostAtOnce; n += 1) {
    const fact = judge(state, context.now);
    if (!fact) break;
    facts.push(fact, ...signalsOf(state, fact, integration, context.now));
    state = foldFacts<State>({ evolve }, state, [fact], metaOfDecision(context))!;
  }
  return facts;
};

const takeZonesNow = (
  { heartbeatId, zones }: DataOf<HeartbeatCommand, 'TakeHeartbeatZones'>,
  own: State,
  { now, reads }: Context<HeartbeatReads>,
): Decision<Facts> => {
  const known = reads.heartbeats.get(heartbeatId);
  // where memory is behind, it is asked again by what it has not read
  return own && known?.facts === own.facts ? findZonesTaken(known, zones, now) : [];
};

/** A heartbeat is a stream, because it has a timer. Its judgements and what they say to routing are appended together. */
export const heartbeatDecider: Decider<State, HeartbeatCommand, Facts, HeartbeatReads> = {
  category: 'heartbeat',
  initial: null,
  // a flapping one has thousands of facts a month, and all of them are in memory
  readKnownState: ({ heartbeats }, id) => {
    const state = heartbeats.get(id);
    return state && { revision: state.revision, state };
  },
  sequenceOf: (facts) => (facts.some(({ type }) => judgements.has(type)) ? undefined : configurationSequence),
  streamId: {
    CreateHeartbeat: ({ heartbeatId }, context) => heartbeatId ?? context.newId('heartbeat'),
    AdoptHeartbeat: byId,
    ChangeHeartbeat: byId,
    IssueHeartbeatKey: byId,
    RevealHeartbeatKey: byId,
    EndHeartbeatKey: byId,
    RemoveHeartbeat: byId,
    JudgeHeartbeat: byId,
    TakeHeartbeatZones: byId,
  },
  decide: {
    CreateHeartbeat: create,
    AdoptHeartbeat: adopt,
    ChangeHeartbeat: changeHeartbeat,
    IssueHeartbeatKey: issueKey,
    RevealHeartbeatKey: revealKey,
    EndHeartbeatKey: endKey,
    RemoveHeartbeat: removeHeartbeat,
    JudgeHeartbeat: judgeNow,
    TakeHeartbeatZones: takeZonesNow,
  },
  evolve,
};

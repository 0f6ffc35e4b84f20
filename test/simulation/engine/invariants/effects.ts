import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { OpenEffectsRow } from '@tocsin/domain/operation/reactor/open-effects.view.js';
import type { EffectCall, ObservedServer } from '../effect-calls.js';
import { callsAtOnce } from '../simulated-server.js';
import type { Invariant, Witness } from './invariant.js';

/** Events that record the end of an effect: their cause is the event that requested it. */
const ends = new Set(['InvitationMailSent', 'InvitationMailFailed', 'VerificationSent', 'VerificationFailed']);
/** Events that always request an effect. */
const requestTypes = new Set(['PersonInvited', 'VerificationAsked', 'ContactMethodRemoved']);

const endOf = ({ type, data, meta }: Recorded): string | null => {
  if (type === 'EffectEnded') return (data as FactOf<'EffectEnded'>).askedBy;
  const isGivenUp = type === 'ReactionFailed' && (data as FactOf<'ReactionFailed'>).kind === 'effect';
  return ends.has(type) || isGivenUp ? meta.causationId : null;
};

const isDone = ({ outcome }: EffectCall): boolean =>
  outcome === 'nothing' || (typeof outcome === 'object' && (outcome.kind !== 'failed' || !outcome.retry));

/** Milliseconds. An effect that was requested later than this before the end of the life may still be running. */
const longestMs = 60_000;

/**
 * An effect has exactly one outcome; it is not started after that, nor twice by one process; and it is started again after a crash
 * that left it without one.
 */
export const effects = (): Invariant => {
  const requests = new Map<string, Recorded>();
  const endOrdinals = new Map<string, number>();
  /** True time of each event. */
  const cameAt: number[] = [];
  /** Of each process, as long as there is one: by the event that requested it. */
  const callsOfServer = new WeakMap<ObservedServer, Map<string, EffectCall[]>>();
  const runningCalls = new WeakMap<ObservedServer, EffectCall[]>();

  const findProcessFault = (ownCalls: readonly EffectCall[]): string | undefined => {
    if (ownCalls.some(({ outcome }) => outcome === undefined)) return 'is begun while it is under way';
    if (ownCalls.some(isDone)) return 'is begun again, though it was done';
    return undefined;
  };
  const isAboveLimit = ({ server, event: { type } }: EffectCall): boolean =>
    (runningCalls.get(server) ?? []).filter(({ event, outcome }) => event.type === type && outcome === undefined).length > callsAtOnce;

  const begins = (call: EffectCall, { installation: { domain } }: Witness): readonly string[] => {
    const { id, type, ordinal } = call.event;
    if (!domain.effects!.types.includes(type)) return [];
    const calls = callsOfServer.get(call.server) ?? new Map<string, EffectCall[]>();
    const before = calls.get(id) ?? [];
    callsOfServer.set(call.server, calls.set(id, [...before, call]));
    runningCalls.set(call.server, [...(runningCalls.get(call.server) ?? []).filter(({ outcome }) => outcome === undefined), call]);
    const violation =
      findProcessFault(before) ?? ((endOrdinals.get(id) ?? Infinity) <= call.memoryOrdinal ? 'is begun after its outcome' : undefined);
    return [
      ...(violation ? [`${ordinal}: the effect of ${type} ${violation}`] : []),
      ...(isAboveLimit(call) ? [`${ordinal}: more effects of ${type} at once than ${callsAtOnce}`] : []),
    ];
  };

  return {
    onEffect: begins,
    onEvent: (event, { installation: { scheduler }, events }) => {
      cameAt[event.ordinal] = scheduler.now;
      if (requestTypes.has(event.type) && event.meta.actor.kind === 'person') requests.set(event.id, event);
      // an abandoned effect may be retried on request, and then has one more outcome
      if (event.type === 'ReactionRetryAsked')
        for (const { kind, ordinal } of (event.data as FactOf<'ReactionRetryAsked'>).failures)
          if (kind === 'effect' && ordinal !== null) endOrdinals.delete(events.at(ordinal)!.id);
      const requestId = endOf(event);
      if (requestId === null) return [];
      const first = endOrdinals.get(requestId);
      endOrdinals.set(requestId, event.ordinal);
      return first === undefined ? [] : [`${event.ordinal}: ${event.type} is a second outcome, after ${first}`];
    },
    onEnd: ({ installation: { scheduler, domain }, memory, events }) => {
      const isOverdue = (ordinal: number): boolean => scheduler.now - cameAt[ordinal]! > longestMs;
      const isPending = ({ type, ordinal }: Pick<Recorded, 'type' | 'ordinal'>): boolean =>
        ordinal > domain.effects!.pendingSince(memory, type);
      const lostRequests = [...requests.values()].filter((request) => isPending(request) && !endOrdinals.has(request.id));
      const open = [...memory.rows<OpenEffectsRow>('openEffects').all()].flatMap((row) => row.open).filter(isPending);
      const unansweredOrdinals = new Set([...lostRequests, ...open].map(({ ordinal }) => ordinal));
      return [...unansweredOrdinals]
        .filter(isOverdue)
        .map((ordinal) => `${ordinal}: the effect of ${events.at(ordinal)!.type} has no outcome`);
    },
  };
};

import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { OpenEffectsRow } from '@tocsin/domain/reactor/open-effects.view.js';
import type { EffectCall, SeenServer } from '../effect-calls.js';
import { callsAtOnce } from '../simulated-server.js';
import type { Invariant, Witness } from './invariant.js';

/** Events that record the end of an effect: their cause is the event that requested it. */
const ends = new Set(['InvitationMailSent', 'InvitationMailFailed', 'VerificationSent', 'VerificationFailed']);
/** Events that always request an effect. */
const asking = new Set(['PersonInvited', 'VerificationAsked', 'ContactMethodRemoved']);

const endOf = ({ type, data, meta }: Recorded): string | null => {
  if (type === 'EffectEnded') return (data as FactOf<'EffectEnded'>).askedBy;
  const isGivenUp = type === 'ReactionFailed' && (data as FactOf<'ReactionFailed'>).kind === 'effect';
  return ends.has(type) || isGivenUp ? meta.causationId : null;
};

const isDone = ({ outcome }: EffectCall): boolean =>
  outcome === 'nothing' || (typeof outcome === 'object' && (outcome.kind !== 'failed' || !outcome.retry));

/** Milliseconds. An effect that was requested later than this before the end of the life may still be running. */
const longest = 60_000;

/**
 * An effect has exactly one outcome; it is not started after that, nor twice by one process; and it is started again after a crash
 * that left it without one.
 */
export const effects = (): Invariant => {
  const asked = new Map<string, Recorded>();
  const ended = new Map<string, number>();
  /** True time of each event. */
  const cameAt: number[] = [];
  const calls = new Map<string, EffectCall[]>();
  const underWay = new WeakMap<SeenServer, EffectCall[]>();

  const ofProcess = (call: EffectCall, before: readonly EffectCall[]): string | undefined => {
    const own = before.filter(({ server }) => server === call.server);
    if (own.some(({ outcome }) => outcome === undefined)) return 'is begun while it is under way';
    if (own.some(isDone)) return 'is begun again, though it was done';
    return undefined;
  };
  const tooMany = ({ server, event: { type } }: EffectCall): boolean =>
    (underWay.get(server) ?? []).filter(({ event, outcome }) => event.type === type && outcome === undefined).length > callsAtOnce;

  const begins = (call: EffectCall, { installation: { domain } }: Witness): readonly string[] => {
    const { id, type, ordinal } = call.event;
    if (!domain.effects!.types.includes(type)) return [];
    const before = calls.get(id) ?? [];
    calls.set(id, [...before, call]);
    underWay.set(call.server, [...(underWay.get(call.server) ?? []).filter(({ outcome }) => outcome === undefined), call]);
    const what = ofProcess(call, before) ?? ((ended.get(id) ?? Infinity) <= call.upTo ? 'is begun after its outcome' : undefined);
    return [
      ...(what ? [`${ordinal}: the effect of ${type} ${what}`] : []),
      ...(tooMany(call) ? [`${ordinal}: more effects of ${type} at once than ${callsAtOnce}`] : []),
    ];
  };

  return {
    begins,
    before: (event, { installation: { scheduler }, events }) => {
      cameAt[event.ordinal] = scheduler.now;
      if (asking.has(event.type) && event.meta.actor.kind === 'person') asked.set(event.id, event);
      // an abandoned effect may be retried on request, and then has one more outcome
      if (event.type === 'ReactionRetryAsked')
        for (const { kind, ordinal } of (event.data as FactOf<'ReactionRetryAsked'>).failures)
          if (kind === 'effect' && ordinal !== null) ended.delete(events[ordinal - 1]!.id);
      const of = endOf(event);
      if (of === null) return [];
      const first = ended.get(of);
      ended.set(of, event.ordinal);
      return first === undefined ? [] : [`${event.ordinal}: ${event.type} is a second outcome, after ${first}`];
    },
    atEnd: ({ installation: { scheduler }, memory, events }) => {
      const isOverdue = (ordinal: number): boolean => scheduler.now - cameAt[ordinal]! > longest;
      const since = memory.rows<number>('outcomesSince').get('log') ?? 0;
      const lost = [...asked.values()].filter(({ id, ordinal }) => ordinal > since && !ended.has(id));
      const open = [...memory.rows<OpenEffectsRow>('openEffects').all()]
        .flatMap((row) => row.open)
        .filter(({ ordinal }) => ordinal > since);
      const unanswered = new Set([...lost, ...open].map(({ ordinal }) => ordinal));
      return [...unanswered].filter(isOverdue).map((ordinal) => `${ordinal}: the effect of ${events[ordinal - 1]!.type} has no outcome`);
    },
  };
};

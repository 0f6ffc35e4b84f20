import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { OpenEffectsRow } from '@tocsin/domain/reactor/open-effects.view.js';
import type { EffectCall, SeenServer } from '../effect-calls.js';
import { callsAtOnce } from '../simulated-server.js';
import type { Invariant, Witness } from './invariant.js';

/** Facts that say how an effect ended: they name the event that asked as their cause. */
const ends = new Set(['InvitationMailSent', 'InvitationMailFailed', 'VerificationSent', 'VerificationFailed']);
/** These always ask for something. */
const asking = new Set(['PersonInvited', 'VerificationAsked', 'ContactMethodRemoved']);

const endOf = ({ type, data, meta }: Recorded): string | null => {
  if (type === 'EffectEnded') return (data as FactOf<'EffectEnded'>).askedBy;
  const isGivenUp = type === 'ReactionFailed' && (data as FactOf<'ReactionFailed'>).kind === 'effect';
  return ends.has(type) || isGivenUp ? meta.causationId : null;
};

const isDone = ({ outcome }: EffectCall): boolean =>
  outcome === 'nothing' || (typeof outcome === 'object' && (outcome.kind !== 'failed' || !outcome.retry));

/** Milliseconds. What was asked for later, as the life ends, may still be under way. */
const longest = 60_000;

/** An effect has exactly one outcome; it is not begun after that, nor twice by one process; and begun again where a crash left it without one. */
export const effects = (): Invariant => {
  const asked = new Map<string, Recorded>();
  const ended = new Map<string, number>();
  /** True time at which each event came. */
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
      // one that was given up may be tried again because somebody asks for it, and has one more outcome then
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

import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { makeContext } from './context.js';
import { foldFacts, decide, isFacts, metaOfDecision, type Context, type Decider, type Decision, type Message } from './decider.js';
import { isNothing, isRefused } from './refusal.js';
import { computeChanges, idsIn, type View } from '../rows/view.js';

const someone: Actor = { kind: 'person', id: '01900000-0000-7000-8000-000000000001', roles: ['owner'] };

export interface Setting {
  readonly now: string;
  readonly actor: Actor;
  readonly reads: unknown;
  readonly epoch: number;
  readonly commandId: string;
}

const defaults: Setting = {
  now: '2026-11-21T03:12:00.000Z',
  actor: someone,
  reads: {},
  epoch: 1,
  commandId: '01900000-0000-7000-8000-0000000000c1',
};

export const contextOf = (setting: Partial<Setting> = {}): Context => makeContext({ ...defaults, ...setting });

// oxlint-disable-next-line typescript/no-explicit-any -- a test names commands and facts as it likes
type DeciderOf<State> = Decider<State, any, any, any>;

/** Test helper for deciders. */
export const given = <State>(decider: DeciderOf<State>, history: readonly (Message & { at?: string; actor?: Actor })[] = []) => ({
  when: (command: Message, setting: Partial<Setting> = {}) => {
    const context = contextOf(setting);
    const state = history.reduce(
      (accumulated, { at = context.now, actor = context.actor, ...fact }, n) =>
        foldFacts(decider, accumulated, [fact], { at, actor, eventId: `given-${n}`, commandId: `given-${n}`, correlationId: 'given-0' }),
      decider.initial,
    );
    const decision: Decision = decide(decider, state, command, context);
    const factsOf = (): readonly Message[] => {
      if (!isFacts(decision)) throw new Error(`expected facts, got ${JSON.stringify(decision)}`);
      return decision;
    };
    return {
      decision,
      /** Fails the test on a refusal or when nothing was decided. */
      facts: factsOf,
      /** Empty when nothing was decided. Fails the test on a refusal. */
      types: (): readonly string[] => (isNothing(decision) ? [] : factsOf().map((fact) => fact.type)),
      refusal: (): string | null => (isRefused(decision) ? decision.code : null),
      nothing: (): boolean => isNothing(decision) || (isFacts(decision) && decision.length === 0),
      state: (): State => (isFacts(decision) ? foldFacts(decider, state, decision, metaOfDecision(context)) : state),
    };
  },
});

export const foldRows = <Row>(view: View<Row>, events: readonly Recorded[]): ReadonlyMap<string, Row> => {
  const rows = new Map<string, Row>();
  for (const event of events) {
    for (const [key, row] of computeChanges(
      view,
      event,
      (id) => rows.get(id),
      idsIn(view, () => rows),
    )) {
      if (row === null) rows.delete(key);
      else rows.set(key, row);
    }
  }
  return rows;
};

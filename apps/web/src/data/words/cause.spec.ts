import type { Actor, Meta } from '@tocsin/contracts/envelope.js';
import { causeOf } from './cause.js';

const meta = (actor: Partial<Actor>, causationId: string | null = null): Meta => ({
  at: '2026-11-21T03:12:00.000Z',
  actor: { kind: 'system', id: 'tocsin', roles: [], ...actor },
  commandId: 'a command',
  correlationId: 'a signal',
  causationId,
  logic: '0',
  node: 'a node',
});
const kindOf = (type: string, actor: Partial<Actor>) => causeOf({ type, meta: meta(actor) }).kind;

describe('the cause of a fact', () => {
  it('is the event that it names', () => {
    expect(causeOf({ type: 'AttemptSent', meta: meta({}, 'an event') })).toEqual({ kind: 'event', eventId: 'an event' });
  });

  it('is outside for what a person, a program, a sender or the operator did', () => {
    for (const kind of ['person', 'token', 'sender'] as const) expect(kindOf('AlertGroupAcknowledged', { kind })).toBe('outside');
    expect(kindOf('StoreWentLive', { id: 'operator' })).toBe('outside');
  });

  it('is outside for that with which a log or a run begins', () => {
    for (const type of ['LogOpened', 'ReactorStarted', 'StoreRestored']) expect(kindOf(type, {})).toBe('outside');
  });

  it('was not recorded for what Tocsin did and names none, as in logs of 0.1.0', () => {
    expect(kindOf('AttemptDelivered', {})).toBe('not recorded');
  });
});

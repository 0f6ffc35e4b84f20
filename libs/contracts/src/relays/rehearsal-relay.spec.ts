import { relayProblemOf } from './rehearsal-relay.js';

const since = '2026-11-21T03:12:00.000Z';
const service = { id: 's', rehearsingSince: since };
const integration = { id: 'i', serviceId: 's', relay: {} };

describe('the relay of a service that rehearses', () => {
  it('is missing where none of its integrations has one', () => {
    expect(
      relayProblemOf(
        service,
        [
          { id: 'i', serviceId: 's' },
          { ...integration, serviceId: 'other' },
        ],
        [],
      ),
    ).toMatchObject({ kind: 'none', since });
  });
  it('is fine before and while something is taken, and of no interest to a live service', () => {
    expect(relayProblemOf(service, [integration], [])).toBeNull();
    expect(relayProblemOf(service, [integration], [{ id: 'i', failing: null }])).toBeNull();
    expect(relayProblemOf({ id: 's' }, [], [])).toBeNull();
  });
  it('fails since the first of its failures', () => {
    const failing = [
      { id: 'i', failing: { since, why: 'Answered 503.' } },
      { id: 'of another', failing: { since: '2026-01-01T00:00:00.000Z', why: '' } },
    ];
    expect(relayProblemOf(service, [integration], failing)).toEqual({ kind: 'failing', since, why: 'Answered 503.' });
  });
});

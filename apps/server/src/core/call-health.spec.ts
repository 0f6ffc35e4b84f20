import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { CallHealth } from './call-health.js';

const timeout = new OutgoingFailed('delivery.timeout', 'No answer within 10 s.');
const refused = new OutgoingFailed('delivery.provider_rejected', 'Answered 500.');

const createHealth = () => {
  const clock = { now: '2026-11-21T03:12:00.000Z' };
  return { clock, health: new CallHealth(() => clock.now) };
};

describe('the health of calls', () => {
  it('says that no delivery is answered, once that lasts and concerns several hosts', () => {
    const { clock, health } = createHealth();
    health.onResult('ana.example', timeout);
    clock.now = '2026-11-21T03:12:40.000Z';
    health.onResult('ana.example', timeout);
    expect(health.describe()).toBeNull();
    health.onResult('bo.example', new OutgoingFailed('delivery.provider_unreachable', 'ETIMEOUT'));
    expect(health.describe()).toBe('no delivery has been answered for 40 s: 3 calls to 2 hosts failed');
    clock.now = '2026-11-21T03:30:00.000Z';
    expect(health.describe()).toBeNull();
  });

  it('is good again with the first answer, also with one that refuses', () => {
    for (const answer of [null, refused]) {
      const { clock, health } = createHealth();
      for (const host of ['ana.example', 'bo.example']) health.onResult(host, timeout);
      clock.now = '2026-11-21T03:13:00.000Z';
      expect(health.describe()).not.toBeNull();
      health.onResult('cy.example', answer);
      expect(health.describe()).toBeNull();
    }
  });

  it('is not judged by calls that were cancelled or never made', () => {
    const { clock, health } = createHealth();
    for (const host of ['ana.example', 'bo.example']) {
      health.onResult(host, new OutgoingFailed('delivery.outcome_unknown', 'The call was cancelled.'));
      health.onResult(host, new OutgoingFailed('delivery.private_address', ''));
    }
    clock.now = '2026-11-21T03:13:00.000Z';
    expect(health.describe()).toBeNull();
  });
});

import { PushHealth } from './push-health.js';

describe('the health of push', () => {
  it('says for how many devices the server’s key is refused, and since when, until each of them works', () => {
    const times = ['2026-11-21T03:12:00.000Z', '2026-11-21T03:13:00.000Z'];
    const health = new PushHealth(() => times.shift()!);
    health.onAnswer('phone', false);
    expect(health.describe()).toBeNull();
    health.onAnswer('phone', true);
    health.onAnswer('phone', true);
    expect(health.describe()).toMatch(/^push services have refused this server’s key \(VAPID\) for 1 device since 2026-11-21T03:12/);
    health.onAnswer('laptop', true);
    expect(health.describe()).toContain('for 2 devices since 2026-11-21T03:12');
    health.onAnswer('phone', false);
    health.onAnswer('laptop', false);
    expect(health.describe()).toBeNull();
    health.onAnswer('laptop', true);
    expect(health.describe()).toContain('since 2026-11-21T03:13');
  });
});

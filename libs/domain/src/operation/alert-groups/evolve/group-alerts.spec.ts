import { alertOf } from '../../routing/signals.fixture.js';
import { findAlert, listAlerts } from '../alert-table.js';
import { withFiring } from './group-alerts.js';

describe('the alerts of a group', () => {
  const before = withFiring([alertOf('Disk')]);

  it('are worked out once for a fact that is folded twice: while it is decided, and when it is appended', () => {
    const fired = [alertOf('Cpu')];
    const after = withFiring(fired, before);
    expect(withFiring(fired, before)).toBe(after);
    expect(listAlerts(after)).toHaveLength(2);
  });

  it('are found by whatever key their sender gives them', () => {
    const keys = ['__proto__', 'constructor', 'Disk'];
    const after = withFiring(
      keys.map((fingerprint) => ({ ...alertOf('Disk'), fingerprint })),
      withFiring([alertOf('Cpu')]),
    );
    expect(keys.map((key) => findAlert(after, key)?.firing)).toEqual([true, true, true]);
    expect(JSON.parse(JSON.stringify(after))).toEqual(after);
  });

  it('are worked out anew for another group with the same alerts', () => {
    const fired = [alertOf('Cpu')];
    withFiring(fired, before);
    expect(listAlerts(withFiring(fired))).toHaveLength(1);
  });
});

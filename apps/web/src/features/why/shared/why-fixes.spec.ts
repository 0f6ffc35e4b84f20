import { deliveryReasonCodes } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { whyVerdicts } from '@tocsin/contracts/why/why.js';
import { policyIn, whyFix } from './why-fixes.js';

describe('what can be done about a page that did not come', () => {
  it('is a sentence with a place for every reason for which somebody could not be reached', () => {
    for (const reason of deliveryReasonCodes) {
      const fix = whyFix({ verdict: 'not_reachable', reason });
      if (fix) expect([reason, fix.says]).toEqual([reason, expect.stringMatching(/^[A-Z].*\.$/)]);
    }
    expect(whyFix({ verdict: 'not_reachable', reason: 'delivery.person_away' })).toMatchObject({ where: 'policy' });
    expect(whyFix({ verdict: 'not_delivered', reason: 'delivery.not_configured' })).toMatchObject({ where: 'mail' });
  });

  it('is said by the verdict where there is no reason, and nothing where they were paged', () => {
    const without = whyVerdicts.filter((verdict) => whyFix({ verdict, reason: null }) === null);
    expect(without).toEqual(['paged', 'waiting', 'cancelled', 'told']);
  });

  it('is nothing where another attempt stood for it', () => {
    expect(whyFix({ verdict: 'cancelled', reason: 'delivery.superseded' })).toBeNull();
  });

  it('leads to the policy that the alert group follows', () => {
    expect(policyIn([])).toBeNull();
  });
});

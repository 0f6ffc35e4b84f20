import type { Promises } from './cast.js';

export const aDeviceThatIsGoneIsNotTriedAgain: Promises = {
  'its next page goes another way at once, and its person is told once': async (cast) => {
    const { stage, ana, push } = cast;
    const { api, personId, phone } = ana;
    const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
    const { device, address, keys } = push.subscribe(body.publicKey);
    const { says } = await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label: 'Firefox on Linux' });
    const contactMethodId = String(says['contactMethodId']);
    await stage.settle();
    for (const { ruleId } of (await api.row('contacts', personId)).rules) await api.run('RemoveNotificationRule', { personId, ruleId });
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await stage.settle();
    push.forget(device);
    const { length } = phone.pages;
    const { id } = await cast.openGroup();
    const tries = (await stage.getTimeline(id)).filter(({ type, data }) => type === 'AttemptFailed' && 'gone' in data);
    expect(tries).toMatchObject([{ data: { reason: 'delivery.subscription_gone', retry: false } }]);
    expect(phone.pages.slice(length).map(({ cause, quiet }) => [cause.kind, quiet])).toEqual(
      expect.arrayContaining([
        ['escalation', false],
        ['method_gone', true],
      ]),
    );
    await cast.finish();
  },

  'nor by any later page': async (cast) => {
    const { stage, ana } = cast;
    const { id } = await cast.openGroup();
    await stage.advance('PT11M');
    const kinds = (await stage.pagesOf(id, ana)).flatMap(({ attempts }) => attempts.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(['webhook']));
    expect(ana.phone.pages.filter(({ cause }) => cause.kind === 'method_gone')).toHaveLength(1);
  },

  'and readiness says what to do about it': async ({ ana }) => {
    const { methods } = await ana.api.row('contacts', ana.personId);
    expect(methods.find(({ kind }) => kind === 'push')).toMatchObject({
      verified: false,
      disabled: { reason: 'delivery.subscription_gone' },
    });
    const { api, personId, methodId: contactMethodId } = ana;
    for (const urgency of ['high', 'low'] as const)
      await api.run('AddNotificationRule', { personId, urgency, contactMethodId, delayMinutes: 0 });
  },
};

import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import { PushService, type Subscription } from '@tocsin/testing/fakes/push-service.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

describe('five alerts for one person, two seconds apart', () => {
  let stage: Stage;
  let service: PushService;
  let device: Subscription;

  beforeAll(async () => {
    service = await PushService.start();
    stage = await Stage.begin();
    const { api, personId, methodId } = stage.ana;
    const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
    device = service.subscribe(body.publicKey);
    const { says } = await api.run('AddContactMethod', {
      kind: 'push',
      personId,
      address: device.address,
      keys: device.keys,
      label: 'Phone',
    });
    const contactMethodId = String(says['contactMethodId']);
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await stage.setPolicy([{ page: [stage.ana], wait: 30 }]);
  });
  afterAll(async () => {
    await stage.close();
    await service.close();
  });

  it('ring once, and the message that rang names the others within 5 s, without a sound', async () => {
    for (let n = 1; n <= 5; n += 1) {
      await stage.generic({ summary: `Disk ${n}`, key: `disk-${n}` });
      await stage.advance('PT2S');
    }
    await stage.advance('PT3S');
    const { id: groupId } = await stage.getGroup(1);
    await service.waitFor(({ message }) => message.body.startsWith('and 4 more in Production'));
    const messages = service.messages.map(({ message }) => message);
    const [rang, ...updates] = messages;
    expect(rang).toMatchObject({ kind: 'page', tag: groupId, quiet: false });
    expect(rang).not.toHaveProperty('update');
    expect(updates.length).toBeGreaterThan(0);
    expect(updates.length).toBeLessThanOrEqual(4);
    for (const update of updates) expect(update).toMatchObject({ kind: 'page', tag: groupId, update: true, title: rang!.title });
    expect(service.messagesFor(device.device)).toMatchObject([{ body: expect.stringMatching(/^and 4 more in Production\n/) }]);
    expect(new Set(service.messages.map(({ topic }) => topic)).size).toBe(2);

    const secret = rang!.kind === 'page' ? rang!.secret : '';
    const { body: link } = await stage.tocsin.anonymous.request<PageShown>('GET', `/api/pages/${secret}`);
    expect(link.waiting).toBe('and 4 more in Production');

    // the rule of bundles stays: one message for the four, a minute after the first
    await stage.advance('PT1M');
    const last = service.messages.at(-1)!.message;
    expect(last).toMatchObject({ kind: 'page', title: '‼ 4 alert groups' });
    expect(last).not.toHaveProperty('update');
    const { pages } = await stage.getLadder(groupId);
    expect(pages.flatMap(({ attempts }) => attempts)).toHaveLength(1);
  });
});

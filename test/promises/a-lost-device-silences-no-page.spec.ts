import { story } from '@tocsin/testing/stage/story.js';
import { PushService, type Subscription } from '@tocsin/testing/fakes/push-service.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

story('a person with two phones, one of which is gone', (chapter) => {
  let stage: Stage;
  let service: PushService;
  let bo: Player;
  let lost: Subscription;
  let kept: Subscription;

  const addDevice = async (label: string): Promise<Subscription> => {
    const { api, personId } = stage.ana;
    const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
    const device = service.subscribe(body.publicKey);
    const { address, keys } = device;
    const { says } = await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label });
    const contactMethodId = String(says['contactMethodId']);
    for (const urgency of ['high', 'low'] as const)
      await api.run('AddNotificationRule', { personId, urgency, contactMethodId, delayMinutes: 0 });
    return device;
  };

  beforeAll(async () => {
    service = await PushService.start();
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    lost = await addDevice('Old phone');
    kept = await addDevice('New phone');
    const { api, personId, methodId } = stage.ana;
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
    await stage.setPolicy([{ page: [stage.ana, bo], wait: 30 }]);
  });
  afterAll(async () => {
    await stage.close();
    await service.close();
  });

  chapter('sees the page until somebody acknowledges, hears of the other phone beside it, and then who did', async () => {
    service.forget(lost.device);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.settle();
    const { id: groupId } = await stage.getGroup();
    const shown = service.messagesFor(kept.device);
    expect(shown).toHaveLength(2);
    expect(shown).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'page',
          quiet: false,
          tag: groupId,
          actions: expect.arrayContaining([expect.objectContaining({ act: 'acknowledge' })]),
        }),
        expect.objectContaining({ kind: 'page', quiet: true, body: expect.stringContaining('Push to Old phone no longer works') }),
      ]),
    );
    const topics = service.messages.map(({ topic }) => topic);
    expect(new Set(topics).size).toBe(topics.length);

    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
    await service.waitFor(({ device, message }) => device === kept.device && message.kind === 'over');
    expect(service.messagesFor(kept.device).find(({ tag }) => tag === groupId)).toMatchObject({ kind: 'over', body: 'Bo acknowledged.' });
  });

  chapter('sees a page that waited a minute alone, and falls silent about it too', async () => {
    await stage.settleFully();
    await stage.generic({ summary: 'The queue is long', key: 'queue' });
    await stage.advance('PT10S');
    await stage.generic({ summary: 'The lights are out', key: 'lights' });
    await stage.advance('PT1M');
    const { id: groupId } = await stage.getGroup(3);
    const { message } = await service.waitFor(({ message: { title } }) => title.includes('#3'));
    expect(message.tag).toBe(groupId);
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
    await service.waitFor(({ message: { kind, tag } }) => kind === 'over' && tag === groupId);
    expect(service.messagesFor(kept.device).find(({ tag }) => tag === groupId)).toMatchObject({ kind: 'over', body: 'Bo acknowledged.' });
  });
});

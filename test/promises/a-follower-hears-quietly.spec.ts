import type { FollowShown } from '@tocsin/contracts/followers/follow-link.js';
import { requestAsStranger } from '@tocsin/testing/browser/stranger.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

story('somebody who follows a service', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let zoe: Player;
  const mailsTo = (address: string) =>
    mailbox.messages.filter(({ to, text }) => JSON.stringify(to).includes(address) && text?.includes('You follow this service'));
  const subjects = () => mailsTo('zoe@').map(({ subject }) => subject);
  const fire = async (n: number): Promise<void> => {
    await stage.generic({ summary: `Disk ${n}`, key: `disk ${n}`, severity: 'critical' });
    await stage.settle();
  };

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ mailbox });
    zoe = await stage.addPerson('Zoe', { role: 'observer', isInTeam: false });
    await stage.setPolicy([{ page: [stage.ana], wait: 60 }]);
    const { serviceId } = stage.setUpAnswer;
    await zoe.api.run('FollowService', { personId: zoe.personId, serviceId, contactMethodId: null });
  });
  afterAll(async () => {
    await stage.close();
    await mailbox.close();
  });

  chapter('is told by mail that an alert group opened, was acknowledged by whom, and was resolved; and is never paged', async () => {
    await fire(1);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.advance('PT5M');
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.advance('PT5M');
    expect(subjects()).toEqual([
      expect.stringMatching(/: #1 opened$/),
      expect.stringMatching(/: #1 acknowledged by Ana$/),
      expect.stringMatching(/: #1 resolved$/),
    ]);
    expect(zoe.ringCount).toBe(0);
    expect((await stage.getGroup()).involved).not.toContain(zoe.personId);
  });

  chapter('is told of many as one, and of none twice after a kill in the middle', async () => {
    await stage.advance('PT5M');
    const before = subjects().length;
    for (const n of [2, 3, 4]) await fire(n);
    await stage.restart('SIGKILL');
    await stage.settle();
    expect(subjects().slice(before)).toEqual([expect.stringMatching(/: #2 opened$/)]);
    await stage.advance('PT5M');
    await stage.restart('SIGKILL');
    await stage.advance('PT5M');
    expect(subjects().slice(before + 1)).toEqual([expect.stringMatching(/: 2 updates$/)]);
    expect(mailsTo('zoe@').at(-1)!.text).toMatch(/#3 Disk 3: opened\s+#4 Disk 4: opened/);
  });

  chapter('stops it by the link in the mail, without signing in and in one press; looking changes nothing', async () => {
    const link = /https?:\S+\/unfollow\/([\w-]{64})/.exec(mailsTo('zoe@').at(-1)!.text!)!;
    const address = `${stage.tocsin.url}/api/follows/${link[1]!}`;
    const shown = async () => (await (await fetch(address)).json()) as FollowShown;
    expect(await shown()).toMatchObject({ personName: 'Zoe', follows: true });
    expect(await shown()).toMatchObject({ follows: true });
    const press = async () => (await requestAsStranger(address, { method: 'POST' })).status;
    expect([await press(), await press()]).toEqual([202, 202]);
    await stage.settle();
    expect(await shown()).toMatchObject({ follows: false });
    const forged = `${address.slice(0, -2)}${address.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await requestAsStranger(forged, { method: 'POST' })).status).toBe(404);
    const before = subjects().length;
    await fire(5);
    await stage.advance('PT10M');
    expect(subjects()).toHaveLength(before);
  });
});

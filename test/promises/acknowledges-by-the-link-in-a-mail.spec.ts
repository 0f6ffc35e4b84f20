import { story } from '@tocsin/testing/stage/story.js';
import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  stage = await Stage.begin({ mailbox });
});
afterAll(() => stage.close());

const linkIn = (text: string): string => /\/p\/[\w-]+/.exec(text)![0].replace('/p/', '/api/pages/');

story('a page by e-mail', (chapter) => {
  beforeAll(async () => {
    const { api, personId } = stage.ana;
    const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@example.org' });
    const contactMethodId = String(says['contactMethodId']);
    await stage.settle();
    await mailbox.waitFor((mail) => /is your/.test(mail.subject ?? ''));
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: mailbox.lastCode()! });
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  });

  chapter('says number, title and service, and leads to the page by a link', async () => {
    const mail = mailbox.messages.at(-1)!;
    expect(mail.subject).toContain('#1');
    expect(mail.subject).toContain('DiskFull on db-1');
    expect(mail.text).toContain('Production');
    expect(linkIn(mail.text!)).toMatch(/^\/api\/pages\/[\w-]{64}$/);
    expect(String(mail.html)).toMatch(/\/p\/[\w-]{64}/);
  });

  chapter('is looked at by every mail scanner, and nothing changes', async () => {
    const path = linkIn(mailbox.messages.at(-1)!.text!);
    const before = await stage.getHead();
    const { anonymous: nobody } = stage.tocsin;
    for (let lookCount = 0; lookCount < 3; lookCount += 1) {
      const { status, body } = await nobody.request<PageShown>('GET', path);
      expect(status).toBe(200);
      expect(body).toMatchObject({ number: 1, personName: 'Ana', status: 'firing', holderName: null });
    }
    expect((await nobody.request('HEAD', path)).status).toBe(200);
    expect((await nobody.request('GET', path.replace('/api/pages/', '/p/'))).status).not.toBe(202);
    expect(await stage.getHead()).toBe(before);
  });

  chapter('acknowledges by the button behind it, with no session; History says that it was the link', async () => {
    const path = linkIn(mailbox.messages.at(-1)!.text!);
    const { anonymous: nobody } = stage.tocsin;
    expect((await nobody.request('POST', path, { act: 'acknowledge' })).status).toBe(202);
    const group = await stage.getGroup();
    expect(group).toMatchObject({ status: 'acknowledged', holder: { kind: 'person', personId: stage.ana.personId } });
    const acknowledgeEvent = (await stage.getTimeline(group.id)).find(({ type }) => type === 'AlertGroupAcknowledged')!;
    expect(acknowledgeEvent.meta.actor).toMatchObject({ kind: 'person', id: stage.ana.personId });
    expect(acknowledgeEvent.meta.actor.via).toMatch(/^link:.*email/);
    expect((await nobody.request('POST', path, { act: 'acknowledge' })).status).toBe(202);
    expect((await nobody.request<PageShown>('GET', path)).body).toMatchObject({ status: 'acknowledged', holderName: 'Ana' });
  });

  chapter('opens nothing else', async () => {
    const path = linkIn(mailbox.messages.at(-1)!.text!);
    const { anonymous: nobody } = stage.tocsin;
    expect((await nobody.request('POST', path, { act: 'reassign' })).status).toBe(422);
    const forgedPath = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    expect((await nobody.request('GET', forgedPath)).status).toBe(404);
    expect((await nobody.request('POST', forgedPath, { act: 'acknowledge' })).status).toBe(404);
    expect(
      (await nobody.request('GET', '/api/views/alertGroups', undefined, { authorization: `Bearer ${path.split('/').at(-1)}` })).status,
    ).toBe(401);
  });
});

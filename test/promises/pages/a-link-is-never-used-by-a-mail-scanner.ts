import type { Promises } from './cast.js';

export const aLinkIsNeverUsedByAMailScanner: Promises = {
  'a scanner follows every link of a mail, as often as it likes, and nothing changes': async (cast) => {
    const { stage, ana, mailbox } = cast;
    const { personId, api } = ana;
    const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@example.org' });
    const contactMethodId = String(says['contactMethodId']);
    await stage.settle();
    await api.run('VerifyContactMethod', { personId, contactMethodId, code: mailbox.lastCode()! });
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
    await cast.openGroup();
    const mail = await mailbox.waitFor(({ subject }) => subject?.includes('is full') === true);
    const links = [...`${mail.text} ${String(mail.html)}`.matchAll(/http:\/\/[^\s"'<>]+/g)].map(([link]) => new URL(link).pathname);
    expect(links.some((path) => path.startsWith('/p/'))).toBe(true);
    await stage.settle();
    const before = await stage.getHead();
    const { anonymous: nobody } = stage.tocsin;
    for (const path of links)
      for (const requestedPath of [path, path.replace('/p/', '/api/pages/')])
        for (const method of ['GET', 'HEAD', 'OPTIONS']) await nobody.request(method, requestedPath);
    await stage.settle();
    expect(await stage.getHead()).toBe(before);
    expect((await stage.listGroups()).at(-1)).toMatchObject({ status: 'firing', holder: null });
  },

  'and the person’s own press still counts': async (cast) => {
    const { text } = cast.mailbox.messages.findLast(({ subject }) => subject?.includes('is full'))!;
    const path = /\/p\/[\w-]+/.exec(text!)![0].replace('/p/', '/api/pages/');
    expect(await cast.press(path, 'acknowledge')).toEqual([202, undefined]);
    expect((await cast.stage.listGroups()).at(-1)).toMatchObject({ status: 'acknowledged', holder: { personId: cast.ana.personId } });
    await cast.ana.api.run('RemoveContactMethod', {
      personId: cast.ana.personId,
      contactMethodId: (await cast.ana.api.row('contacts', cast.ana.personId)).methods.find(({ kind }) => kind === 'email')!
        .contactMethodId,
    });
  },
};

import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { IntegrationKeysShown } from '@tocsin/contracts/http.js';
import { limits } from '@tocsin/contracts/limits.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
let port: number;
let key: string;
const others: Stage[] = [];

const start = async (env: Record<string, string> = {}): Promise<readonly [Stage, number]> => {
  const free = await freePort();
  const begun = await Stage.begin({ env: { TOCSIN_MAIL_PORT: String(free), ...env } });
  return [begun, free];
};
beforeAll(async () => {
  [stage, port] = await start();
  ({ key } = await stage.integration('mail'));
});
afterAll(async () => {
  for (const one of [stage, ...others]) await one.close();
});

interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly response?: string;
}
const address = (of: string): string => `${of}@tocsin.example.org`;

/** 250, or the code with which the mail was refused. */
const send = async (mail: SendMailOptions, at = port): Promise<number | undefined> => {
  const transport = createTransport({ host: '127.0.0.1', port: at, secure: false, ignoreTLS: true });
  const code = await transport.sendMail({ from: 'Monitoring <monitor@example.org>', to: address(key), text: 'It says so.', ...mail }).then(
    () => 250,
    (error: SmtpError) => error.responseCode,
  );
  await stage.settle();
  return code;
};
const groups = () => stage.listGroups();
const last = async () => (await groups()).at(-1)!;

story('a mail to an integration', (chapter) => {
  chapter('opens an alert group that shows what it says, and the next one of the same subject repeats it', async () => {
    expect(await send({ subject: '** PROBLEM Service Alert: web-1/disk is CRITICAL **', text: 'Disk 98 % full.\nRoot partition.' })).toBe(
      250,
    );
    const group = await last();
    expect(group).toMatchObject({ status: 'firing', title: expect.stringContaining('web-1/disk') });
    const { alerts } = await stage.ana.api.row('alerts', group.id);
    expect(alerts[0]).toMatchObject({
      severity: 'critical',
      details: expect.stringContaining('Root partition.'),
      labels: expect.objectContaining({ from: expect.stringContaining('monitor@example.org') }),
    });
    expect(await send({ subject: 'FWD: ** PROBLEM Service Alert: web-1/disk is WARNING **' })).toBe(250);
    expect(await groups()).toHaveLength(1);
  });

  chapter('says that it is over', async () => {
    expect(await send({ subject: '** RECOVERY Service Alert: web-1/disk is OK **' })).toBe(250);
    expect(await last()).toMatchObject({ status: 'resolved' });
  });

  chapter('is taken in capitals, with a part behind a plus, as HTML alone, and for several integrations at once', async () => {
    const { teamId, serviceId } = stage.setUpAnswer;
    const { says } = await stage.ana.api.run('CreateIntegration', { teamId, serviceId, name: 'Other mails', kind: 'mail' });
    const second = String(says['key']);
    const to = [address(key.toUpperCase()), address(`${second}+prod`)];
    expect(await send({ subject: '[FIRING:1] Büro 🔥', text: undefined, html: '<p>Out of <b>disk</b></p>', to, cc: address(key) })).toBe(
      250,
    );
    const opened = (await groups()).slice(1);
    expect(opened.map(({ title }) => title)).toEqual([expect.stringContaining('Büro 🔥'), expect.stringContaining('Büro 🔥')]);
    expect((await stage.ana.api.row('alerts', opened[0]!.id)).alerts[0]!.details).toMatch(/Out of disk/i);
    expect(await send({ subject: '[RESOLVED] Büro 🔥', to })).toBe(250);
  });

  chapter('is refused for a key that is none, and for one of another kind', async () => {
    const before = (await groups()).length;
    const { key: otherKind } = await stage.integration('generic');
    expect(await send({ subject: 'Disk', to: address('a'.repeat(32)) })).toBe(550);
    expect(await send({ subject: 'Disk', to: address('postmaster') })).toBe(550);
    expect(await send({ subject: 'Disk', to: address(otherKind) })).toBe(554);
    expect(await groups()).toHaveLength(before);
  });

  chapter('is refused when it is an automatic reply, a bounce or a page of Tocsin, and pages nobody', async () => {
    const before = (await groups()).length;
    expect(await send({ subject: 'I am away', headers: { 'auto-submitted': 'auto-replied' } })).toBe(554);
    expect(await send({ subject: 'Undelivered', envelope: { from: '', to: address(key) } })).toBe(550);
    const id = `page.${'a'.repeat(32)}.${'b'.repeat(32)}.${'c'.repeat(32)}.1`;
    expect(await send({ subject: 'You are paged', messageId: `<${id}@tocsin.example.org>` })).toBe(554);
    await stage.advance('PT30M');
    expect(await groups()).toHaveLength(before);
  });

  chapter('is refused from whom the integration does not take, as its page shows, and pages nobody by that', async () => {
    const before = (await groups()).length;
    const { teamId } = stage.setUpAnswer;
    const integrationId = (await stage.ana.api.list('integrations')).find(({ name }) => name === 'By mail')!.id;
    await stage.ana.api.run('ChangeMailSenders', { teamId, integrationId, senders: ['@Taken.example.org'] });
    await stage.settle();
    expect(await send({ subject: 'Spam', from: 'x@example.org' })).toBe(554);
    expect(await send({ subject: 'PROBLEM: taken', from: 'Nagios <nagios@taken.example.org>' })).toBe(250);
    const { body } = await stage.ana.api.request<IntegrationKeysShown>('GET', `/api/integrations/${integrationId}/keys`);
    expect(body.refusedLately[0]).toMatchObject({ says: 'This integration takes no mails from this address.', body: 'x@example.org' });
    expect(await send({ subject: 'OK: taken', from: 'nagios@taken.example.org' })).toBe(250);
    await stage.ana.api.run('ChangeMailSenders', { teamId, integrationId, senders: [] });
    await stage.settle();
    expect(await groups()).toHaveLength(before + 1);
  });

  chapter('is refused when it is too large, and six of the largest are taken', async () => {
    const attachments = (bytes: number) => [{ filename: 'log.bin', content: Buffer.alloc(bytes, 7) }];
    expect(await send({ subject: 'Too large', attachments: attachments(limits.mails.bytes) })).toBe(552);
    const largest = attachments(Math.floor(limits.mails.bytes * 0.7));
    const codes = await Promise.all(Array.from({ length: 6 }, (_none, n) => send({ subject: `Large ${n}`, attachments: largest })));
    expect(codes).toEqual(Array.from({ length: 6 }, () => 250));
    for (let n = 0; n < 6; n += 1) expect(await send({ subject: `OK: Large ${n}` })).toBe(250);
    for (const { title, status } of await groups()) expect([title, status]).toEqual([title, 'resolved']);
  });

  chapter('keeps nobody’s key, and shows none in what is kept of it', async () => {
    expect(await send({ subject: `PROBLEM: write to ${address(key)}`, text: `To: ${key}` })).toBe(250);
    const group = await last();
    expect(JSON.stringify([group, await stage.ana.api.row('alerts', group.id)])).not.toContain(key);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: group.id });
  });

  chapter('that is cut in the middle is not there, and the next client is answered', async () => {
    const before = (await groups()).length;
    const socket = connect(port, '127.0.0.1');
    const heard = async (): Promise<string> => String((await once(socket, 'data'))[0]);
    const replies = [await heard()];
    for (const line of ['HELO a', 'MAIL FROM:<a@b.c>', `RCPT TO:<${address(key)}>`, 'DATA']) {
      socket.write(`${line}\r\n`);
      replies.push(await heard());
    }
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['220', '250', '250', '250', '354']);
    socket.write('Subject: half');
    socket.destroy();
    expect(await send({ subject: 'Whole' })).toBe(250);
    expect((await groups()).slice(before).map(({ title }) => title)).toEqual([expect.stringContaining('Whole')]);
  });

  chapter('is taken again after a restart, and nothing is lost', async () => {
    await stage.restart();
    expect(await send({ subject: 'OK: Whole' })).toBe(250);
    expect(await last()).toMatchObject({ status: 'resolved' });
  });
});

it('a page by mail to an integration does not page again', async () => {
  const mailbox = await Mailbox.start();
  const [one, at] = await start({ TOCSIN_SMTP_URL: mailbox.url });
  others.push(one);
  const { key: its } = await one.integration('mail');
  await one.ana.api.run('AddContactMethod', { kind: 'email', personId: one.ana.api.personId, address: 'me@example.org' });
  const sent = await mailbox.waitFor();
  const transport = createTransport({ host: '127.0.0.1', port: at, ignoreTLS: true });
  const refused = transport.sendMail({ from: 'a@b.c', to: address(its), messageId: sent.messageId!, subject: sent.subject!, text: 'x' });
  await expect(refused).rejects.toMatchObject({ responseCode: 554 });
  await mailbox.close();
});

import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

describe('the sender of mails', () => {
  it('is asked for at set-up when mail server and public address are IP addresses', async () => {
    const tocsin = await Tocsin.start({ hasRealClock: true, env: { TOCSIN_SMTP_URL: 'smtp://10.0.0.7:25' } });
    const setUp = (url: string) =>
      tocsin.anonymous.request<{ code: string }>('POST', '/api/setup', {
        organisation: 'Acme',
        name: 'Ana',
        email: 'ana@example.org',
        password: 'correct horse battery',
        url,
      });
    const refused = await setUp('http://10.0.0.8:3000');
    expect([refused.status, refused.body.code]).toEqual([422, 'setup.no_sender']);
    expect((await setUp('https://tocsin.example.org')).status).toBe(201);
    await tocsin.end();
  });

  it('is at the public address when the mail server is an IP address, and so are the ids of its mails', async () => {
    const mailbox = await Mailbox.start();
    const stage = await Stage.begin({ mailbox, env: { TOCSIN_URL: 'https://tocsin.example.com' } });
    const { api, personId } = stage.ana;
    await api.run('AddContactMethod', { kind: 'email', personId, address: 'ana@bücher.example' });
    await stage.settle();
    const mail = await mailbox.waitFor();
    expect(mail.from?.value[0]?.address).toBe('tocsin@tocsin.example.com');
    expect(mail.messageId).toMatch(/^<code\..+@tocsin\.example\.com>$/);
    const { methods } = await api.row('contacts', personId);
    expect(methods.at(-1)).toMatchObject({ address: 'ana@xn--bcher-kva.example', verification: { state: 'sent' } });
    await stage.close();
  });
});

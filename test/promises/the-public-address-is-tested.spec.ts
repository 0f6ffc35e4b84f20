import { story } from '@tocsin/testing/stage/story.js';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AddressTestResult } from '@tocsin/contracts/http.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const testAddress = async (url: string): Promise<AddressTestResult> => {
  const answer = await stage.ana.api.request<AddressTestResult>('POST', '/api/public-address/test', { url });
  expect(answer.status).toBe(200);
  return answer.body;
};

story('the public address', (chapter) => {
  chapter('is guessed from the request that sets up, and leads here', async () => {
    const [organisation] = await stage.ana.api.list('organisation');
    expect(organisation!.url).toBe(stage.tocsin.url);
    expect(await testAddress(stage.tocsin.url)).toMatchObject({ leadsHere: true });
    expect(await testAddress(`${stage.tocsin.url}/`)).toMatchObject({ leadsHere: true });
  });

  chapter('is not ok while only this machine can open it, though it leads here', async () => {
    const { port } = new URL(stage.tocsin.url);
    for (const host of ['localhost', '127.0.0.1'])
      expect(await testAddress(`http://${host}:${port}`)).toEqual({
        ok: false,
        leadsHere: true,
        why: expect.stringContaining('Only this machine'),
      });
  });

  chapter('is said to lead elsewhere, or nowhere', async () => {
    const other = createServer((_, answer) => answer.end('{"answer":"anything"}')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await testAddress(`http://127.0.0.1:${port}`)).toEqual({
      ok: false,
      leadsHere: false,
      why: 'Something else answers there, with status 200.',
    });
    other.close();
    expect(await testAddress(`http://127.0.0.1:${await freePort()}`)).toEqual({ ok: false, leadsHere: false, why: 'Connection refused.' });
  });

  chapter('is tested by people who may change it', async () => {
    const bo = await stage.tocsin.join(stage.ana.api, 'Bo', 'member');
    const answer = await bo.request('POST', '/api/public-address/test', { url: stage.tocsin.url });
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission.denied' } });
    expect(await stage.ana.api.request('POST', '/api/public-address/test', { url: 'file:///etc/passwd' })).toMatchObject({ status: 422 });
    await stage.settle();
  });

  chapter('has no path: Tocsin can’t run under one', async () => {
    const refusal = await stage.ana.api.expectRefusal('ChangePublicAddress', { url: 'https://example.org/tocsin' });
    expect(refusal).toMatchObject({
      code: 'request.invalid',
      errors: [{ path: 'url', message: expect.stringContaining('Without a path') }],
    });
  });

  chapter('changes in what is pasted from then on, and the environment overrules it', async () => {
    await stage.ana.api.run('ChangePublicAddress', { url: 'https://bell.example.org/' });
    await stage.settle();
    const readUrl = async () => (await stage.ana.api.request<{ url: string }>('GET', '/api/status')).body.url;
    expect(await readUrl()).toBe('https://bell.example.org');
    await stage.restart('SIGTERM', { TOCSIN_URL: 'https://told.example.org' });
    await stage.settle();
    expect(await readUrl()).toBe('https://told.example.org');
  });
});

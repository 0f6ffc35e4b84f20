// cluster: never, it runs on the system clock
import { setTimeout as pause } from 'node:timers/promises';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { SessionAnswer } from '@tocsin/contracts/http.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

let phone: Phone;
beforeEach(async () => void (phone = await Phone.start()));
afterEach(() => phone.close());

/** In real time: waits until health reports that all reactions are done. */
const removeContactMethods = async (owner: Client): Promise<void> => {
  for (let head = -1; ;) {
    const { body } = await owner.request<HealthAnswer>('GET', '/api/health');
    if (body.log.head === head && body.memory.lag + body.reactor.lag + body.reactor.callsOut === 0) return;
    head = body.log.head;
    await pause(50);
  }
};
/** Bo, who is a member. */
const join = async (owner: Client): Promise<Client> => {
  const { says } = await owner.run('InvitePerson', { name: 'Bo', email: 'bo@example.org' });
  const path = `/api/invitations/${String(says['invitation']).split('/invite/')[1]!}`;
  const stranger = new Client(owner.url, '', '');
  const { body } = await stranger.request<SessionAnswer>('POST', path, { password: 'correct horse battery' });
  return new Client(owner.url, body.token!, body.personId);
};
const add = (owner: Client, address: string) =>
  owner.expectRefusal('AddContactMethod', { kind: 'webhook', personId: owner.personId, address });

describe('an address that a person types', () => {
  it('may not lead into a private network, and the refusal names the setting that allows it', async () => {
    const tocsin = await Tocsin.start({ hasRealClock: true });
    const { owner } = await tocsin.setUp();
    const addresses = [
      phone.url,
      'http://localhost/',
      'http://[::1]:8080/',
      'http://10.0.0.7/hook',
      'http://192.168.1.20/',
      'http://172.16.3.4/',
      'http://169.254.169.254/latest/meta-data',
      'http://[fd00::1]/',
      'http://[::ffff:10.0.0.7]/',
      'http://0.0.0.0/',
      'http://2130706433/',
    ];
    for (const address of addresses) {
      const problem = await add(owner, address);
      expect(problem).toMatchObject({ status: 422, code: 'outgoing.private_address', errors: [{ path: 'address' }] });
      expect(problem.todo).toContain('TOCSIN_ALLOW_CIDR');
    }
    expect(await add(owner, 'ftp://example.org/')).toMatchObject({ status: 422, code: 'request.invalid' });
    // limits and rights come first: no name is resolved for a command that is refused anyway
    const forOwner = { kind: 'webhook', personId: owner.personId, address: 'http://10.0.0.7/' } as const;
    expect((await (await join(owner)).expectRefusal('AddContactMethod', forOwner)).code).toBe('permission.denied');
    for (let n = 1; n < contactLimits.contactMethodsPerPerson; n += 1)
      await owner.run('AddContactMethod', { kind: 'email', personId: owner.personId, address: `ana-${n}@example.org` });
    expect((await add(owner, 'http://10.0.0.7/')).code).toBe('limit.contact_methods');
    expect(phone.rings).toEqual([]);
    await removeContactMethods(owner);
    await tocsin.stop();
    expect(await reenactFolder(tocsin.data)).toMatchObject({ differences: [], missing: [] });
    await tocsin.end();
  });

  it('may where the operator allows it', async () => {
    const tocsin = await Tocsin.start({ hasRealClock: true, env: { TOCSIN_ALLOW_CIDR: '127.0.0.0/8' } });
    const { owner } = await tocsin.setUp();
    const { personId } = owner;
    const { says } = await owner.run('AddContactMethod', { kind: 'webhook', personId, address: phone.url });
    const code = await phone.waitForCode(String(says['contactMethodId']));
    await owner.run('VerifyContactMethod', { personId, contactMethodId: String(says['contactMethodId']), code });
    expect(await add(owner, 'http://10.0.0.7/hook')).toMatchObject({ code: 'outgoing.private_address' });
    expect(await owner.request('POST', '/test/clock', { advance: 'PT5M' })).toMatchObject({
      status: 404,
      body: { code: 'clock.not_manual' },
    });
    await removeContactMethods(owner);
    await tocsin.stop();
    expect(await reenactFolder(tocsin.data)).toMatchObject({ differences: [], missing: [] });
    await tocsin.end();
  });
});

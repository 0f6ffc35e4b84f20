import { story } from '@tocsin/testing/stage/story.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { eventsOfFolder, reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { canMakeDisks, SmallDisk } from '@tocsin/testing/machine/small-disk.js';
import { Load } from './load.js';
import { expectRefusedStart } from './processes.js';

const isPossible = canMakeDisks('tests with a full disk');
const skipHere = (): void => it('can’t be played here, which the end of the run says', () => expect(isPossible).toBe(false));
const tellHere: typeof story = isPossible ? story : (name) => describe(name, skipHere);

const groupsOpen = 20;

tellHere('a disk without room', (chapter) => {
  let disk: SmallDisk;
  let real: RealStage;
  let key: string;
  /** The token of a program, whose last use is recorded. */
  let program: string;
  const acceptedSummaries: string[] = [];

  beforeAll(async () => {
    disk = await SmallDisk.make(192);
    real = await RealStage.begin({}, { data: join(disk.path, 'data'), inside: disk.commandPrefix });
    key = await real.key('pagerduty-events');
    const { says } = await real.ana.api.run('IssuePersonalToken', { name: 'Health', scopes: ['read'] });
    program = String(says['token']);
  });
  afterAll(async () => {
    await real.leave();
    await disk.close();
  });

  const getHealth = async (): Promise<HealthAnswer> => (await real.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
  /** Polls until the condition holds; the test’s own timeout ends it. */
  const waitUntil = async <T>(read: () => Promise<T>, isMatching: (current: T) => boolean): Promise<T> => {
    for (;;) {
      const current = await read();
      if (isMatching(current)) return current;
      await pause(500);
    }
  };
  const acknowledge = (number: number): Promise<ClientAnswer> =>
    real.watch
      .waitForRow('alertGroups', (row) => row.number === number)
      .then(({ id }) => real.ana.api.request('POST', '/api/commands/AcknowledgeAlertGroup', { groupId: id }));
  const send = (): Promise<ClientAnswer> =>
    real.ana.api.request('POST', '/v2/enqueue', { routing_key: key, event_action: 'trigger', payload: { summary: 'No room' } });
  const load = async (name: string, waitUntil: (load: Load) => Promise<unknown>): Promise<void> => {
    const sender = new Load(name, key, groupsOpen);
    const loadRun = sender.run(real.url, 4);
    await waitUntil(sender);
    sender.stop();
    await loadRun;
    acceptedSummaries.push(...sender.acceptedSummaries);
  };
  let n = 0;
  const newAddress = (): string => `bo-${(n += 1)}@example.org`;
  /** Acts that write to the side store, the vault or the log; each may be repeated. */
  const acts: Readonly<Record<string, () => Promise<ClientAnswer>>> = {
    'sign-in': () => real.ana.api.request('POST', '/api/session', { email: 'ana@example.org', password: 'correct horse battery' }),
    proof: () => real.ana.api.request('POST', '/api/session/proof', { password: 'correct horse battery' }),
    invitation: () => real.ana.api.request('POST', '/api/commands/InvitePerson', { name: 'Bo', email: newAddress(), role: 'member' }),
    'contact method': () =>
      real.ana.api.request('POST', '/api/commands/AddContactMethod', {
        kind: 'email',
        personId: real.ana.personId,
        address: newAddress(),
      }),
    signal: send,
  };

  chapter('makes senders come again, and lets people acknowledge by what was kept free for it', async () => {
    expect((await getHealth()).disk).toMatchObject({ reserve: 'kept', reserveBytes: 16 * 2 ** 20 });
    await load('Before', async (sender) => {
      await sender.waitForAccepted(2 * groupsOpen);
      await real.watch.waitForRow('alertGroups', ({ number }) => number === groupsOpen);
    });
    disk.fill();
    await load('Full disk', (sender) => sender.waitForStatus(503));

    const refusedSend = await send();
    expect(refusedSend).toMatchObject({ status: 503, body: { code: 'store.unavailable' } });
    expect(refusedSend.headers.get('retry-after')).toMatch(/^\d+$/);
    const readyAnswer = await real.ana.api.request<{ why: string[] }>('GET', '/readyz');
    expect([readyAnswer.status, readyAnswer.body.why.join()]).toEqual([
      503,
      expect.stringMatching(/the 16 MiB reserve is in use .* new alerts are refused/),
    ]);
    for (let number = 1; number <= 5; number += 1) expect((await acknowledge(number)).status).toBe(202);
    expect((await getHealth()).disk).toMatchObject({ reserve: 'released' });
    await real.watch.waitForRow('alertGroups', (row) => row.number === 5 && row.status === 'acknowledged');
  });

  chapter('starts again in what was kept free, and is acknowledged there', async () => {
    await real.stop('SIGKILL');
    await real.restart();
    expect((await send()).status).toBe(503);
    expect((await acknowledge(6)).status).toBe(202);
  });

  chapter('goes on without a single byte: whatever must be written is refused with a sentence, and the rest is answered', async () => {
    await waitUntil(
      async () => {
        disk.fill();
        return Promise.all(Object.values(acts).map((act) => act()));
      },
      (answers) => {
        expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
        return answers.every(({ status }) => status === 503);
      },
    );
    for (const [actName, act] of Object.entries(acts)) {
      const { status, headers, body } = await act();
      expect({ what: actName, status, retryAfter: headers.get('retry-after'), body }).toMatchObject({
        status: 503,
        retryAfter: expect.stringMatching(/^\d+$/) as string,
        body: { code: expect.stringMatching(/^store\.un/) as string },
      });
    }
    // a timer flushes its notes every few seconds: it fails again and again
    const byProgram = { authorization: `Bearer ${program}` };
    const { troubles } = await waitUntil(
      async () => (await real.ana.api.request<HealthAnswer>('GET', '/api/health', undefined, byProgram)).body,
      (current) => current.troubles.some(({ where, times }) => where === 'last uses' && times > 1),
    );
    expect(troubles.find(({ where }) => where === 'last uses')?.message).toMatch(/full/);
    expect((await real.ana.api.request('GET', '/api/session')).status).toBe(200);
    // views that can't be written stay behind: signals accepted just before may be missing in them
    expect((await real.ana.api.list('alertGroups', 'after=')).length).toBeGreaterThanOrEqual(groupsOpen);
  });

  chapter('does not start without a single byte, and says so in a sentence', async () => {
    await real.stop('SIGKILL');
    disk.fill();
    const { code, output: said } = await expectRefusedStart({ TOCSIN_DATA: join(disk.path, 'data') }, { inside: disk.commandPrefix });
    expect([code, said]).toEqual([1, expect.stringMatching(/full/)]);
    expect(said).not.toMatch(/\n\s+at /);
  });

  chapter('goes on when there is room, keeps some of it free again, and has lost nothing that it said yes to', async () => {
    disk.clear();
    await real.restart();
    await load('Room again', (sender) => sender.waitForAccepted(50));
    await waitUntil(getHealth, (current) => current.ok && current.disk.reserve === 'kept');
    expect((await acts['sign-in']!()).status).toBe(201);
    expect((await acknowledge(7)).status).toBe(202);
  });

  chapter('starts on a disk that was filled while it was stopped', async () => {
    await real.stop();
    disk.fill();
    await real.restart();
    expect((await acknowledge(8)).status).toBe(202);
    await real.stop();
    disk.clear();

    const copy = mkdtempSync(join(tmpdir(), 'tocsin-copy-'));
    disk.copy('data', copy);
    const receivedSummaries = new Set(
      (await eventsOfFolder(copy)).flatMap(({ type, data }) =>
        type === 'SignalReceived'
          ? (data as { signal: { alerts: { summary: string }[] } }).signal.alerts.map(({ summary }) => summary)
          : [],
      ),
    );
    expect(acceptedSummaries.filter((summary) => !receivedSummaries.has(summary))).toEqual([]);
    const { differences, otherLogic } = await reenactFolder(copy);
    expect({ differences, otherLogic }).toEqual({ differences: [], otherLogic: 0 });
    rmSync(copy, { recursive: true });
  });
});

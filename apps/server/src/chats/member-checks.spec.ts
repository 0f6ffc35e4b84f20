import { duration } from '@tocsin/contracts/duration.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { slackTokens } from '@tocsin/testing/channels/slack/slack-stage.js';
import { stateOfSlackMember } from '../connections/slack-members.js';
import { MemberChecks } from './member-checks.js';

let slack: SlackServer;
let http: OutgoingHttp;
let clock: ManualClock;
let disabled: string[];
let waits: number[];
let troubles: unknown[];
let held: object | null;

const methodOf = (member: string, more: object = {}) => ({ kind: 'slack', address: `T0ACME/${member}`, verified: true, ...more });

const checksOf = (roles: readonly string[] = ['reactor'], logKind = 'live') => {
  const vault = new MemoryVault();
  vault.putSecret('connection:1', JSON.stringify(slackTokens));
  const connection = { id: 'c1', kind: 'slack', name: 'Slack', fields: { baseUrl: slack.url }, secretRef: 'connection:1' };
  const people = [
    { methods: [methodOf('U0ANA'), { kind: 'email', address: 'U0BO', verified: true }] },
    { methods: [methodOf('U0BO'), methodOf('U0NEW', { verified: false }), methodOf('U0OLD', { disabled: {} })] },
    { methods: [methodOf('U0ELSEWHERE')] },
  ];
  const reads = {
    connections: { all: () => [connection].values() },
    contacts: { all: () => people.values() },
    organisation: { get: () => ({ held }) },
  };
  const server = {
    clock,
    config: { roles },
    logKind,
    reads,
    troubles: { note: (_: string, error: unknown) => troubles.push(error) },
    vault,
  };
  return new MemberChecks({
    server: server as never,
    chats: [{ kind: 'slack', stateOf: (address) => stateOfSlackMember({ parts: server as never, outgoing: http }, address) }],
    gone: { disable: async (kind, address) => void disabled.push(`${kind} ${address}`) },
    random: () => 0,
    after: (ms, call) => {
      waits.push(ms);
      call();
      return () => {};
    },
  });
};
const pass = async (checks: MemberChecks, hours: number) => {
  clock.moveTo(addMillis(clock.now(), hours * duration.hour));
  await checks.whenSettled;
};

beforeEach(async () => {
  slack = await SlackServer.start(slackTokens);
  for (const id of ['U0ANA', 'U0BO', 'U0NEW', 'U0OLD']) slack.addUser(id, id.toLowerCase());
  http = new OutgoingHttp({ allowLoopback: true });
  clock = new ManualClock('2026-11-28T12:00:00.000Z');
  [disabled, waits, troubles, held] = [[], [], [], null];
});
afterEach(async () => {
  http.close();
  await slack.close();
  expect(troubles).toEqual([]);
});

describe('linked accounts in Slack', () => {
  it('are asked about once a day, one in a second: who was deactivated is paged there no more', async () => {
    const checks = checksOf();
    checks.start();
    for (const id of ['U0BO', 'U0NEW', 'U0OLD']) slack.deactivate(id);
    await pass(checks, 1);
    expect(disabled).toEqual([]);
    await pass(checks, 1);
    expect(disabled).toEqual(['slack T0ACME/U0BO']);
    expect(waits).toEqual([duration.second, duration.second]);
    slack.deactivate('U0ANA');
    await pass(checks, 23);
    expect(disabled).toHaveLength(1);
    await pass(checks, 1);
    expect(disabled).toContain('slack T0ACME/U0ANA');
    await checks.stop();
  });

  it('are left as they are while Slack can’t be asked, and asked about an hour later', async () => {
    const checks = checksOf();
    checks.start();
    slack.deactivate('U0BO');
    slack.limit(30);
    await pass(checks, 2);
    expect(disabled).toEqual([]);
    slack.goAway();
    await pass(checks, 1);
    expect(disabled).toEqual([]);
    slack.comeBack();
    await pass(checks, 1);
    expect(disabled).toEqual(['slack T0ACME/U0BO']);
    await checks.stop();
  });

  it('are asked about by nobody while the store is paused, by no server that pages nobody, and not after a stop', async () => {
    slack.deactivate('U0BO');
    held = {};
    const paused = checksOf();
    const others = [checksOf(['ingest']), checksOf(['reactor'], 'demo')];
    for (const checks of [paused, ...others]) checks.start();
    await pass(paused, 2);
    expect(disabled).toEqual([]);
    await paused.stop();
    held = null;
    await pass(paused, 48);
    await Promise.all(others.map((checks) => checks.whenSettled));
    expect(disabled).toEqual([]);
  });
});

import { addMillis } from '@tocsin/kernel/time.js';
import { duration } from '@tocsin/contracts/duration.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { slackTokens } from '@tocsin/testing/channels/slack/slack-stage.js';
import { UserGroupKeeper } from './user-groups.js';

const [groupId, channel] = ['S0ONCALL', 'C0PAYMENTS'];

let slack: SlackServer;
let http: OutgoingHttp;
let clock: ManualClock;
let held: object | null;
let onCall: readonly { readonly personId: string }[];
/** What the log says that the group was set to. */
let set: { readonly personIds: readonly string[] } | undefined;
let troubles: unknown[];
let keepers: UserGroupKeeper[];

/** Starts the keeper of a server: all of them read the same log. */
const begin = (roles: readonly string[] = ['reactor'], logKind = 'live'): void => {
  const vault = new MemoryVault();
  vault.putSecret('connection:1', JSON.stringify(slackTokens));
  const chosen = { groupId, handle: 'oncall', scheduleIds: ['s1'], channel };
  const reads = {
    connections: {
      all: () =>
        [
          {
            id: 'c1',
            kind: 'slack',
            name: 'Slack',
            fields: { baseUrl: slack.url },
            secretRef: 'connection:1',
            userGroups: [{ ...chosen, set }],
          },
        ].values(),
    },
    organisation: { get: () => ({ held }) },
    schedules: { get: () => ({ name: 'Payments' }) },
    onCall: { get: () => ({ removed: false, people: onCall }) },
    people: { get: () => ({ state: 'active' }) },
    contacts: { get: () => ({ methods: [{ kind: 'slack', address: 'T0ACME/U0ANA', verified: true, disabled: null }] }) },
  };
  const server = {
    clock,
    config: { roles },
    logKind,
    memory: { onChange: () => undefined },
    reads,
    troubles: { note: (_: string, error: unknown) => troubles.push(error) },
    vault,
  };
  const dispatcher = {
    send: async (_type: string, { personIds }: { readonly personIds: readonly string[] }) => void (set = { personIds }),
  };
  const keeper = new UserGroupKeeper({ server, dispatcher, http, health: { onPart: () => undefined } } as never);
  keepers.push(keeper);
  keeper.start();
};
const pass = async (minutes: number): Promise<void> => {
  for (let n = 0; n < minutes; n++) {
    clock.moveTo(addMillis(clock.now(), duration.minute));
    for (const keeper of keepers) await keeper.whenSettled;
  }
};
const told = () => slack.posts.filter((post) => post.channel === channel).length;
const asked = () => slack.calls.filter((method) => method === 'usergroups.users.update').length;

beforeEach(async () => {
  slack = await SlackServer.start(slackTokens);
  slack.addUser('U0ANA', 'ana');
  slack.addUser('U0MAX', 'max');
  slack.addChannel(channel);
  slack.addUserGroup(groupId, 'oncall', ['U0MAX']);
  http = new OutgoingHttp({ allowLoopback: true });
  clock = new ManualClock('2026-11-28T12:00:00.000Z');
  [held, onCall, set, troubles, keepers] = [null, [{ personId: 'ana' }], undefined, [], []];
});
afterEach(async () => {
  for (const keeper of keepers) await keeper.stop();
  http.close();
  await slack.close();
  expect(troubles).toEqual([]);
});

it('touches nothing while the store is paused, and is right once it is live', async () => {
  held = { since: clock.now(), backupAt: clock.now() };
  begin();
  await pass(5);
  expect(slack.calls).toEqual([]);
  held = null;
  await pass(2);
  expect([slack.membersOf(groupId), asked()]).toEqual([['U0ANA'], 1]);
});

it('tells no channel while the store is paused', async () => {
  [held, onCall] = [{ since: clock.now(), backupAt: clock.now() }, []];
  begin();
  await pass(5);
  expect(slack.calls).toEqual([]);
});

it('is done by the active server alone, and in no demo', async () => {
  begin();
  begin(['command', 'query']);
  begin(['reactor'], 'demo');
  await pass(5);
  expect([slack.membersOf(groupId), asked(), told()]).toEqual([['U0ANA'], 1, 0]);
});

it('is told once that nobody is on call, by whichever server', async () => {
  onCall = [];
  begin();
  begin(['command', 'query']);
  await pass(5);
  await keepers.shift()!.stop();
  begin();
  await pass(5);
  expect([slack.membersOf(groupId), asked(), told()]).toEqual([['U0MAX'], 0, 1]);
});

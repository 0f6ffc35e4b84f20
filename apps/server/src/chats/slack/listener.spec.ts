import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { slackTokens } from '@tocsin/testing/channels/slack/slack-stage.js';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { SlackListener } from './listener.js';
import { SlackPressing } from './pressing.js';
import { SlackSocket } from './socket.js';

let slack: SlackServer;
let http: OutgoingHttp;
let listener: SlackListener;
let held: object | null;
let connection: { id: string; kind: string; name: string; fields: Record<string, string>; secretRef: string };
let change: (view: string) => void;
let heard: ItemCollector<string | null>;
let troubles: string[];
let vault: MemoryVault;
let timers: { readonly ms: number; readonly call: () => void }[];
let planned: ItemCollector<number>;
let pressed: ItemCollector<string>;
let whilePressed: Promise<void>;

const closesAfter = 5_000;

/** Short waits are real, long ones end when a test says so. */
const after = (ms: number, call: () => void): (() => void) => {
  const timer = ms > 4_000 ? null : setTimeout(call, ms);
  const entry = { ms, call };
  if (!timer) timers.push(entry);
  planned.add(ms);
  return () => {
    if (timer) clearTimeout(timer);
    timers = timers.filter((one) => one !== entry);
  };
};
const elapse = (ms: number): void => {
  for (const one of timers.filter((timer) => timer.ms === ms)) one.call();
  timers = timers.filter((timer) => timer.ms !== ms);
};

beforeEach(async () => {
  slack = await SlackServer.start(slackTokens);
  http = new OutgoingHttp({ allowLoopback: true });
  heard = new ItemCollector('state of a listener');
  [held, troubles, timers] = [null, [], []];
  [planned, pressed] = [new ItemCollector('timer'), new ItemCollector('press')];
  whilePressed = Promise.resolve();
  vault = new MemoryVault();
  vault.putSecret('connection:1', JSON.stringify(slackTokens));
  connection = { id: 'c1', kind: 'slack', name: 'Slack', fields: { baseUrl: slack.url }, secretRef: 'connection:1' };
  const server = {
    config: { roles: ['reactor'] },
    logKind: 'live',
    memory: { onChange: (call: typeof change) => void (change = call) },
    reads: {
      endingConnections: { all: () => [].values() },
      connections: { all: () => [connection].values() },
      organisation: { get: () => ({ held }) },
    },
    troubles: { note: (_where: string, error: Error) => void troubles.push(error.message) },
    vault,
  };
  listener = new SlackListener({
    server: server as never,
    pressing: new SlackPressing({
      server: server as never,
      acts: {
        press: async ({ key }) => {
          pressed.add(key);
          await whilePressed;
          return { kind: 'done' };
        },
      },
      http,
    }),
    after,
    pacing: { after },
    http,
    health: { onListening: (_id, problem) => heard.add(problem), onNotListening: () => heard.add('nothing to hold') },
  });
});
afterEach(async () => {
  await listener.stop();
  http.close();
  await slack.close();
});

describe('presses in Slack', () => {
  it('come by one socket, which ends with the server', async () => {
    listener.start();
    await heard.waitFor((problem) => problem === null);
    expect(slack.connections).toBe(1);
    const gone = slack.waitForNoSocket();
    await listener.stop();
    await gone;
    expect(slack.connections).toBe(0);
  });

  it('come by none while the store is paused after a restore', async () => {
    held = { since: '' };
    listener.start();
    expect(slack.calls).toEqual([]);
    held = null;
    change('organisation');
    await heard.waitFor((problem) => problem === null);
    held = { since: '' };
    const gone = slack.waitForNoSocket();
    change('organisation');
    await gone;
    expect(slack.connections).toBe(0);
  });

  it('don’t come with secrets of another kind, which break neither start nor fold', async () => {
    vault.putSecret('connection:1', JSON.stringify({ authToken: 'of Twilio' }));
    listener.start();
    vault.putSecret('connection:1', JSON.stringify(slackTokens));
    change('endingConnections');
    await heard.waitFor((problem) => problem === null);
    expect(troubles).toEqual([]);
  });

  it('say when Slack refuses the token, without it, and when it is away', async () => {
    slack.answerNext(200, JSON.stringify({ ok: false, error: 'invalid_auth', url: slackTokens.appToken }));
    listener.start();
    expect(await heard.waitFor()).toBe('Slack answered invalid_auth');
    // it goes on trying
    await heard.waitFor((problem) => problem === null);
    slack.goAway();
    expect(await heard.waitFor((problem) => problem?.includes('reached') === true)).toBe('Slack can’t be reached');
    slack.comeBack();
    await slack.waitForSockets(2);
    expect(troubles).toEqual([]);
  });

  it('come by the next socket before the last one ends, however often Slack warns', async () => {
    listener.start();
    await heard.waitFor((problem) => problem === null);
    slack.recycle('warning');
    slack.recycle('refresh_requested');
    await slack.waitForSockets(2);
    await planned.waitFor((ms) => ms === closesAfter);
    expect(slack.connections).toBe(2);
    elapse(closesAfter);
    await slack.waitForConnections(1);
    expect(slack.calls).toEqual(['apps.connections.open', 'apps.connections.open']);
  });

  it('come by the next socket only after a pause if Slack ends one right after its hello', async () => {
    listener.start();
    await heard.waitFor((problem) => problem === null);
    slack.recycle('too_many_websockets');
    await planned.waitFor((ms) => ms === 1_000);
    await slack.waitForSockets(2);
    slack.recycle('too_many_websockets');
    await planned.waitFor((ms) => ms === 2_000);
  });

  it('come by no socket into a private network', async () => {
    http.close();
    http = new OutgoingHttp({});
    const guarded = new SlackSocket(
      { connectionId: 'c1', secretRef: null, fields: { baseUrl: slack.url }, secrets: slackTokens },
      http.guard(5_000),
      {
        onHello: () => heard.add('hello'),
        onWarning: () => {},
        onEnd: (why) => heard.add(why),
        onEnvelope: () => {},
      },
      after,
    );
    guarded.start();
    expect(await heard.waitFor()).toBe('Slack can’t be reached');
    expect(slack.calls).toEqual([]);
    await guarded.stop();
  });

  it('come by none that was stopped while it opened', async () => {
    const open = slack.holdOpening();
    listener.start();
    await slack.waitForOpening();
    await listener.stop();
    open();
    listener.start();
    await heard.waitFor((problem) => problem === null);
    expect(slack.openedSockets).toBe(1);
  });

  it('are not carried out on a store that was just paused, and none is cut off by a stop', async () => {
    const press = (at: string): void =>
      slack.sendOdd(
        JSON.stringify({
          type: 'interactive',
          envelope_id: at,
          payload: {
            type: 'block_actions',
            user: { id: 'U0ANA', team_id: 'T0ACME' },
            container: { channel_id: 'D0ANA', message_ts: '1' },
            actions: [{ action_id: 'acknowledge', action_ts: at, value: '01890000-0000-7000-8000-000000000001' }],
          },
        }),
      );
    let answer = (): void => {};
    whilePressed = new Promise((resolve) => (answer = resolve));
    listener.start();
    await heard.waitFor((problem) => problem === null);
    held = { since: '' };
    press('1');
    await slack.waitUntilRead();
    held = null;
    press('2');
    await pressed.waitFor();
    expect(pressed.items).toEqual(['slack U0ANA 2']);
    const order: string[] = [];
    const stopped = listener.stop().then(() => order.push('stopped'));
    await slack.waitForNoSocket();
    order.push('answered');
    answer();
    await stopped;
    expect(order).toEqual(['answered', 'stopped']);
  });

  it('go on by the same socket while requests are set up as well, and by none afterwards', async () => {
    listener.start();
    await heard.waitFor((problem) => problem === null);
    const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5';
    vault.putSecret('connection:2', JSON.stringify({ ...slackTokens, signingSecret }));
    connection = { ...connection, fields: { ...connection.fields, interactivity: 'both' }, secretRef: 'connection:2' };
    change('endingConnections');
    await slack.waitUntilRead();
    expect([slack.connections, slack.openedSockets]).toEqual([1, 1]);
    vault.putSecret('connection:3', JSON.stringify({ botToken: slackTokens.botToken, signingSecret }));
    connection = { ...connection, fields: { ...connection.fields, interactivity: 'request_url' }, secretRef: 'connection:3' };
    const gone = slack.waitForNoSocket();
    change('endingConnections');
    await gone;
    expect(heard.items).toEqual([null, 'nothing to hold']);
  });

  it('say when another program is connected by the same app', async () => {
    slack.otherConnections = 2;
    listener.start();
    expect(await heard.waitFor()).toContain('3 programs are connected by the same app');
  });
});

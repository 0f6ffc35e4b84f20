import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { slackTokens } from '@tocsin/testing/channels/slack/slack-stage.js';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { SlackListener } from './listener.js';

let slack: SlackServer;
let http: OutgoingHttp;
let listener: SlackListener;
let held: object | null;
let change: (view: string) => void;
let heard: ItemCollector<string | null>;
let troubles: string[];
let vault: MemoryVault;

beforeEach(async () => {
  slack = await SlackServer.start(slackTokens);
  http = new OutgoingHttp({ allowLoopback: true });
  heard = new ItemCollector('state of a listener');
  [held, troubles] = [null, []];
  vault = new MemoryVault();
  vault.putSecret('connection:1', JSON.stringify(slackTokens));
  const connection = { id: 'c1', kind: 'slack', name: 'Slack', fields: { baseUrl: slack.url }, secretRef: 'connection:1' };
  const server = {
    config: { roles: ['reactor'] },
    logKind: 'live',
    memory: { onChange: (call: typeof change) => void (change = call) },
    reads: { connections: { all: () => [connection].values() }, organisation: { get: () => ({ held }) } },
    troubles: { note: (_where: string, error: Error) => void troubles.push(error.message) },
    vault,
  };
  listener = new SlackListener({
    server: server as never,
    acts: { press: async () => ({ kind: 'done' }) },
    http,
    health: { onListening: (_id, problem) => heard.add(problem) },
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
    change('connections');
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
    await slack.waitForConnections(1);
    expect(slack.calls).toEqual(['apps.connections.open', 'apps.connections.open']);
  });

  it('say when another program is connected by the same app', async () => {
    slack.otherConnections = 2;
    listener.start();
    expect(await heard.waitFor()).toContain('3 programs are connected by the same app');
  });
});

import { limits } from '@tocsin/contracts/limits.js';
import { clusterNode } from '@tocsin/testing/stage/cluster.js';
import type { EventStoreNode } from '@tocsin/testing/eventstore-node/eventstore-node.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let node: EventStoreNode;
let path: string;
beforeAll(async () => {
  stage = await Stage.begin({ profile: 'cluster' });
  stage.expectedErrors = /the log has not answered within 3000 ms|EventStoreDB does not answer|more events than the \d+ counted/;
  node = await clusterNode(stage.tocsin.data);
  ({ path } = await stage.integration('alertmanager'));
});
afterEach(() => node.thaw());
afterAll(() => stage.close());

/** Milliseconds; the shortest timeout among senders. */
const shortestPatience = 5_000;

/** Posts it. The server ends its wait by itself, while the log stays frozen: the time that takes is `limits.ingestAnswer`, never judged here. */
const send = async (name: string): Promise<{ status: number; retryAfter: string | null }> => {
  const body = JSON.stringify(alertmanagerMessage('firing', [{ name }], { groupKey: name }));
  const { status, headers } = await fetch(`${stage.tocsin.url}${path}`, { method: 'POST', body });
  return { status, retryAfter: headers.get('retry-after') };
};

/** Number of its entries in the inbox, and of their ids. */
const countReceived = (name: string): readonly [number, number] => {
  const receivedRecords = node.log.records.filter(
    ({ type, data }) => type === 'SignalReceived' && Buffer.from(data).toString().includes(`"alertname":"${name}"`),
  );
  return [receivedRecords.length, new Set(receivedRecords.map(({ id }) => id)).size];
};

const comeAgain = { status: 503, retryAfter: '5' };

describe('while EventStoreDB answers nobody', () => {
  it('leaves room for a network between its own answer and the shortest patience', () => {
    expect(limits.ingestAnswer).toBeLessThanOrEqual(shortestPatience - 2_000);
  });

  it.each([
    ['calls', 'arrives after all'],
    ['answers', 'had arrived'],
  ] as const)('freezing its %s, senders hear 503 in time; what %s rings once when it is sent again', async (senderName, _fate) => {
    const name = `Frozen-${senderName}`;
    node.freeze(senderName);
    const appends = node.faults.countOf('append');
    const first = send(name);
    await node.faults.calls.waitFor(() => node.faults.countOf('append') > appends);
    const queuedSends = Array.from({ length: 20 }, (_, n) => send(`${name}-behind-${n}`));
    expect(await Promise.all([first, ...queuedSends])).toEqual(Array.from({ length: 21 }, () => comeAgain));
    node.thaw();

    expect(await resendSignal(name)).toBe(202);
    await stage.settleFully();
    expect(countReceived(name)).toEqual([2, 2]);
    expect(countReceived(`${name}-behind-0`)).toEqual([0, 0]);
    expect((await stage.listGroups()).filter(({ title }) => title.includes(name))).toHaveLength(1);
    expect(stage.ana.phone.pages.filter(({ title }) => title.includes(name))).toHaveLength(1);
  });
});

/** Retries until it is accepted, as senders do. */
const resendSignal = async (name: string): Promise<number> => {
  for (;;) {
    const { status } = await send(name);
    if (status !== 503) return status;
  }
};

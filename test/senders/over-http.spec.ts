// senders: full, by HTTP; captures.spec.ts reads the same messages without a server
import { Stage } from '@tocsin/testing/stage/stage.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { bodyAt, listSenders, loadCaptures, type Capture } from './captures.js';
import { expectedResults } from './expected.js';
import { SenderReplay } from './replay.js';

const captures = new Map(
  listSenders()
    .flatMap((sender) => loadCaptures(sender))
    .map((capture) => [`${capture.sender}/${capture.file.slice(0, 2)}`, capture]),
);
/** The captures that the tests of this file send. */
const replayedNames = new Set<string>();
/** A test that sends these captures. */
const testReplay = (testTitle: string, names: readonly string[], act: (...sentCaptures: readonly Capture[]) => Promise<void>): void => {
  for (const name of names) replayedNames.add(name);
  it(testTitle, () => act(...names.map((name) => captures.get(name)!)));
};

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const expectAccepted = (answer: ClientAnswer): void => expect([answer.status, answer.body]).toEqual([202, { status: 'accepted' }]);
const expectProcessed = (answer: ClientAnswer, key: unknown): void =>
  expect([answer.status, answer.body]).toEqual([202, { status: 'success', message: 'Event processed', dedup_key: key }]);
/** The key of the alert: the sender’s, but for those whose key is another in each message. */
const signalKeyOf = ({ sender, file }: Capture): unknown => {
  const expectedResult = expectedResults[`${sender}/${file}`]!;
  return 'key' in expectedResult ? expectedResult.key : undefined;
};
const dedupKeyOf = ({ request }: Capture): unknown => (request.body as { dedup_key?: string }).dedup_key;

/** Sends captures in order, and compares the groups after each. */
const testGroups = (name: string, steps: readonly (readonly [capture: string, groups: readonly string[]])[]): void =>
  testReplay(
    name,
    steps.map(([which]) => which),
    async (...capturesInOrder) => {
      const story = await SenderReplay.begin(stage);
      for (const [n, [captureName, groups]] of steps.entries()) {
        const capture = capturesInOrder[n]!;
        const answer = await story.send(capture);
        if (capture.request.path.includes('/v2/enqueue')) expectProcessed(answer, signalKeyOf(capture));
        else expectAccepted(answer);
        expect([captureName, ...(await story.summariseGroups())]).toEqual([captureName, ...groups]);
      }
    },
  );

describe.each([
  ['0.25', 1],
  ['0.33', 19],
])('Alertmanager %s', (version, first) => {
  const nthName = (n: number): string => `alertmanager-webhook/${String(first + n - 1).padStart(2, '0')}`;
  /** Captures that only 0.33 sends are numbered among the others. */
  const nthOrNext = (n: number): string => nthName(version === '0.33' ? n + 1 : n);

  testGroups(`${version}: one group from firing to resolved, and again when it fires again`, [
    [nthName(1), ['firing 1: 6891+ 91e4+ ef1b+']],
    [nthName(2), ['firing 1: 6891- 91e4+ ef1b+']],
    [nthName(3), ['firing 1: 6891- 91e4+ ef1b+ f7de+']],
    [nthName(4), ['resolved 1: 6891- 91e4- ef1b- f7de-']],
    [nthName(5), ['firing 2: 6891- 91e4+ ef1b- f7de-']],
    [nthName(6), ['resolved 2: 6891- 91e4- ef1b- f7de-']],
  ]);

  testReplay('an alert without any words, and one with all kinds of them', [nthName(7), nthName(8)], async (without, withAll) => {
    const story = await SenderReplay.begin(stage);
    for (const capture of [without, withAll]) expectAccepted(await story.send(capture));
    const [groupWithoutDetails, groupWithDetails] = await story.listGroups();
    expect(groupWithoutDetails).toMatchObject({ status: 'firing', title: 'Bare' });
    const { body } = withAll.request as { body: { alerts: { annotations: { summary: string }; labels: { instance: string } }[] } };
    const [{ annotations, labels }] = body.alerts as [(typeof body.alerts)[0]];
    expect(groupWithDetails!.title).toBe(`${annotations.summary.replaceAll('\n', ' ')} (${labels.instance})`);
    const { alerts } = await stage.ana.api.row('alerts', groupWithDetails!.id);
    expect(alerts[0]!.labels).toEqual(labels);
  });

  testReplay('groups by some labels, by nothing and by all', [nthName(9), nthName(10)], async (...capturePair) => {
    const story = await SenderReplay.begin(stage);
    for (const capture of capturePair) expectAccepted(await story.send(capture));
    expect(await story.summariseGroups()).toHaveLength(2);
  });

  testReplay(
    'lists two of five: the group lives and ends by the word on the whole',
    [nthName(11), nthName(12)],
    async (firingCapture, resolvedCapture) => {
      const story = await SenderReplay.withPhone(stage);
      const emptiedBody = structuredClone(firingCapture.request.body) as { alerts: { status: string }[] };
      for (const alert of emptiedBody.alerts) alert.status = 'resolved';
      expectAccepted(await story.send(firingCapture));
      expectAccepted(await story.send(firingCapture, { body: emptiedBody }));
      expect(await story.summariseGroups()).toEqual(['firing 1: 02c2- 9c19-']);
      expectAccepted(await story.send(resolvedCapture));
      expect(await story.summariseGroups()).toEqual(['resolved 1: 02c2- 9c19-']);
      expect(await story.ringCounts()).toEqual([1]);
    },
  );

  testReplay(
    'brings its key as a bearer token, as a password, in the query, and by PUT',
    [nthName(13), nthName(14)],
    async (bearer, basic) => {
      const story = await SenderReplay.withPhone(stage);
      expectAccepted(await story.send(bearer));
      expectAccepted(await story.send(basic));
      expectAccepted(await story.send(basic, { keyIn: 'query' }));
      expectAccepted(await story.send(basic, { method: 'PUT' }));
      expect(await story.summariseGroups()).toHaveLength(2);
      await stage.settleFully();
      expect(await story.ringCounts()).toEqual([1, 1]);
    },
  );

  const extraCaptures = version === '0.33' ? ['alertmanager-webhook/35'] : [];
  testReplay(
    'repeats itself for ever: the phone rings once',
    [nthName(15), nthName(16), ...extraCaptures],
    async (silent, repeatingCapture, repeat) => {
      const story = await SenderReplay.withPhone(stage);
      for (const attempt of silent.attempts) expectAccepted(await story.sendAttempt(silent, attempt));
      expect(await story.ringCounts()).toEqual([1]);
      await stage.settleFully();
      for (const attempt of repeatingCapture.attempts) {
        const isRepeat = attempt.state === 'firing' && attempt.atMs > 0;
        const repeatedBody = repeat && isRepeat ? repeat.request.body : bodyAt(repeatingCapture, attempt);
        expectAccepted(await story.sendAttempt(repeatingCapture, attempt, repeatedBody));
        if (isRepeat) expect(await story.ringCounts()).toEqual([1, 1]);
      }
      expect(await story.summariseGroups()).toEqual(['firing 1: 8031+', 'resolved 1: a4fc-']);
    },
  );

  testGroups(`${version}: an alert is told as resolved that never fired`, [[nthOrNext(17), ['firing 1: 2e02+']]]);

  testReplay('sends five hundred alerts at once', [nthOrNext(18)], async (capture) => {
    const story = await SenderReplay.begin(stage);
    const body = structuredClone(capture.request.body) as { alerts: { fingerprint: string }[] };
    body.alerts = Array.from({ length: 500 }, (_, n) => ({ ...body.alerts[0]!, fingerprint: `fingerprint-${n}` }));
    expectAccepted(await story.send(capture, { body }));
    const [group] = await story.listGroups();
    expect(group).toMatchObject({ firing: 500, alerts: 500 });
    expectAccepted(await story.send(capture, { body: { ...body, status: 'resolved', alerts: [] } }));
    expect((await story.listGroups())[0]).toMatchObject({ status: 'resolved', firing: 0, alerts: 500 });
  });
});

describe('Alertmanager 0.33', () => {
  testReplay('groups by nothing: one group for each name, each ending with its own', ['alertmanager-webhook/27'], async (capture) => {
    const story = await SenderReplay.withPhone(stage);
    const one = capture.request.body as { status: string; alerts: { labels: Record<string, string> }[] };
    const other = { ...one.alerts[0]!, fingerprint: 'ffff000011112222', labels: { ...one.alerts[0]!.labels, alertname: 'DiskFull' } };
    expectAccepted(await story.send(capture, { body: { ...one, alerts: [...one.alerts, other] } }));
    expect(await story.summariseGroups()).toEqual(['firing 1: 3679+', 'firing 1: ffff+']);
    await stage.settleFully();
    expectAccepted(await story.send(capture, { body: { ...one, alerts: [other] } }));
    // alerts that left the message are resolved after six minutes
    expect(await story.summariseGroups()).toEqual(['firing 1: 3679+', 'firing 1: ffff+']);
    await stage.advance('PT6M');
    expect(await story.summariseGroups()).toEqual(['resolved 1: 3679-', 'firing 1: ffff+']);
    expectAccepted(await story.send(capture, { body: { ...one, status: 'resolved', alerts: [{ ...other, status: 'resolved' }] } }));
    expect(await story.summariseGroups()).toEqual(['resolved 1: 3679-', 'resolved 1: ffff-']);
    expect(await story.ringCounts()).toEqual([1, 1]);
  });

  testReplay(
    'sends what an operator made up: it is refused once, by name, and opens nothing',
    ['alertmanager-webhook/38'],
    async (capture) => {
      const story = await SenderReplay.begin(stage);
      const answer = await story.send(capture);
      expect(answer).toMatchObject({ status: 400, body: { code: 'ingest.missing_field', params: { field: 'alerts' } } });
      expect(await story.summariseGroups()).toEqual([]);
    },
  );
});

describe('Alertmanager 0.28', () => {
  testGroups('0.28: the same', [['alertmanager-webhook/39', ['firing 1: 6891+ 91e4+ ef1b+']]]);
});

describe.each([
  ['0.25', 1],
  ['0.33', 9],
])('Alertmanager %s by PagerDuty’s interface', (version, first) => {
  const nthName = (n: number): string => `alertmanager-pagerduty/${String(first + n - 1).padStart(2, '0')}`;

  testGroups(`${version}, PagerDuty: a resolved key that fires again is a new group`, [
    [nthName(1), ['firing 1: abaa+']],
    [nthName(2), ['resolved 1: abaa-']],
    [nthName(3), ['resolved 1: abaa-', 'firing 1: abaa+']],
    [nthName(4), ['resolved 1: abaa-', 'resolved 1: abaa-']],
  ]);
  testGroups(`${version}, PagerDuty: all fields`, [
    [nthName(5), ['firing 1: 7066+']],
    [nthName(6), ['resolved 1: 7066-']],
  ]);
  testGroups(`${version}, PagerDuty: what is too long`, [
    [nthName(7), ['firing 1: f0fd+']],
    [nthName(8), ['firing 1: f0fd+', 'firing 1: 8038+']],
  ]);
  testGroups(`${version}, PagerDuty: one of two is resolved`, [
    [`alertmanager-pagerduty/${version === '0.25' ? '17' : '18'}`, ['firing 1: ed86+']],
  ]);
});

describe.each([
  ['0.25', 1],
  ['0.33', 6],
])('Prometheus through Alertmanager %s', (version, first) => {
  const nthName = (n: number): string => `prometheus-rule-webhook/${String(first + n - 1).padStart(2, '0')}`;

  testGroups(`Prometheus, ${version}: a rule from firing to resolved, which is told twice`, [
    [nthName(1), ['firing 1: 1e37+ b724+']],
    [nthName(2), ['firing 1: 1e37+ b724-']],
    [nthName(3), ['resolved 1: 1e37- b724-']],
  ]);

  testReplay('a watchdog and a target that is down, neither of them urgent', [nthName(4), nthName(5)], async (...capturePair) => {
    const story = await SenderReplay.begin(stage);
    for (const capture of capturePair) expectAccepted(await story.send(capture));
    expect((await story.listGroups()).map(({ urgency, status }) => [urgency, status])).toEqual([
      ['low', 'firing'],
      ['low', 'firing'],
    ]);
  });
});

describe('two Alertmanagers that do not know each other', () => {
  testReplay('say the same within milliseconds: one group, one call, one end', ['prometheus-rule-webhook/11'], async (capturesInOrder) => {
    const story = await SenderReplay.withPhone(stage);
    const pair = capturesInOrder;
    for (let n = 0; n < pair.attempts.length; n += 2) {
      const capturePair = pair.attempts.slice(n, n + 2);
      await stage.advance('PT15S');
      const answers = await Promise.all(capturePair.map((attempt) => story.send(pair, { body: bodyAt(pair, attempt) })));
      for (const answer of answers) expectProcessed(answer, dedupKeyOf(pair));
      expect(await story.summariseGroups()).toEqual([capturePair[0]!.state === 'resolve' ? 'resolved 1: ed86-' : 'firing 1: ed86+']);
    }
    expect(await story.ringCounts()).toEqual([1]);
  });
});

describe('pdjs', () => {
  const captureNames = ['01', '03', '04'].map((n) => `pagerduty-pdjs/${n}`);
  testReplay('triggers, acknowledges and resolves', captureNames, async (...all) => {
    const story = await SenderReplay.begin(stage);
    for (const [n, status] of ['firing', 'acknowledged', 'resolved'].entries()) {
      expectProcessed(await story.send(all[n]!), 'test_incident_2');
      expect((await story.listGroups()).map((group) => group.status)).toEqual([status]);
    }
    expect((await story.listGroups())[0]!.holder).toMatchObject({ kind: 'sender' });
  });

  testReplay('gets a key of its own for every trigger without one', ['pagerduty-pdjs/02'], async (capture) => {
    const story = await SenderReplay.begin(stage);
    const answers = [await story.send(capture), await story.send(capture)];
    const keys = answers.map((answer) => (answer.body as { dedup_key: string }).dedup_key);
    for (const [index, answer] of answers.entries()) expectProcessed(answer, keys[index]);
    expect(new Set(keys).size).toBe(2);
    expect(await story.summariseGroups()).toHaveLength(2);
  });

  const pathAndLimit = ['pagerduty-pdjs/06', 'pagerduty-pdjs/07'];
  testReplay(
    'has a path of its own before PagerDuty’s, and may say the same three times',
    pathAndLimit,
    async (prefixedCapture, limitedCapture) => {
      const story = await SenderReplay.begin(stage);
      expectProcessed(await story.send(prefixedCapture), 'prefix');
      for (const attempt of limitedCapture.attempts) expectProcessed(await story.sendAttempt(limitedCapture, attempt), 'rate');
      expect(await story.summariseGroups()).toEqual(['firing 1: pref+', 'firing 1: rate+']);
      await stage.settleFully();
      expect(await story.ringCounts()).toEqual([1, 1]);
    },
  );

  for (const n of ['08', '09', '10'])
    testReplay(`has a wrong key in capture ${n}: it is answered 400 with a list of texts`, [`pagerduty-pdjs/${n}`], async (capture) => {
      const story = await SenderReplay.begin(stage);
      const answer = await story.send(capture);
      expect(answer).toMatchObject({
        status: 400,
        body: { status: 'invalid event', message: 'Event object is invalid', errors: [expect.stringContaining('routing_key')] },
      });
    });

  testReplay('tells of changes, which is not an alert: accepted, and nothing is opened', ['pagerduty-pdjs/05'], async (capture) => {
    const story = await SenderReplay.begin(stage);
    expect(await story.send(capture)).toMatchObject({ status: 202, body: { message: 'Change event processed' } });
    expect(await story.summariseGroups()).toEqual([]);
  });
});

describe('Grafana', () => {
  testGroups('Grafana: two alerts, then one, then none', [
    ['grafana-webhook/01', ['firing 1: 4d7e+ e68f+']],
    ['grafana-webhook/02', ['firing 1: 4d7e+ e68f-']],
    ['grafana-webhook/03', ['resolved 1: 4d7e- e68f-']],
  ]);
  testGroups('Grafana: no data, and an error of the data source', [
    ['grafana-webhook/04', ['firing 1: 4362+']],
    ['grafana-webhook/05', ['firing 1: 4362+', 'firing 1: f044+']],
  ]);
  testGroups('Grafana: signed', [['grafana-webhook/06', ['firing 1: 4d7e+']]]);
});

describe('a test button', () => {
  for (const name of ['grafana-webhook/07', 'uptime-kuma/01'])
    testReplay(`opens a test, which rings no phone and ends after ten minutes: ${name}`, [name], async (capture) => {
      const story = await SenderReplay.withPhone(stage);
      expect((await story.send(capture)).status).toBe(202);
      expect(await story.listGroups()).toMatchObject([{ test: true, status: 'firing' }]);
      expect((await story.send(capture)).status).toBe(202);
      await stage.advance('PT10M');
      expect(await story.listGroups()).toMatchObject([{ test: true, status: 'resolved' }]);
      await stage.settleFully();
      expect(await story.ringCounts()).toEqual([0]);
    });
});

describe('clients of PagerDuty’s Events API', () => {
  testGroups('Apprise: a title that goes over two lines, three severities, its end', [
    ['apprise2-pagerduty/01', ['firing 1: d6de+']],
    ['apprise2-pagerduty/02', ['firing 1: d6de+']],
    ['apprise2-pagerduty/03', ['firing 1: d6de+']],
    ['apprise2-pagerduty/04', ['resolved 1: d6de-']],
  ]);
  testGroups('Netdata: a warning turns critical in the same group, and its clear ends it', [
    ['netdata-pagerduty/01', ['firing 1: netd+']],
    ['netdata-pagerduty/02', ['firing 1: netd+']],
    ['netdata-pagerduty/03', ['resolved 1: netd-']],
  ]);
  testGroups('go-pagerduty: a slash and a blank in its key', [
    ['go-pagerduty/01', ['firing 1: db 1+']],
    ['go-pagerduty/05', ['firing 1: db 1+']],
    ['go-pagerduty/02', ['acknowledged 1: db 1+']],
    ['go-pagerduty/03', ['resolved 1: db 1-']],
  ]);
  testGroups('Python’s pagerduty 7', [['pagerduty-python/09', ['firing 1: db 1+']]]);
  testGroups('shoutrrr', [
    ['shoutrrr/01', ['firing 1: db 1+']],
    ['shoutrrr/04', ['resolved 1: db 1-']],
  ]);
  testGroups('Alertmanager 0.35: null in its details', [['alertmanager-pagerduty/19', ['firing 1: 5044+']]]);
  for (const client of ['pdpyras', 'pypd'])
    testGroups(client, [
      [`${client}/01`, ['firing 1: k1+']],
      [`${client}/02`, ['acknowledged 1: k1+']],
      [`${client}/03`, ['resolved 1: k1-']],
    ]);

  testReplay('write the key as a UUID, or in capitals: it is the same key, and is stored nowhere', ['shoutrrr/01'], async (capture) => {
    const story = await SenderReplay.begin(stage);
    const key = story.keyOf('pagerduty-events');
    const dashed = key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    for (const written of [dashed, key.toUpperCase(), dashed.toUpperCase()]) {
      const body = { ...(capture.request.body as object), routing_key: written, dedup_key: 'key' };
      expectProcessed(await story.send(capture, { body }), 'key');
    }
    expect(await story.summariseGroups()).toEqual(['firing 1: key+']);
  });
});

describe('Alertmanager 0.35', () => {
  testReplay('its payload of an operator: refused by name', ['alertmanager-webhook/44'], async (capture) => {
    const story = await SenderReplay.begin(stage);
    expect(await story.send(capture)).toMatchObject({ status: 400, body: { code: 'ingest.missing_field', params: { field: 'alerts' } } });
    expect(await story.summariseGroups()).toEqual([]);
  });
  testGroups('0.35: the labels of its route beside the alerts', [
    ['alertmanager-webhook/40', ['firing 1: 5037+ b929+ c97d+']],
    ['alertmanager-webhook/41', ['firing 1: 5037+ b929+ c97d+']],
    ['alertmanager-webhook/42', ['firing 1: 5037- b929+ c97d+']],
    ['alertmanager-webhook/43', ['resolved 1: 5037- b929- c97d-']],
  ]);
});

it('every capture that there is is sent', () => expect([...replayedNames].toSorted()).toEqual([...captures.keys()].toSorted()));

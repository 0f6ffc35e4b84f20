import { Stage } from '@tocsin/testing/stage/stage.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { bodyAt, capturedSenders, loadCaptures, type Capture } from './captures.js';
import { Story } from './replay.js';

const captures = new Map(
  capturedSenders()
    .flatMap(loadCaptures)
    .map((capture) => [`${capture.sender}/${capture.file.slice(0, 2)}`, capture]),
);
/** The captures that the tests of this file send. */
const sent = new Set<string>();
/** A test that sends these captures. */
const sends = (says: string, names: readonly string[], act: (...sent: readonly Capture[]) => Promise<void>): void => {
  for (const name of names) sent.add(name);
  it(says, () => act(...names.map((name) => captures.get(name)!)));
};

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

const well = (answer: ClientAnswer): void => expect([answer.status, answer.body]).toEqual([202, { status: 'accepted' }]);
const processed = (answer: ClientAnswer, key: unknown): void =>
  expect([answer.status, answer.body]).toEqual([202, { status: 'success', message: 'Event processed', dedup_key: key }]);
const dedupKey = ({ request }: Capture): unknown => (request.body as { dedup_key?: string }).dedup_key;

/** Sends captures in order, and compares the groups after each. */
const tells = (name: string, steps: readonly (readonly [capture: string, groups: readonly string[]])[]): void =>
  sends(
    name,
    steps.map(([which]) => which),
    async (...captured) => {
      const story = await Story.begin(stage);
      for (const [n, [which, groups]] of steps.entries()) {
        const capture = captured[n]!;
        const answer = await story.send(capture);
        if (capture.request.path.endsWith('/v2/enqueue')) processed(answer, dedupKey(capture));
        else well(answer);
        expect([which, ...(await story.told())]).toEqual([which, ...groups]);
      }
    },
  );

describe.each([
  ['0.25', 1],
  ['0.33', 19],
])('Alertmanager %s', (version, first) => {
  const nth = (n: number): string => `alertmanager-webhook/${String(first + n - 1).padStart(2, '0')}`;
  /** Captures that only 0.33 sends are numbered among the others. */
  const later = (n: number): string => nth(version === '0.33' ? n + 1 : n);

  tells(`${version}: one group from firing to resolved, and again when it fires again`, [
    [nth(1), ['firing 1: 6891+ 91e4+ ef1b+']],
    [nth(2), ['firing 1: 6891- 91e4+ ef1b+']],
    [nth(3), ['firing 1: 6891- 91e4+ ef1b+ f7de+']],
    [nth(4), ['resolved 1: 6891- 91e4- ef1b- f7de-']],
    [nth(5), ['firing 2: 6891- 91e4+ ef1b- f7de-']],
    [nth(6), ['resolved 2: 6891- 91e4- ef1b- f7de-']],
  ]);

  sends('an alert without any words, and one with all kinds of them', [nth(7), nth(8)], async (without, withAll) => {
    const story = await Story.begin(stage);
    for (const capture of [without, withAll]) well(await story.send(capture));
    const [bare, rich] = await story.groups();
    expect(bare).toMatchObject({ status: 'firing', title: 'Bare' });
    const { body } = withAll.request as { body: { alerts: { annotations: { summary: string }; labels: object }[] } };
    expect(rich!.title).toBe(body.alerts[0]!.annotations.summary);
    const { alerts } = await stage.ana.api.row('alerts', rich!.id);
    expect(alerts[0]!.labels).toEqual(body.alerts[0]!.labels);
  });

  sends('groups by some labels, by nothing and by all', [nth(9), nth(10)], async (...both) => {
    const story = await Story.begin(stage);
    for (const capture of both) well(await story.send(capture));
    expect(await story.told()).toHaveLength(2);
  });

  sends('lists two of five: the group lives and ends by the word on the whole', [nth(11), nth(12)], async (firing, resolved) => {
    const story = await Story.withPhone(stage);
    const quiet = structuredClone(firing.request.body) as { alerts: { status: string }[] };
    for (const alert of quiet.alerts) alert.status = 'resolved';
    well(await story.send(firing));
    well(await story.send(firing, { body: quiet }));
    expect(await story.told()).toEqual(['firing 1: 02c2- 9c19-']);
    well(await story.send(resolved));
    expect(await story.told()).toEqual(['resolved 1: 02c2- 9c19-']);
    expect(await story.rang()).toEqual([1]);
  });

  sends('brings its key as a bearer token, as a password, in the query, and by PUT', [nth(13), nth(14)], async (bearer, basic) => {
    const story = await Story.withPhone(stage);
    well(await story.send(bearer));
    well(await story.send(basic));
    well(await story.send(basic, { keyIn: 'query' }));
    well(await story.send(basic, { method: 'PUT' }));
    expect(await story.told()).toHaveLength(2);
    await stage.nothingWaits();
    expect(await story.rang()).toEqual([1, 1]);
  });

  const otherwise = version === '0.33' ? ['alertmanager-webhook/35'] : [];
  sends('repeats itself for ever: the phone rings once', [nth(15), nth(16), ...otherwise], async (silent, repeating, repeat) => {
    const story = await Story.withPhone(stage);
    for (const attempt of silent.attempts) well(await story.sendAttempt(silent, attempt));
    expect(await story.rang()).toEqual([1]);
    await stage.nothingWaits();
    for (const attempt of repeating.attempts) {
      const isRepeat = attempt.state === 'firing' && attempt.atMs > 0;
      const again = repeat && isRepeat ? repeat.request.body : bodyAt(repeating, attempt);
      well(await story.sendAttempt(repeating, attempt, again));
      if (isRepeat) expect(await story.rang()).toEqual([1, 1]);
    }
    expect(await story.told()).toEqual(['firing 1: 8031+', 'resolved 1: a4fc-']);
  });

  tells(`${version}: an alert is told as resolved that never fired`, [[later(17), ['firing 1: 2e02+']]]);

  sends('sends five hundred alerts at once', [later(18)], async (capture) => {
    const story = await Story.begin(stage);
    const body = structuredClone(capture.request.body) as { alerts: { fingerprint: string }[] };
    body.alerts = Array.from({ length: 500 }, (_, n) => ({ ...body.alerts[0]!, fingerprint: `fingerprint-${n}` }));
    well(await story.send(capture, { body }));
    const [group] = await story.groups();
    expect(group).toMatchObject({ firing: 500, alerts: 500 });
    well(await story.send(capture, { body: { ...body, status: 'resolved', alerts: [] } }));
    expect((await story.groups())[0]).toMatchObject({ status: 'resolved', firing: 0, alerts: 500 });
  });
});

describe('Alertmanager 0.33', () => {
  sends('groups by nothing: one group for each name, each ending with its own', ['alertmanager-webhook/27'], async (capture) => {
    const story = await Story.withPhone(stage);
    const one = capture.request.body as { status: string; alerts: { labels: Record<string, string> }[] };
    const other = { ...one.alerts[0]!, fingerprint: 'ffff000011112222', labels: { ...one.alerts[0]!.labels, alertname: 'DiskFull' } };
    well(await story.send(capture, { body: { ...one, alerts: [...one.alerts, other] } }));
    expect(await story.told()).toEqual(['firing 1: 3679+', 'firing 1: ffff+']);
    await stage.nothingWaits();
    well(await story.send(capture, { body: { ...one, alerts: [other] } }));
    // alerts that left the message are resolved after six minutes
    expect(await story.told()).toEqual(['firing 1: 3679+', 'firing 1: ffff+']);
    await stage.advance('PT6M');
    expect(await story.told()).toEqual(['resolved 1: 3679-', 'firing 1: ffff+']);
    well(await story.send(capture, { body: { ...one, status: 'resolved', alerts: [{ ...other, status: 'resolved' }] } }));
    expect(await story.told()).toEqual(['resolved 1: 3679-', 'resolved 1: ffff-']);
    expect(await story.rang()).toEqual([1, 1]);
  });

  sends('sends what an operator made up: it is refused once, by name, and opens nothing', ['alertmanager-webhook/38'], async (capture) => {
    const story = await Story.begin(stage);
    const answer = await story.send(capture);
    expect(answer).toMatchObject({ status: 400, body: { code: 'ingest.missing_field', params: { field: 'alerts' } } });
    expect(await story.told()).toEqual([]);
  });
});

describe('Alertmanager 0.28', () => {
  tells('0.28: the same', [['alertmanager-webhook/39', ['firing 1: 6891+ 91e4+ ef1b+']]]);
});

describe.each([
  ['0.25', 1],
  ['0.33', 9],
])('Alertmanager %s by PagerDuty’s interface', (version, first) => {
  const nth = (n: number): string => `alertmanager-pagerduty/${String(first + n - 1).padStart(2, '0')}`;

  tells(`${version}, PagerDuty: a resolved key that fires again is a new group`, [
    [nth(1), ['firing 1: abaa+']],
    [nth(2), ['resolved 1: abaa-']],
    [nth(3), ['resolved 1: abaa-', 'firing 1: abaa+']],
    [nth(4), ['resolved 1: abaa-', 'resolved 1: abaa-']],
  ]);
  tells(`${version}, PagerDuty: all fields`, [
    [nth(5), ['firing 1: 7066+']],
    [nth(6), ['resolved 1: 7066-']],
  ]);
  tells(`${version}, PagerDuty: what is too long`, [
    [nth(7), ['firing 1: f0fd+']],
    [nth(8), ['firing 1: f0fd+', 'firing 1: 8038+']],
  ]);
  tells(`${version}, PagerDuty: one of two is resolved`, [
    [`alertmanager-pagerduty/${version === '0.25' ? '17' : '18'}`, ['firing 1: ed86+']],
  ]);
});

describe.each([
  ['0.25', 1],
  ['0.33', 6],
])('Prometheus through Alertmanager %s', (version, first) => {
  const nth = (n: number): string => `prometheus-rule-webhook/${String(first + n - 1).padStart(2, '0')}`;

  tells(`Prometheus, ${version}: a rule from firing to resolved, which is told twice`, [
    [nth(1), ['firing 1: 1e37+ b724+']],
    [nth(2), ['firing 1: 1e37+ b724-']],
    [nth(3), ['resolved 1: 1e37- b724-']],
  ]);

  sends('a watchdog and a target that is down, neither of them urgent', [nth(4), nth(5)], async (...both) => {
    const story = await Story.begin(stage);
    for (const capture of both) well(await story.send(capture));
    expect((await story.groups()).map(({ urgency, status }) => [urgency, status])).toEqual([
      ['low', 'firing'],
      ['low', 'firing'],
    ]);
  });
});

describe('two Alertmanagers that do not know each other', () => {
  sends('say the same within milliseconds: one group, one call, one end', ['prometheus-rule-webhook/11'], async (captured) => {
    const story = await Story.withPhone(stage);
    const pair = captured;
    for (let n = 0; n < pair.attempts.length; n += 2) {
      const both = pair.attempts.slice(n, n + 2);
      await stage.advance('PT15S');
      const answers = await Promise.all(both.map((attempt) => story.send(pair, { body: bodyAt(pair, attempt) })));
      for (const answer of answers) processed(answer, dedupKey(pair));
      expect(await story.told()).toEqual([both[0]!.state === 'resolve' ? 'resolved 1: ed86-' : 'firing 1: ed86+']);
    }
    expect(await story.rang()).toEqual([1]);
  });

  sends('speak an interface that is not spoken here: they are told so', ['prometheus-rule-webhook/12'], async (capture) => {
    const story = await Story.begin(stage);
    const answer = await story.send(capture);
    expect(answer.status).toBe(404);
    expect(await story.told()).toEqual([]);
  });
});

describe('pdjs', () => {
  const three = ['01', '03', '04'].map((n) => `pagerduty-pdjs/${n}`);
  sends('triggers, acknowledges and resolves', three, async (...all) => {
    const story = await Story.begin(stage);
    for (const [n, status] of ['firing', 'acknowledged', 'resolved'].entries()) {
      processed(await story.send(all[n]!), 'test_incident_2');
      expect((await story.groups()).map((group) => group.status)).toEqual([status]);
    }
    expect((await story.groups())[0]!.holder).toMatchObject({ kind: 'sender' });
  });

  sends('gets a key of its own for every trigger without one', ['pagerduty-pdjs/02'], async (capture) => {
    const story = await Story.begin(stage);
    const answers = [await story.send(capture), await story.send(capture)];
    const keys = answers.map((answer) => (answer.body as { dedup_key: string }).dedup_key);
    for (const [index, answer] of answers.entries()) processed(answer, keys[index]);
    expect(new Set(keys).size).toBe(2);
    expect(await story.told()).toHaveLength(2);
  });

  const pathAndLimit = ['pagerduty-pdjs/06', 'pagerduty-pdjs/07'];
  sends('has a path of its own before PagerDuty’s, and may say the same three times', pathAndLimit, async (prefixed, limited) => {
    const story = await Story.begin(stage);
    processed(await story.send(prefixed), 'prefix');
    for (const attempt of limited.attempts) processed(await story.sendAttempt(limited, attempt), 'rate');
    expect(await story.told()).toEqual(['firing 1: pref+', 'firing 1: rate+']);
    await stage.nothingWaits();
    expect(await story.rang()).toEqual([1, 1]);
  });

  for (const n of ['08', '09', '10'])
    sends(`has a wrong key in capture ${n}: it is answered 400 with a list of texts`, [`pagerduty-pdjs/${n}`], async (capture) => {
      const story = await Story.begin(stage);
      const answer = await story.send(capture);
      expect(answer).toMatchObject({
        status: 400,
        body: { status: 'invalid event', message: 'Event object is invalid', errors: [expect.stringContaining('routing_key')] },
      });
    });

  sends('tells of changes, which is not an alert and not taken yet', ['pagerduty-pdjs/05'], async (capture) => {
    const story = await Story.begin(stage);
    expect((await story.send(capture)).status).toBe(404);
    expect(await story.told()).toEqual([]);
  });
});

describe('Grafana', () => {
  tells('Grafana: two alerts, then one, then none', [
    ['grafana-webhook/01', ['firing 1: 4d7e+ e68f+']],
    ['grafana-webhook/02', ['firing 1: 4d7e+ e68f-']],
    ['grafana-webhook/03', ['resolved 1: 4d7e- e68f-']],
  ]);
  tells('Grafana: no data, and an error of the data source', [
    ['grafana-webhook/04', ['firing 1: 4362+']],
    ['grafana-webhook/05', ['firing 1: 4362+', 'firing 1: f044+']],
  ]);
  tells('Grafana: signed', [['grafana-webhook/06', ['firing 1: 4d7e+']]]);

  sends('has a test button: the group says that it is a test', ['grafana-webhook/07'], async (capture) => {
    const story = await Story.begin(stage);
    well(await story.send(capture));
    expect(await story.groups()).toMatchObject([{ test: true }]);
  });
});

it('every capture that there is is sent', () => expect([...sent].toSorted()).toEqual([...captures.keys()].toSorted()));

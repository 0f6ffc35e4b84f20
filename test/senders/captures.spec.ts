import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { severities } from '@tocsin/contracts/severities.js';
import { signal, type Signal, type SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { readPosted, resultOf } from '../../apps/server/src/ingest/arrival.fixture.js';
import type { SenderFormat } from '../../apps/server/src/ingest/format.js';
import type { Refusal, SignalReading } from '../../apps/server/src/ingest/reading.js';
import { formatOf } from '../../apps/server/src/ingest/senders/senders.js';
import { bodyAt, listSenders, loadCaptures, type Capture } from './captures.js';
import { expectedResults, type ExpectedResult, type ExpectedAlert } from './expected.js';

const captures = listSenders().flatMap((sender) => loadCaptures(sender));
const nameOf = ({ sender, file }: Capture): string => `${sender}/${file}`;
const captureNamed = (name: string): Capture => captures.find((capture) => nameOf(capture).startsWith(name))!;
const formatIn = ({ request }: Capture): SenderFormat => formatOf(request.path.includes('enqueue') ? 'pagerduty-events' : 'alertmanager');
const read = (capture: Capture, body = capture.request.body): SignalReading | Refusal => {
  const reading = readPosted(formatIn(capture), body);
  if (reading.kind !== 'signal' && reading.kind !== 'refusal') throw new Error('says nothing of an alert');
  return reading;
};
const signalOf = (capture: Capture, body?: unknown): Signal => {
  const normalisedResult = read(capture, body);
  if (normalisedResult.kind !== 'signal') throw new Error(`refused: ${JSON.stringify(normalisedResult)}`);
  return normalisedResult.signal;
};

const toEssentials = (normalisedResult: SignalReading | Refusal): ExpectedResult => {
  if (normalisedResult.kind === 'refusal') return { refused: normalisedResult.field ?? normalisedResult.refusal };
  const { action, key, shape, complete, splitByName, test, alerts } = normalisedResult.signal;
  return { action, key, shape, complete, splitByName, test, alerts: alerts.map(essentialsOf) };
};

const essentialsOf = (alert: SignalAlert): ExpectedAlert => [
  alert.state,
  alert.fingerprint,
  alert.severityWord,
  alert.startsAt,
  alert.name,
  alert.summary,
  alert.links.map((link) => link.kind).join(' '),
];

/** The meaning of these senders’ severities; all others are our own words. */
const meanings: Readonly<Record<string, string>> = { '': 'error', none: 'info' };

describe('the captures', () => {
  it('are all told about, and none is told about that is not there', () => {
    expect(captures.map(nameOf).toSorted()).toEqual(Object.keys(expectedResults).toSorted());
    expect(captures).toHaveLength(112);
  });

  describe.each(captures.map((capture) => [nameOf(capture), capture] as const))('%s', (name, capture) => {
    it('says what its sender means', () => expect(toEssentials(read(capture))).toEqual(expectedResults[name]));

    it('is a signal of the contract, with nothing cut, or a refusal by name', () => {
      const normalisedResult = read(capture);
      if (normalisedResult.kind === 'refusal') return expect(normalisedResult.texts.join('')).not.toBe('');
      expect(signal.parse(normalisedResult.signal)).toEqual(normalisedResult.signal);
      expect(normalisedResult.signal.cut).toEqual([]);
      for (const alert of normalisedResult.signal.alerts) {
        expect(alert.severity).toBe(meanings[alert.severityWord] ?? severities.find((severity) => severity === alert.severityWord));
      }
    });

    it('keeps the labels and annotations of every alert', () => {
      const normalisedResult = read(capture);
      const { alerts = [] } = capture.request.body as { alerts?: { labels: object; annotations: object }[] };
      if (normalisedResult.kind !== 'signal' || alerts.length === 0) return;
      expect(normalisedResult.signal.alerts.map((alert) => alert.labels)).toEqual(alerts.map((alert) => alert.labels));
      normalisedResult.signal.alerts.forEach(({ details }, index) => {
        const { annotations } = alerts[index]!;
        if (Object.keys(annotations).length === 0) expect(details).toBeNull();
        else expect(JSON.parse(details!)).toMatchObject(annotations);
      });
    });
  });
});

const sequences = captures.filter((capture) => capture.attempts.length > 0);
const words: Readonly<Record<string, Signal['action']>> = {
  firing: 'trigger',
  resolved: 'resolve',
  trigger: 'trigger',
  resolve: 'resolve',
};

describe('a sequence of requests', () => {
  it('was captured of six senders', () => expect(sequences).toHaveLength(6));

  describe.each(sequences.map((capture) => [nameOf(capture), capture] as const))('%s', (name, capture) => {
    it.each(capture.attempts.map((attempt) => [attempt.atMs, attempt] as const))(
      'at %i ms says the same key and its state',
      (_, attempt) => {
        const expectedResult = expectedResults[name]!;
        const body = bodyAt(capture, attempt);
        if ('refused' in expectedResult) return expect(toEssentials(read(capture, body))).toEqual(expectedResult);
        const normalisedSignal = signalOf(capture, body);
        expect(normalisedSignal).toMatchObject({
          key: expectedResult.key,
          action: attempt.state === undefined ? expectedResult.action : words[attempt.state],
        });
        expect(normalisedSignal.alerts.map((alert) => alert.fingerprint)).toEqual(
          expectedResult.alerts.map(([, fingerprint]) => fingerprint),
        );
        if (attempt.sameBodyAsFirst) expect(normalisedSignal).toEqual(signalOf(capture));
      },
    );
  });
});

describe('a story of captures', () => {
  const signalsOf = (...names: string[]): Signal[] => names.map((name) => signalOf(captureNamed(name)));

  it.each(['alertmanager-webhook/01 02 03 04 05 06', 'alertmanager-webhook/19 20 21 22 23 24'])(
    'has one key from firing to re-fire: %s',
    (text) => {
      const [sender, ...numbers] = text.split(/[/ ]/);
      const normalisedSignal = signalsOf(...numbers.map((number) => `${sender}/${number}`));
      expect(new Set(normalisedSignal.map(({ key }) => key)).size).toBe(1);
      expect(normalisedSignal.map(({ action }) => action)).toEqual(['trigger', 'trigger', 'trigger', 'resolve', 'trigger', 'resolve']);
      const first = normalisedSignal[0]!.alerts[0]!;
      const repeatedAlert = normalisedSignal[4]!.alerts[0]!;
      expect(repeatedAlert.fingerprint).toBe(first.fingerprint);
      expect(repeatedAlert.startsAt! > first.startsAt!).toBe(true);
    },
  );

  it('names the same condition alike in every version of a sender', () => {
    const [oldSignal, middleSignal, recentSignal] = signalsOf(
      'alertmanager-webhook/01',
      'alertmanager-webhook/39',
      'alertmanager-webhook/19',
    );
    const toFingerprints = (normalisedSignal: Signal) =>
      normalisedSignal.alerts.map((alert) => [alert.fingerprint, alert.summary, alert.links]);
    expect(toFingerprints(middleSignal!)).toEqual(toFingerprints(oldSignal!));
    expect(toFingerprints(recentSignal!)).toEqual(toFingerprints(oldSignal!));
  });

  it('takes custom details as text and as nested JSON', () => {
    const [text, nestedSignal] = signalsOf('alertmanager-pagerduty/01', 'alertmanager-pagerduty/09').map((normalisedSignal) =>
      JSON.parse(normalisedSignal.alerts[0]!.details!),
    );
    expect(text).toMatchObject({ num_firing: '1', firing: expect.stringContaining('alertname = HighCPU') });
    expect(nestedSignal).toMatchObject({ num_firing: 1, firing: [{ labels: { alertname: 'HighCPU' } }] });
  });
});

describe('Netdata by PagerDuty', () => {
  it('has one key for warning, critical and clear, though each message has another dedup_key', () => {
    const captured = ['netdata-pagerduty/01', 'netdata-pagerduty/02', 'netdata-pagerduty/03'].map(captureNamed);
    expect(new Set(captured.map(({ request }) => (request.body as { dedup_key: string }).dedup_key)).size).toBe(3);
    const normalisedSignals = captured.map((capture) => signalOf(capture));
    expect(normalisedSignals.map(({ key, action }) => [key, action])).toEqual([
      ['netdata/web-1.example.org/1664900001', 'trigger'],
      ['netdata/web-1.example.org/1664900001', 'trigger'],
      ['netdata/web-1.example.org/1664900001', 'resolve'],
    ]);
  });

  it('is known by its own details: an alarm_id of another client changes no key', () => {
    const capture = captureNamed('netdata-pagerduty/01');
    const body = structuredClone(capture.request.body) as { payload: { custom_details: Record<string, unknown> } };
    body.payload.custom_details = { alarm_id: '1664900001' };
    expect(signalOf(capture, body).key).toBe('1664900011');
  });
});

describe('single captures', () => {
  it('keep every link where it leads', () => {
    const [alert] = signalOf(captureNamed('grafana-webhook/01')).alerts;
    expect(alert!.links.map(({ kind, href, text }) => [kind, text, new URL(href).pathname])).toEqual([
      ['runbook', 'Runbook', '/runbooks/high-cpu'],
      ['dashboard', 'Dashboard', '/d/node-exporter'],
      ['dashboard', 'Panel', '/d/node-exporter'],
      ['source', 'Source', '/alerting/grafana/cpu-high-01/view'],
      ['other', 'Silence', '/alerting/silence/new'],
      ['image', 'Image', '/public/img/attachments/abc.png'],
    ]);
    expect(signalOf(captureNamed('pagerduty-pdjs/02')).alerts[0]!.links).toEqual([
      { kind: 'runbook', href: 'https://wiki.example.org/runbook', text: 'Runbook' },
      { kind: 'image', href: 'https://grafana.example.org/render/panel.png', text: 'CPU' },
      { kind: 'other', href: 'https://grafana.example.org/d/cpu', text: 'CPU' },
      { kind: 'source', href: 'https://monitor.example.org', text: 'Example client' },
    ]);
    expect(signalOf(captureNamed('alertmanager-webhook/01')).alerts[0]!.links).toEqual([
      { kind: 'runbook', href: 'https://wiki.example.org/runbooks/high-cpu', text: 'Runbook' },
      { kind: 'source', href: 'http://prometheus.example.org/graph?g0.expr=node_load1+%3E+0.9&g0.tab=1', text: 'Source' },
    ]);
  });

  it('keep the PagerDuty fields as labels, the time of measuring among them', () => {
    expect(signalOf(captureNamed('pagerduty-pdjs/02')).alerts[0]!.labels).toEqual({
      source: 'web-1.example.org',
      component: 'nginx',
      group: 'web',
      class: 'http-errors',
      timestamp: '2026-01-02T03:04:05.678Z',
    });
  });

  it('show the values that Grafana measured', () => {
    expect(JSON.parse(signalOf(captureNamed('grafana-webhook/01')).alerts[0]!.details!)).toHaveProperty(
      'valueString',
      expect.stringContaining('95.2'),
    );
  });

  it.each(['alertmanager-webhook/18', 'alertmanager-webhook/37'])('keep all five hundred alerts of %s, below the bound', (name) => {
    const body = structuredClone(captureNamed(name).request.body) as { alerts: { fingerprint: string }[] };
    body.alerts = Array.from({ length: 500 }, (_, n) => ({ ...body.alerts[0]!, fingerprint: `fingerprint-${n}` }));
    const normalisedSignal = signalOf(captureNamed(name), body);
    expect(normalisedSignal).toMatchObject({ complete: true, cut: [] });
    expect(normalisedSignal.alerts).toHaveLength(500);
    expect(Buffer.byteLength(JSON.stringify(normalisedSignal))).toBeLessThan(integrationLimits.signalBytes);
  });

  it('answer what the captured server answered and the clients need', () => {
    const acceptedCaptures = captures.filter(({ answered }) => answered?.status === 202 && answered.body !== undefined);
    const enqueueCaptures = acceptedCaptures.filter(
      ({ file, request }) => request.path.endsWith('/v2/enqueue') && !file.startsWith('02-trigger'),
    );
    expect(enqueueCaptures.length).toBeGreaterThan(20);
    for (const capture of enqueueCaptures) {
      const normalisedResult = read(capture);
      expect(normalisedResult.kind).toBe('signal');
      expect(formatIn(capture).answer(normalisedResult, resultOf())).toEqual(capture.answered);
    }
  });
});

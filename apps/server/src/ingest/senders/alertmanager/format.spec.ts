import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { readPosted, resultOf } from '../../arrival.fixture.js';
import { alertmanagerWebhook } from './format.js';

const alert = {
  status: 'firing',
  labels: { alertname: 'A', severity: 'warning' },
  annotations: { summary: 'It is wrong' },
  fingerprint: 'f1',
};
const message = {
  version: '4',
  groupKey: '{}:{alertname="A"}',
  status: 'firing',
  truncatedAlerts: 0,
  groupLabels: { alertname: 'A' },
  commonLabels: { alertname: 'A' },
  alerts: [alert],
};

const read = (body: object) => readPosted(alertmanagerWebhook, body);
const signalOf = (body: object): Signal => {
  const normalised = read(body);
  if (normalised.kind !== 'signal') throw new Error(JSON.stringify(normalised));
  return normalised.signal;
};
const alertOf = (input: object, other: object = {}) => signalOf({ ...message, ...other, alerts: [input] }).alerts[0]!;

describe('a message of Alertmanager', () => {
  it.each([
    ['nothing is truncated', {}, true],
    ['the field is absent', { truncatedAlerts: undefined }, true],
    ['alerts were left out', { truncatedAlerts: 3 }, false],
    ['the number is a text', { truncatedAlerts: '3' }, false],
    ['it lists none at all', { alerts: [] }, false],
    ['an entry can’t be read', { alerts: [alert, 'x'] }, false],
    ['its key had to be made up', { groupKey: '', groupLabels: undefined }, false],
  ])('is complete or not when %s', (_, other, complete) => expect(signalOf({ ...message, ...other }).complete).toBe(complete));

  it.each([
    [{ truncatedAlerts: 3 }, { listed: 1, of: 4 }],
    [{ truncatedAlerts: '3' }, { listed: 1, of: 4 }],
    [
      { version: '1', orgId: 1, truncatedAlerts: 2 },
      { listed: 1, of: 3 },
    ],
    [{ truncatedAlerts: 1e300 }, { listed: 1, of: 1_000_000_001 }],
    [{ truncatedAlerts: 0 }, undefined],
    [{ truncatedAlerts: 'many' }, undefined],
    [{ truncatedAlerts: undefined }, undefined],
  ])('says how much of its list the sender cut: %j', (other, cutList) =>
    expect(signalOf({ ...message, ...other }).cutList).toEqual(cutList),
  );

  it.each([
    [{ a: 'b' }, false],
    [{}, true],
    [undefined, true],
  ])('is split by name when grouped by nothing: %j', (groupLabels, split) =>
    expect(signalOf({ ...message, groupLabels }).splitByName).toBe(split),
  );

  it.each([
    ['firing', ['resolved'], 'trigger'],
    ['resolved', ['firing'], 'resolve'],
    ['ok', [], 'resolve'],
    [undefined, ['firing', 'resolved'], 'trigger'],
    [undefined, ['resolved'], 'resolve'],
  ])('follows the word on the group, “%s” over %j: %s', (status, states, action) => {
    const alertList = signalOf({ ...message, status, alerts: states.map((state) => ({ ...alert, status: state })) });
    expect(alertList.action).toBe(action);
    expect(alertList.alerts.map(({ state }) => state)).toEqual(states);
  });

  it('makes a key of receiver and group labels when it has none', () => {
    const keyOf = (other: object) => signalOf({ ...message, groupKey: undefined, receiver: 'r', ...other }).key;
    expect(keyOf({})).toBe(keyOf({ alerts: [] }));
    expect(keyOf({})).not.toBe(keyOf({ receiver: 's' }));
    expect(keyOf({})).not.toBe(keyOf({ groupLabels: { alertname: 'B' } }));
  });

  it('keeps two groups apart whose long keys begin alike', () => {
    const [one, two] = ['1', '2'].map((end) => signalOf({ ...message, groupKey: `${'k'.repeat(2_000)}${end}` }));
    expect(one!.key).not.toBe(two!.key);
    expect(one!.cut).toEqual(['key']);
    expect(one!.key).toHaveLength(integrationLimits.dedupKeyCharacters);
  });

  it('is a test only when Grafana’s button sent it', () => {
    const pressed = { ...alert, labels: { alertname: 'TestAlert', instance: 'Grafana' } };
    expect(signalOf({ ...message, version: '1', alerts: [pressed] }).test).toBe(true);
    expect(signalOf({ ...message, alerts: [pressed] }).test).toBe(false);
    expect(signalOf({ ...message, version: '1', alerts: [pressed, alert] }).test).toBe(false);
  });
});

describe('an alert of Alertmanager', () => {
  it.each([
    [{ summary: 's', description: 'd', message: 'm' }, 's'],
    [{ summary: ' ', description: 'd', message: 'm' }, 'd'],
    [{ message: 'm' }, 'm'],
    [{}, 'A'],
    [{ summary: 5 }, '5'],
  ])('is summed up by the first of its annotations %j', (annotations, summary) =>
    expect(alertOf({ ...alert, annotations }).summary).toBe(summary),
  );

  it.each([
    [{ alertname: 'A', instance: 'web-1', pod: 'p' }, {}, 'A web-1'],
    [{ alertname: 'A', instance: 'web-1', pod: 'p' }, { instance: 'web-1' }, 'A p'],
    [{ alertname: 'A', severity: 'page', zone: 'eu' }, {}, 'A eu'],
    [{ alertname: 'A', instance: 'web-1' }, { alertname: 'A', instance: 'web-1' }, 'A web-1'],
    [{}, {}, 'An alert without a name'],
  ])('without words is its name and the label that differs: %j among %j', (labels, commonLabels, summary) =>
    expect(alertOf({ labels }, { commonLabels }).summary).toBe(summary),
  );

  it('without a fingerprint gets one of its labels', () => {
    const print = (labels: object) => alertOf({ labels }).fingerprint;
    expect(print({ a: '1', b: '2' })).toBe(print({ b: '2', a: '1' }));
    expect(print({ a: '1' })).not.toBe(print({ a: '2' }));
  });

  it('without a state of its own has that of the group', () => {
    expect(alertOf({ labels: {} }).state).toBe('firing');
    expect(alertOf({ labels: {} }, { status: 'resolved' }).state).toBe('resolved');
  });

  it('that says nothing is still an alert', () =>
    expect(alertOf({})).toMatchObject({ severity: 'error', severityWord: '', startsAt: null, labels: {}, links: [], details: null }));

  it('is cut where it is too long, and says where', () => {
    const long = 'é'.repeat(10_000);
    const input = { labels: { alertname: long, severity: long, x: long }, annotations: { summary: long } };
    const longAlert = signalOf({ ...message, alerts: [input] });
    expect(longAlert.cut).toEqual(['name', 'summary', 'severity', 'labels', 'details']);
    expect(longAlert.alerts[0]!.summary).toHaveLength(integrationLimits.summaryCharacters);
    expect(Buffer.byteLength(longAlert.alerts[0]!.details!)).toBeLessThanOrEqual(integrationLimits.detailsBytes);
  });
});

describe('a message that is refused', () => {
  it('has no list of alerts', () => {
    const readRefusal = read({ state: 'firing', title: ['FIRING:1'] });
    expect(readRefusal).toMatchObject({ kind: 'refusal', refusal: 'missing_field', field: 'alerts' });
    expect(readRefusal.kind === 'refusal' && alertmanagerWebhook.answer(readRefusal, resultOf())).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      body: {
        code: 'ingest.missing_field',
        params: { field: 'alerts' },
        errors: [{ path: 'alerts' }],
        detail: expect.stringContaining('payload'),
      },
    });
  });

  it.each([[[]], ['text'], [7], [null]])('is no object: %j', (body) =>
    expect(readPosted(alertmanagerWebhook, body, 'k')).toMatchObject({ kind: 'refusal', refusal: 'unrecognized' }),
  );

  it('has an unknown key, or comes too often', () => {
    expect(alertmanagerWebhook.answer({ kind: 'refusal', refusal: 'unknown_key', texts: [] }, resultOf())).toMatchObject({
      status: 401,
      body: { code: 'ingest.unknown_key' },
    });
    expect(alertmanagerWebhook.answer({ kind: 'refusal', refusal: 'throttled', texts: [], seconds: 1.5 }, resultOf())).toMatchObject({
      status: 429,
      headers: { 'retry-after': '2' },
      body: { code: 'limit.rate' },
    });
  });
});

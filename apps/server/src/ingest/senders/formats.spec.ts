import fc from 'fast-check';
import { integrationKinds, type IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { signal } from '@tocsin/contracts/routing/signals.js';
import { readPosted, resultOf } from '../arrival.fixture.js';
import type { SenderFormat } from '../format.js';
import { keyInBody } from '../key-places.js';
import { formatOf, formats, senderOf, senders } from './senders.js';

/** For any body: a valid signal of the contract within the size limit, or a refusal with texts; and an answer with a body. */
const check = (format: SenderFormat, body: unknown): void => {
  keyInBody(format, body);
  const reading = readPosted(format, body);
  expect(readPosted(format, body)).toEqual(reading);
  const { status, body: answered } = format.answer(reading, resultOf());
  if (reading.kind === 'signal') {
    expect(signal.parse(reading.signal)).toEqual(reading.signal);
    expect(Buffer.byteLength(JSON.stringify(reading.signal))).toBeLessThan(integrationLimits.signalBytes);
    expect(Array.from(reading.signal.key).length).toBeLessThanOrEqual(integrationLimits.dedupKeyCharacters);
    expect(status).toBe(format.answers[0]!.status);
    expect(format.answers[0]!.shape!.schema.parse(answered)).toEqual(answered);
  } else if (reading.kind === 'refusal') {
    expect(['unrecognized', 'missing_field']).toContain(reading.refusal);
    expect(reading.texts.join('')).not.toBe('');
    expect([[400, 422].includes(status), answered]).toEqual([true, expect.any(Object)]);
  } else expect([reading.kind, status]).toEqual(reading.kind === 'ping' ? ['ping', 200] : ['nothing', format.answers[0]!.status]);
};

const json = fc.jsonValue({ maxDepth: 3 });
const wild = (...words: string[]) => fc.oneof(fc.constantFrom(...words), json);
const labels = fc.oneof(fc.dictionary(fc.string(), json), json);
const link = fc.oneof(
  fc.webUrl(),
  fc.record({ href: fc.oneof(fc.webUrl(), json), src: fc.webUrl(), text: json }, { requiredKeys: [] }),
  json,
);

const alerts = fc.record(
  {
    status: wild('firing', 'resolved'),
    labels,
    annotations: labels,
    startsAt: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      json,
    ),
    fingerprint: json,
    generatorURL: fc.oneof(fc.webUrl(), json),
    valueString: json,
  },
  { requiredKeys: [] },
);

/** Bodies similar to this one: any field may be missing, or contain anything. */
const like = (body: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(body)) return fc.array(fc.oneof(...body.map(like), json));
  if (typeof body !== 'object' || body === null) return fc.oneof(fc.constant(body), json);
  return fc.record(Object.fromEntries(Object.entries(body).map(([field, value]) => [field, like(value)])), { requiredKeys: [] });
};

/** For kinds with more variants than their examples. */
const likely: Partial<Record<IntegrationKind, fc.Arbitrary<unknown>>> = {
  alertmanager: fc.record(
    {
      alerts: fc.array(fc.oneof(alerts, json)),
      status: wild('firing', 'resolved'),
      groupKey: json,
      groupLabels: labels,
      commonLabels: labels,
      truncatedAlerts: json,
    },
    { requiredKeys: ['alerts'] },
  ),
  'pagerduty-events': fc.record(
    {
      routing_key: wild('r'),
      event_action: wild('trigger', 'acknowledge', 'resolve'),
      dedup_key: wild('k'),
      payload: fc.record(
        { summary: wild('s'), source: json, severity: wild('error'), class: json, custom_details: json, timestamp: json },
        { requiredKeys: [] },
      ),
      links: fc.oneof(fc.array(link), json),
      images: fc.oneof(fc.array(link), json),
      client_url: json,
    },
    { requiredKeys: ['routing_key', 'event_action'] },
  ),
  opsgenie: fc.record(
    {
      message: wild('m', 'RESOLVED: m'),
      alias: wild('a'),
      priority: wild('P1', 'P3'),
      details: labels,
      tags: json,
      responders: fc.oneof(fc.array(fc.record({ name: json, username: json }, { requiredKeys: [] })), json),
      source: fc.oneof(fc.webUrl(), json),
      entity: json,
      description: json,
    },
    { requiredKeys: ['message'] },
  ),
  generic: fc.record(
    {
      summary: wild('s'),
      action: wild('resolve'),
      key: json,
      severity: json,
      labels,
      links: fc.oneof(fc.array(link), json),
      details: json,
      startsAt: json,
      test: json,
    },
    { requiredKeys: ['summary'] },
  ),
};

describe('every format', () => {
  it('is there, under the kind of its integration', () =>
    expect(integrationKinds.map((kind) => formatOf(kind).kind)).toEqual([...integrationKinds]));

  it('takes or refuses any JSON, and never throws', () => {
    fc.assert(
      fc.property(json, (body) => formats.forEach((format) => check(format, body))),
      { numRuns: 300 },
    );
  });

  it.each(Object.entries(likely))('%s takes or refuses what looks like its own', (kind, body) => {
    fc.assert(
      fc.property(body, (one) => check(senderOf(kind).format, JSON.parse(JSON.stringify(one)))),
      { numRuns: 500 },
    );
  });

  it.each(senders)('$id takes or refuses what looks like its example', ({ format, example }) => {
    fc.assert(
      fc.property(like(example('K3Y')), (body) => check(format, JSON.parse(JSON.stringify(body)))),
      { numRuns: 500 },
    );
  });

  const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  it.each(['constructor', '__proto__', 'toString'])('takes the word %s for a key like any other', (word) => {
    check(formatOf('pagerduty-events'), {
      routing_key: 'r',
      event_action: 'trigger',
      dedup_key: word,
      payload: { summary: word, severity: word },
    });
    check(formatOf('generic'), JSON.parse(`{"summary":"${word}","key":"${word}","action":"${word}","labels":{"${word}":"${word}"}}`));
    check(formatOf('alertmanager'), JSON.parse(`{"alerts":[{"labels":{"alertname":"${word}","${word}":"x"}}],"status":"${word}"}`));
  });

  it('takes what is nested deeper than it can be written', () => {
    check(formatOf('pagerduty-events'), {
      routing_key: 'r',
      event_action: 'trigger',
      payload: { summary: 's', custom_details: deep },
    });
    check(formatOf('generic'), { summary: 's', details: deep, labels: { deep } });
    check(formatOf('alertmanager'), { alerts: [{ labels: { deep }, annotations: { deep } }], groupLabels: { deep } });
  });
});

describe('a body of the largest size', () => {
  const fill = (make: (n: number) => object): object[] => {
    const one = JSON.stringify(make(1)).length + 1;
    // no format reads more alerts than this
    return Array.from({ length: Math.min(Math.floor(limits.requestBodyBytes / one), 6_000) }, (_, n) => make(n));
  };

  it.each([
    ['small alerts', (n: number) => ({ labels: { alertname: 'A', n: `${n}` } })],
    ['empty alerts', () => ({})],
    [
      'alerts with long texts',
      () => ({ annotations: { summary: 'é'.repeat(4_000), d: 'x'.repeat(9_000) }, labels: { a: '\n'.repeat(5_000) } }),
    ],
    [
      'alerts with long names of many labels',
      (n: number) => ({ labels: Object.fromEntries(Array.from({ length: 70 }, (_, l) => [`${'l'.repeat(90)}${l}`, `${n}`])) }),
    ],
  ])('of %s fits, and what is left out is noted', (_, make) => {
    const body = { groupKey: 'k', groupLabels: { a: 'b' }, status: 'firing', alerts: fill(make) };
    check(formatOf('alertmanager'), body);
    const normalised = readPosted(formatOf('alertmanager'), body, 'k');
    if (normalised.kind !== 'signal') throw new Error('refused');
    expect(normalised.signal.cut).not.toEqual([]);
    expect(normalised.signal.complete).toBe(!normalised.signal.cut.includes('alerts'));
  });

  it('of one event is cut to its limits', () => {
    const long = '\u0001'.repeat(limits.unkeyedBodyBytes / 8);
    const payload = { summary: long, source: long, class: long, severity: long, custom_details: { long } };
    check(formatOf('pagerduty-events'), { routing_key: 'r', event_action: 'trigger', dedup_key: long, payload });
    check(formatOf('generic'), {
      summary: long,
      key: long,
      name: long,
      labels: { [long]: long },
      details: long,
      links: [{ href: `https://a/${long}` }],
    });
  });
});

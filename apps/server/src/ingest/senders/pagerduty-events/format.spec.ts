import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { readPosted, resultOf } from '../../arrival.fixture.js';
import { keyInBody } from '../../key-places.js';
import { pagerdutyEvents } from './format.js';

const payload = { summary: 'It is wrong', source: 's', severity: 'error' };
const event = { routing_key: 'r', event_action: 'trigger', dedup_key: 'k', payload };
const read = (body: unknown) => readPosted(pagerdutyEvents, body);
const alertOf = (body: object) => {
  const normalised = read({ ...event, ...body });
  if (normalised.kind !== 'signal') throw new Error(JSON.stringify(normalised));
  return normalised.signal.alerts[0]!;
};
const answerTo = (body: unknown) => pagerdutyEvents.answer(read(body), resultOf());

describe('an event of PagerDuty', () => {
  it.each([
    ['routing_key', { routing_key: ' ' }],
    ['event_action', { event_action: 'fire' }],
    ['event_action', { event_action: undefined }],
    ['dedup_key', { event_action: 'acknowledge', dedup_key: '' }],
    ['dedup_key', { event_action: 'resolve', dedup_key: undefined }],
    ['payload.summary', { payload: { ...payload, summary: ' ' } }],
    ['payload.summary', { payload: 'text' }],
  ])('is refused without %s, which the answer names: %j', (field, other) => {
    expect(read({ ...event, ...other })).toMatchObject({ kind: 'refusal', refusal: 'missing_field', field });
    expect(answerTo({ ...event, ...other })).toEqual({
      status: 400,
      body: { status: 'invalid event', message: 'Event object is invalid', errors: [expect.stringContaining(`'${field}'`)] },
    });
  });

  it.each([
    ['[]', []],
    ['text', 'text'],
    ['null', null],
  ])('is not recognised when it is no object: %s', (_, body) =>
    expect(answerTo(body)).toEqual({
      status: 400,
      body: { status: 'Unrecognized object', message: 'Event object format is unrecognized', errors: [expect.any(String)] },
    }),
  );

  it.each(['trigger', 'acknowledge', 'resolve'])('is answered with its key: %s', (event_action) =>
    expect(answerTo({ ...event, event_action })).toEqual({
      status: 202,
      body: { status: 'success', message: 'Event processed', dedup_key: 'k' },
    }),
  );

  it.each([undefined, null, '', ' '])('without a key is an alert of its own, and answered with the new key: %j', (dedup_key) => {
    expect(read({ ...event, dedup_key })).toMatchObject({
      kind: 'signal',
      keyFrom: 'new',
      signal: { key: 'new-key', alerts: [{ fingerprint: 'new-key' }] },
    });
    expect(answerTo({ ...event, dedup_key })).toMatchObject({ body: { dedup_key: 'new-key' } });
  });

  it('takes acknowledge and resolve without a payload, and tells no alert then', () => {
    for (const event_action of ['acknowledge', 'resolve']) {
      expect(read({ routing_key: 'r', event_action, dedup_key: 'k' })).toMatchObject({
        kind: 'signal',
        signal: { action: event_action, alerts: [] },
      });
    }
    expect(read({ ...event, event_action: 'acknowledge' })).toMatchObject({ kind: 'signal', signal: { alerts: [] } });
    expect(read({ ...event, event_action: 'resolve' })).toMatchObject({ kind: 'signal', signal: { alerts: [{ state: 'resolved' }] } });
  });

  it('is taken without source and severity, and with any severity', () => {
    expect(alertOf({ payload: { summary: 'x' } })).toMatchObject({ severity: 'error', severityWord: '', labels: {} });
    expect(alertOf({ payload: { ...payload, severity: 'Sev 1' } })).toMatchObject({ severity: 'critical', severityWord: 'Sev 1' });
    expect(alertOf({ payload: { ...payload, severity: 5 } })).toMatchObject({ severity: 'error', severityWord: '5' });
  });

  it('has no beginning: each repeat carries a time of its own', () =>
    expect(alertOf({ payload: { ...payload, timestamp: '2015-07-17T08:42:58.315+0000' } })).toMatchObject({
      startsAt: null,
      labels: { timestamp: '2015-07-17T08:42:58.315Z' },
    }));

  it.each([
    ['text', 'text'],
    [{ a: { b: [1] } }, '{"a":{"b":[1]}}'],
    [[1, 2], '[1,2]'],
    [{}, null],
    [undefined, null],
  ])('keeps custom details %j', (custom_details, details) =>
    expect(alertOf({ payload: { ...payload, custom_details } }).details).toBe(details),
  );

  it('is named by its class, else by its summary', () => {
    expect(alertOf({ payload: { ...payload, class: 'C', component: 'x' } }).name).toBe('C');
    expect(alertOf({ payload: { ...payload, component: 'x' } }).name).toBe('It is wrong');
  });

  it('finds a long key again when the sender uses the answered one', () => {
    const first = read({ ...event, dedup_key: 'k'.repeat(3_000) });
    const key = first.kind === 'signal' ? first.signal.key : '';
    expect(key).toHaveLength(integrationLimits.dedupKeyCharacters);
    expect(read({ ...event, event_action: 'resolve', dedup_key: key })).toMatchObject({ signal: { key } });
  });

  it('shows where its routing key is', () => {
    expect(keyInBody(pagerdutyEvents, event)).toBe('r');
    expect([keyInBody(pagerdutyEvents, null), keyInBody(pagerdutyEvents, []), keyInBody(pagerdutyEvents, {})]).toEqual([null, null, null]);
  });
});

describe('the answers of the door', () => {
  it('are PagerDuty’s own', () => {
    expect(pagerdutyEvents.answer({ kind: 'refusal', refusal: 'malformed', texts: [] }, resultOf())).toEqual({
      status: 400,
      body: { status: 'Unrecognized object', message: 'Event object format is unrecognized', errors: ['JSON parse error'] },
    });
    expect(pagerdutyEvents.answer({ kind: 'refusal', refusal: 'unknown_key', texts: [] }, resultOf())).toEqual({
      status: 400,
      body: { status: 'invalid event', message: 'Event object is invalid', errors: [expect.stringContaining("'routing_key'")] },
    });
    expect(pagerdutyEvents.answer({ kind: 'refusal', refusal: 'throttled', texts: [], seconds: 30 }, resultOf())).toEqual({
      status: 429,
      headers: { 'retry-after': '30' },
      body: { status: 'throttle exceeded', message: 'Requests for this service are arriving too quickly.  Please retry later.' },
    });
  });
});

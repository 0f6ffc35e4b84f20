import { readPosted, resultOf } from '../../arrival.fixture.js';
import type { Refusal, SignalReading } from '../../reading.js';
import { genericSignal } from './format.js';

const read = (body: unknown): SignalReading | Refusal => readPosted(genericSignal, body);
const signalOf = (body: object) => {
  const normalised = read(body);
  if (normalised.kind !== 'signal') throw new Error(JSON.stringify(normalised));
  return normalised.signal;
};
const answerTo = (body: object) => genericSignal.answer(read(body), resultOf());

const alertNamed = (summary: string | null, isNew: boolean, open: { groupId: string; number: number } | null = null) => ({
  summary,
  new: isNew,
  groupId: open?.groupId ?? null,
  number: open?.number ?? null,
});

describe('a generic signal', () => {
  it('is taken with a summary alone', () =>
    expect(signalOf({ summary: 'It is wrong' })).toEqual({
      action: 'trigger',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      shape: 'each',
      complete: false,
      splitByName: false,
      test: false,
      cut: [],
      alerts: [
        {
          fingerprint: expect.any(String),
          state: 'firing',
          startsAt: null,
          name: 'It is wrong',
          summary: 'It is wrong',
          severity: 'error',
          severityWord: '',
          labels: {},
          links: [],
          details: null,
        },
      ],
    }));

  it('keeps all that it may say', () =>
    expect(
      signalOf({
        summary: 'It is wrong',
        key: 'k',
        severity: 'Warn',
        source: 'web-1',
        name: 'Disk',
        labels: { disk: '/var', port: 7 },
        links: ['https://a.example.org/x', { href: 'https://a.example.org/y', text: 'Runbook' }],
        url: 'https://a.example.org/z',
        details: { free: 1 },
        startsAt: '2026-11-20T23:11:45+0000',
        test: true,
        unknown: {},
      }),
    ).toMatchObject({
      key: 'k',
      test: true,
      alerts: [
        {
          fingerprint: 'k',
          name: 'Disk',
          severity: 'warning',
          severityWord: 'Warn',
          labels: { disk: '/var', port: '7', source: 'web-1' },
          links: [{ kind: 'other' }, { kind: 'runbook' }, { kind: 'source', href: 'https://a.example.org/z' }],
          details: '{"free":1}',
          startsAt: '2026-11-20T23:11:45.000Z',
        },
      ],
    }));

  it('without a key gets one of summary, source and labels, and is told so', () => {
    const key = (body: object) => signalOf({ summary: 's', source: 'a', labels: { x: '1', y: '2' }, ...body }).key;
    expect(key({ severity: 'info', details: 'other', action: 'resolve' })).toBe(key({ labels: { y: '2', x: '1' } }));
    expect(new Set([key({}), key({ summary: 't' }), key({ source: 'b' }), key({ labels: {} })]).size).toBe(4);
    expect(answerTo({ summary: 's' })).toEqual({
      status: 202,
      body: { status: 'accepted', key: signalOf({ summary: 's' }).key, keyFrom: 'hash', alert: alertNamed('s', true) },
    });
  });

  it.each([{ key: 'k' }, { dedup_key: 'k' }, { key: ' ', dedup_key: 'k' }])('keeps the key that it has: %j', (body) =>
    expect(answerTo({ summary: 's', ...body })).toEqual({
      status: 202,
      body: { status: 'accepted', key: 'k', keyFrom: 'you', alert: alertNamed('s', true) },
    }),
  );

  it.each([
    ['trigger', 'trigger'],
    ['Resolve', 'resolve'],
    ['closed', 'resolve'],
    ['ack', 'acknowledge'],
    ['who knows', 'trigger'],
    ['constructor', 'trigger'],
    [7, 'trigger'],
  ])('understands the action %j', (action, expected) => expect(signalOf({ summary: 's', key: 'k', action }).action).toBe(expected));

  it('needs no summary to resolve or acknowledge what has a key', () => {
    expect(signalOf({ key: 'k', action: 'resolve' })).toMatchObject({ key: 'k', alerts: [] });
    expect(signalOf({ key: 'k', action: 'acknowledge', summary: 's' })).toMatchObject({ key: 'k', alerts: [] });
  });

  it.each([{}, { summary: '' }, { summary: null }, { key: 'k' }, { action: 'resolve' }])('is refused without a summary: %j', (body) => {
    expect(read(body)).toMatchObject({ kind: 'refusal', refusal: 'missing_field', field: 'summary' });
    expect(answerTo(body)).toMatchObject({
      status: 400,
      body: { code: 'ingest.missing_field', title: expect.stringContaining('summary') },
    });
  });

  it('says which alert group was open under its key, and is not new then; to resolve nothing is never new', () => {
    const open = { groupId: '0194a8f0-0000-7000-8000-000000000001', number: 7 };
    const alertIn = (body: object, openAlert: typeof open | null) => {
      const readSignal = read(body);
      return readSignal.kind === 'signal' && (genericSignal.answer(readSignal, resultOf(openAlert)).body as { alert: unknown }).alert;
    };
    expect(alertIn({ summary: 's', key: 'k' }, open)).toEqual(alertNamed('s', false, open));
    expect(alertIn({ action: 'resolve', key: 'k' }, open)).toEqual(alertNamed(null, false, open));
    expect(alertIn({ action: 'resolve', key: 'k' }, null)).toEqual(alertNamed(null, false));
  });

  it.each([
    [[{ summary: 's' }], 'an array'],
    ['s', 'a string'],
    [null, 'null'],
  ])('that is no object is told what it is: %j', (body, what) =>
    expect(answerTo(body as never)).toMatchObject({
      status: 400,
      body: { code: 'ingest.not_an_object', detail: expect.stringContaining(`The body is ${what}, not an object`) },
    }),
  );

  it('says that broken JSON is broken', () =>
    expect(genericSignal.answer({ kind: 'refusal', refusal: 'malformed', texts: [] }, resultOf())).toMatchObject({
      status: 400,
      body: { code: 'request.malformed' },
    }));
});

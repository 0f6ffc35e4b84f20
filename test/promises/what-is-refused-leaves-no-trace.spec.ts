import { v7 } from 'uuid';
import type { Problem } from '@tocsin/contracts/refusals.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let groupId = '';
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.integration('generic');
  await stage.integration('pagerduty-events');
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  groupId = (await stage.getGroup()).id;
});
afterAll(() => stage.close());

type Case = readonly [what: string, send: () => Promise<{ status: number; body: unknown }>, status: number, body: object];

const post = (path: string, body: unknown, headers = {}) => stage.ana.api.request<Problem>('POST', path, body, headers);
const postCommand = (type: string, body: unknown) => post(`/api/commands/${type}`, body, { 'idempotency-key': v7() });
const postAsSender = async (kind: 'alertmanager' | 'generic', body: unknown) => {
  const { path } = await stage.integration(kind);
  return stage.tocsin.anonymous.request('POST', path, body);
};
const postPagerDuty = async (body: object | string) => {
  const { path, key } = await stage.integration('pagerduty-events');
  return stage.tocsin.anonymous.request('POST', path, typeof body === 'string' ? body : { routing_key: key, ...body });
};
const paddedBody = (bytes: number): string => JSON.stringify({ summary: 'x'.repeat(bytes) });

const cases: readonly Case[] = [
  ['broken JSON to a command', () => postCommand('AddNote', '{"groupId": '), 400, { code: 'request.malformed' }],
  [
    'too much to a command',
    () => postCommand('AddNote', paddedBody(1_100_000)),
    413,
    { code: 'request.too_large', detail: 'The request body is larger than 1 MiB.' },
  ],
  [
    'a content type of another kind',
    () => post('/api/commands/AddNote', 'a=b', { 'content-type': 'application/xml' }),
    415,
    { code: 'request.unsupported_media_type' },
  ],
  ['a command that there is not', () => postCommand('DeleteEverything', {}), 404, { code: 'request.unknown_command' }],
  ['a view that there is not', () => stage.ana.api.request('GET', '/api/views/secrets'), 404, { code: 'request.unknown_view' }],
  ['an address that there is not', () => stage.ana.api.request('GET', '/api/nothing'), 404, { code: 'request.not_found' }],
  ['a field that is missing', () => postCommand('AddNote', { groupId }), 422, { code: 'request.invalid', errors: [{ path: 'text' }] }],
  ['a field too many', () => postCommand('AddNote', { groupId, text: 'x', colour: 'red' }), 422, { code: 'request.invalid' }],
  [
    'an id that is none',
    () => postCommand('AddNote', { groupId: 'x', text: 'x' }),
    422,
    { code: 'request.invalid', errors: [{ path: 'groupId' }] },
  ],
  ['nothing at all', () => postCommand('AddNote', 'null'), 422, { code: 'request.invalid' }],
  [
    'an alert group that there is not',
    () => postCommand('AcknowledgeAlertGroup', { groupId: v7() }),
    404,
    { code: 'alert_group.not_found' },
  ],
  [
    'a person who is not here',
    () => postCommand('PageSomeone', { title: 'x', personIds: [v7()] }),
    404,
    { code: 'person.not_found', errors: [{ path: 'personIds.0' }] },
  ],
  ['a service that there is not', () => postCommand('SendTestAlert', { serviceId: v7() }), 404, { code: 'service.not_found' }],
  [
    'giving back what nobody holds',
    () => postCommand('UnacknowledgeAlertGroup', { groupId }),
    409,
    { code: 'alert_group.not_acknowledged' },
  ],
  ['reopening what is open', () => postCommand('ReopenAlertGroup', { groupId }), 409, { code: 'alert_group.not_resolved' }],
  ['joining what nobody has', () => postCommand('JoinAlertGroup', { groupId }), 409, { code: 'alert_group.not_acknowledged' }],
  ['a second set-up', () => post('/api/setup', {}), 409, { code: 'setup.done' }],
  [
    'a cursor of somebody else’s',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?cursor=nonsense'),
    400,
    { code: 'request.bad_cursor' },
  ],
  [
    'more rows than there may be',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?limit=201'),
    422,
    { code: 'request.invalid', errors: [{ path: 'limit' }] },
  ],
  [
    'a column that there is not',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?where.secret=1'),
    422,
    { code: 'request.invalid' },
  ],
  [
    'a value that no row could have',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?where.status=fireing'),
    422,
    {
      code: 'request.invalid',
      errors: [
        {
          path: 'where.status',
          message: '“fireing” is not a valid value of status: must be one of firing, acknowledged, snoozed, suppressed, resolved.',
        },
      ],
    },
  ],
  [
    'an id that is none, of a column that is worked out',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?where.holderId=ana'),
    422,
    { code: 'request.invalid', errors: [{ path: 'where.holderId' }] },
  ],
  [
    'a filter without its prefix',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?status=firing'),
    422,
    { code: 'request.invalid', errors: [{ path: 'status', message: 'To filter by status, write where.status=…' }] },
  ],
  [
    'a range of what holds no instants',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?from.title=a'),
    422,
    { code: 'request.invalid', errors: [{ path: 'from.title', message: 'Use from.… or to.… with one of openedAt.' }] },
  ],
  [
    'a range of no instant',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?to.openedAt=yesterday'),
    422,
    { code: 'request.invalid', errors: [{ path: 'to.openedAt' }] },
  ],
  [
    'a range that ends before it begins',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?from.openedAt=2026-11-22T00:00:00Z&to.openedAt=2026-11-21T00:00:00Z'),
    422,
    { code: 'request.invalid', errors: [{ path: 'to.openedAt' }] },
  ],
  [
    'an order that there is not',
    () => stage.ana.api.request('GET', '/api/views/alertGroups?sort=secret'),
    422,
    { code: 'request.invalid', errors: [{ path: 'sort' }] },
  ],
  [
    'a list to a command',
    () => postCommand('AddNote', []),
    422,
    { code: 'request.invalid', errors: [{ path: '', message: 'This must be a JSON object.' }] },
  ],
  [
    'a list to the generic interface',
    () => postAsSender('generic', [{ summary: 'x' }]),
    400,
    { code: 'ingest.not_an_object', detail: expect.stringContaining('The body is an array, not an object.') },
  ],
  ['a link that is none', () => stage.tocsin.anonymous.request('GET', '/api/pages/nonsense'), 404, { code: 'page_link.invalid' }],
  [
    'an invitation that is none',
    () => stage.tocsin.anonymous.request('POST', '/api/invitations/nonsense', { password: 'correct horse battery' }),
    404,
    { code: 'invitation.invalid' },
  ],
  ['broken JSON from Alertmanager', () => postAsSender('alertmanager', '{"alerts": ['), 400, { code: 'request.malformed' }],
  ['no alerts from Alertmanager', () => postAsSender('alertmanager', { status: 'firing' }), 400, { code: 'ingest.missing_field' }],
  [
    'an unknown key from Alertmanager',
    () => stage.tocsin.anonymous.request('POST', '/ingest/alertmanager/wrong', { alerts: [] }),
    401,
    { code: 'ingest.unknown_key' },
  ],
  [
    'an unknown key to the generic interface',
    () => stage.tocsin.anonymous.request('POST', '/ingest/generic/wrong', { summary: 'x' }),
    401,
    { code: 'ingest.unknown_key' },
  ],
  ['no summary to the generic interface', () => postAsSender('generic', { key: 'k' }), 400, { code: 'ingest.missing_field' }],
  [
    'broken JSON by PagerDuty’s interface',
    () => postPagerDuty('{"routing_key"'),
    400,
    { status: 'Unrecognized object', errors: ['JSON parse error'] },
  ],
  [
    'an unknown key by PagerDuty’s interface',
    () => postPagerDuty({ routing_key: 'x'.repeat(32), event_action: 'trigger', payload: { summary: 'x' } }),
    400,
    { status: 'invalid event' },
  ],
  [
    'no action by PagerDuty’s interface',
    () => postPagerDuty({ payload: { summary: 'x' } }),
    400,
    { status: 'invalid event', message: 'Event object is invalid' },
  ],
  [
    'no summary by PagerDuty’s interface',
    () => postPagerDuty({ event_action: 'trigger', payload: {} }),
    400,
    { errors: ["'payload.summary' is missing or blank"] },
  ],
  [
    'no key on a resolve by PagerDuty’s interface',
    () => postPagerDuty({ event_action: 'resolve' }),
    400,
    { errors: ["'dedup_key' is missing or blank"] },
  ],
];

describe('what is refused', () => {
  it.each(cases)('%s: says why, and writes nothing', async (_what, send, status, expectedBody) => {
    const before = await stage.getHead();
    const answer = await send();
    expect(answer).toMatchObject({ status, body: expectedBody });
    await stage.settle();
    expect(await stage.getHead()).toBe(before);
  });

  it('by the API carries a sentence, what to do, and an id', async () => {
    const answer = await postCommand('AddNote', { groupId });
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const { detail, todo, correlationId, errors } = answer.body;
    expect([detail, todo, correlationId, errors![0]!.message].every((text) => text.length > 3)).toBe(true);
  });

  it('of acknowledging what is over is told as good news, with when and by whom', async () => {
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    const problem = await stage.ana.api.expectRefusal('AcknowledgeAlertGroup', { groupId });
    expect(problem).toMatchObject({
      status: 409,
      code: 'alert_group.already_resolved',
      params: { number: 1, by: 'person', actorId: stage.ana.personId },
    });
    expect(problem.detail).toMatch(/Already resolved/);
    await stage.ana.api.run('ReopenAlertGroup', { groupId });
    await stage.settle();
  });
});

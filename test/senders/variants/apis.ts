import { ends, fields, key, opens, tests, type Variant } from './variant.js';

const enqueue = (event: object): Pick<Variant, 'at' | 'body'> => ({ at: '/v2/enqueue', body: { routing_key: key, ...event } });
const payload = { summary: 'Disk full', source: 'db-1', severity: 'warning' };
const grafanaText = '\nValue: A=95.2\nLabels:\n - alertname = TestAlert\n - grafana_folder = Test\n - instance = Grafana\nAnnotations:\n';
const v1 = (event: object): Pick<Variant, 'at' | 'body' | 'status'> => ({
  at: '/generic/2010-04-15/create_event.json',
  body: { service_key: key, ...event },
  status: 200,
});
const nagiosForm = (type: string): Pick<Variant, 'at' | 'type' | 'body' | 'status'> => ({
  at: '/nagios/2010-04-15/create_event',
  ...fields({
    CONTACTPAGER: key,
    NOTIFICATIONTYPE: type,
    HOSTNAME: 'db-1',
    SERVICEDESC: 'Disk',
    SERVICESTATE: 'CRITICAL',
    pd_nagios_object: 'service',
  }),
  status: 200,
});
const pagerduty: readonly Variant[] = [
  {
    kind: 'pagerduty-events',
    name: 'a trigger',
    ...enqueue({ event_action: 'trigger', dedup_key: 'disk', payload }),
    of: 'disk',
    says: { ...opens, severity: 'warning' },
  },
  {
    kind: 'pagerduty-events',
    name: 'a word in capitals',
    ...enqueue({ event_action: 'RESOLVE', dedup_key: 'disk' }),
    of: 'disk',
    says: { action: 'resolve' },
  },
  {
    kind: 'pagerduty-events',
    name: 'a final slash',
    at: '/v2/enqueue/',
    body: { routing_key: key, event_action: 'acknowledge', dedup_key: 'disk' },
    of: 'disk',
    says: { action: 'acknowledge' },
  },
  {
    kind: 'pagerduty-events',
    name: 'an empty key',
    ...enqueue({ event_action: 'trigger', dedup_key: '', payload }),
    says: { action: 'trigger', key: 'new-key' },
  },
  {
    kind: 'pagerduty-events',
    name: 'a severity that is none',
    ...enqueue({ event_action: 'trigger', payload: { ...payload, severity: 'P1' } }),
    says: { severity: 'critical' },
  },
  {
    kind: 'pagerduty-events',
    name: 'a summary over two lines',
    ...enqueue({ event_action: 'trigger', payload: { ...payload, summary: 'Disk\r\nfull' } }),
    says: { title: 'Disk full' },
  },
  {
    kind: 'pagerduty-events',
    name: 'Grafana’s test',
    ...enqueue({ event_action: 'trigger', dedup_key: 'x', payload: { ...payload, custom_details: { firing: grafanaText } } }),
    says: tests,
  },
  {
    kind: 'pagerduty-events',
    name: 'Uptime Kuma’s test',
    ...enqueue({ event_action: 'trigger', dedup_key: 'Uptime Kuma/undefined', payload }),
    says: tests,
  },
  {
    kind: 'pagerduty-events',
    name: 'a change',
    at: '/v2/change/enqueue',
    body: { routing_key: key, payload: { summary: 'Deployed' }, links: [] },
    says: { kind: 'nothing' },
  },
  {
    kind: 'pagerduty-events',
    name: 'version 1, a trigger',
    ...v1({ event_type: 'trigger', incident_key: 'disk', description: 'Disk full', details: 'as a text' }),
    of: 'disk',
    says: { ...opens, title: 'Disk full' },
  },
  { kind: 'pagerduty-events', name: 'version 1, the end', ...v1({ event_type: 'resolve', incident_key: 'disk' }), of: 'disk', says: ends },
  { kind: 'pagerduty-events', name: 'Nagios’ form', ...nagiosForm('PROBLEM'), of: 'nagios', says: { ...opens, severity: 'critical' } },
  { kind: 'pagerduty-events', name: 'Nagios’ form, the end', ...nagiosForm('RECOVERY'), of: 'nagios', says: ends },
  {
    kind: 'pagerduty-events',
    name: 'Nagios’ form, acknowledged',
    ...nagiosForm('ACKNOWLEDGEMENT'),
    of: 'nagios',
    says: { action: 'acknowledge' },
  },
];

const alias = '?identifierType=alias';
const named = (name: string, method: Variant['method'], path: string, says: Variant['says'], body?: object): Variant => ({
  kind: 'opsgenie',
  name,
  method: method!,
  at: `/v2/alerts/db%201/disk${path}${alias}`,
  ...(body ? { body } : {}),
  says,
});
const act = { action: 'act', key: 'db 1/disk' };
const jsm = '/jsm/ops/api/cloud-1/v1/alerts';
const opsgenie: readonly Variant[] = [
  {
    kind: 'opsgenie',
    name: 'a create',
    at: '/v2/alerts',
    body: { message: 'Disk full', alias: 'db 1/disk', priority: 'P5' },
    of: 'disk',
    says: { ...opens, severity: 'info' },
  },
  {
    kind: 'opsgenie',
    name: 'a create below Jira’s prefix',
    at: '/jsm/ops/integration/v2/alerts/',
    body: { message: 'Disk full', alias: 'db 1/disk' },
    of: 'disk',
    says: { ...opens, severity: 'error' },
  },
  named('a close', 'POST', '/close', { action: 'resolve', key: 'db 1/disk' }),
  named('a close with a final slash', 'POST', '/close/', { action: 'resolve', key: 'db 1/disk' }, { source: 'x' }),
  named('acknowledge', 'POST', '/acknowledge', { action: 'acknowledge', key: 'db 1/disk' }, {}),
  named('unacknowledge', 'POST', '/unacknowledge', act, {}),
  named('a note', 'POST', '/notes', act, { note: 'x' }),
  named('snooze', 'POST', '/snooze', act, { endTime: '2026-01-02T03:04:05Z' }),
  named('assign', 'POST', '/assign', act, { owner: { username: 'ana@example.org' } }),
  named('escalate', 'POST', '/escalate', act, { escalation: { name: 'x' } }),
  named('a team', 'POST', '/teams', act, { team: { name: 'x' } }),
  named('a responder', 'POST', '/responders', act, { responder: { type: 'user', username: 'ana@example.org' } }),
  named('tags', 'POST', '/tags', act, { tags: ['x'] }),
  named('tags that go', 'DELETE', '/tags', act),
  named('details', 'POST', '/details', act, { details: { a: 'b' } }),
  named('another message', 'PUT', '/message', act, { message: 'x' }),
  named('another description', 'PUT', '/description', act, { description: 'x' }),
  named('another priority', 'PUT', '/priority', act, { priority: 'P1' }),
  named('an action of one’s own', 'POST', '/actions/restart', { kind: 'nothing' }, {}),
  {
    kind: 'opsgenie',
    name: 'an attachment',
    at: '/v2/alerts/x/attachments',
    type: 'multipart/form-data; boundary=x',
    body: '--x\r\n\r\nbytes\r\n--x--',
    says: { kind: 'nothing' },
  },
  named('a delete', 'DELETE', '', { action: 'resolve', key: 'db 1/disk' }),
  ...['', '/notes', '/logs', '/recipients', '/attachments'].map((path) =>
    named(`asks for ${path || 'it'}`, 'GET', path, { kind: 'lookup' }),
  ),
  { kind: 'opsgenie', name: 'a list', method: 'GET', at: '/v2/alerts?query=status%3Aopen&limit=10', says: { kind: 'lookup' } },
  { kind: 'opsgenie', name: 'a count', method: 'GET', at: '/v2/alerts/count?query=status%3Dopen', says: { kind: 'lookup' } },
  {
    kind: 'opsgenie',
    name: 'what became of a request',
    method: 'GET',
    at: '/v2/alerts/requests/3d534681-cdd5-4bc5-9092-781c7da01175',
    says: { kind: 'lookup' },
  },
  {
    kind: 'opsgenie',
    name: 'Grafana’s test',
    at: '/v2/alerts',
    body: { message: '[FIRING:1] TestAlert', alias: 'x', description: grafanaText },
    says: tests,
  },
  {
    kind: 'opsgenie',
    name: 'Uptime Kuma’s test',
    at: '/v2/alerts',
    body: { message: 'x Testing', alias: 'uptime-kuma-notification-test' },
    says: tests,
  },
  {
    kind: 'opsgenie',
    name: 'Gatus’ create that says it is over',
    at: '/v2/alerts',
    body: { message: 'RESOLVED: disk', alias: 'db 1/disk' },
    of: 'disk',
    says: ends,
  },
  { kind: 'opsgenie', name: 'Jira’s create', at: jsm, body: { message: 'Disk full', alias: 'db 1/disk' }, of: 'disk', says: opens },
  { kind: 'opsgenie', name: 'Jira’s alert by its alias', method: 'GET', at: `${jsm}/alias?alias=x`, says: { kind: 'lookup' } },
  { kind: 'opsgenie', name: 'Jira’s alert by its id', method: 'GET', at: `${jsm}/x`, says: { kind: 'lookup' } },
  { kind: 'opsgenie', name: 'Jira’s request', method: 'GET', at: `${jsm}/requests/x`, says: { kind: 'lookup' } },
  { kind: 'opsgenie', name: 'Jira’s close', at: `${jsm}/x/close`, body: {}, says: { action: 'resolve' } },
  { kind: 'opsgenie', name: 'Jira’s acknowledge', at: `${jsm}/x/acknowledge`, body: {}, says: { action: 'acknowledge' } },
  { kind: 'opsgenie', name: 'Jira’s note', at: `${jsm}/x/notes`, body: { note: 'x' }, says: { action: 'act' } },
  {
    kind: 'opsgenie',
    name: 'Jira’s priority',
    method: 'PATCH',
    at: `${jsm}/x/priority`,
    body: { priority: 'P1' },
    says: { action: 'act' },
  },
  { kind: 'opsgenie', name: 'Jira’s delete', method: 'DELETE', at: `${jsm}/x`, says: { action: 'resolve' } },
];

const vo = `/integrations/generic/20131114/alert/${key}`;
const victorops: readonly Variant[] = [
  ...['CRITICAL', 'WARNING', 'critical'].map((type): Variant => ({
    kind: 'victorops',
    name: type,
    at: `${vo}/database`,
    body: { message_type: type, entity_id: 'disk', state_message: 'full' },
    of: 'disk',
    says: opens,
  })),
  ...['RECOVERY', 'OK', 'recovery'].map((type): Variant => ({
    kind: 'victorops',
    name: type,
    at: `${vo}/database/`,
    body: { message_type: type, entity_id: 'disk' },
    of: 'disk',
    says: ends,
  })),
  {
    kind: 'victorops',
    name: 'ACKNOWLEDGEMENT',
    at: vo,
    body: { message_type: 'ACKNOWLEDGEMENT', entity_id: 'disk', ack_author: 'ana' },
    of: 'disk',
    says: { action: 'acknowledge' },
  },
  { kind: 'victorops', name: 'INFO', at: vo, body: { message_type: 'INFO', entity_id: 'disk' }, says: { kind: 'nothing' } },
  {
    kind: 'victorops',
    name: 'no entity',
    at: `${vo}/$routing_key`,
    body: { message_type: 'CRITICAL', state_message: 'full' },
    says: { action: 'trigger', key: 'new-key' },
  },
  {
    kind: 'victorops',
    name: 'Grafana’s test',
    at: vo,
    body: { message_type: 'CRITICAL', entity_id: 'x', state_message: grafanaText },
    says: tests,
  },
  {
    kind: 'victorops',
    name: 'Uptime Kuma’s test',
    at: vo,
    body: { message_type: 'CRITICAL', entity_id: 'Uptime Kuma/undefined', state_message: 'x' },
    says: tests,
  },
];

const message = (status: string, more: object = {}): object => ({
  version: '4',
  groupKey: '{}:{alertname="Disk"}',
  status,
  receiver: 'tocsin',
  truncatedAlerts: 0,
  groupLabels: { alertname: 'Disk' },
  commonLabels: { alertname: 'Disk' },
  alerts: [
    {
      status,
      labels: { alertname: 'Disk', severity: 'critical' },
      annotations: { summary: 'Disk full' },
      startsAt: '2026-01-02T03:04:05Z',
      endsAt: '0001-01-01T00:00:00Z',
      fingerprint: 'aaaa',
    },
  ],
  ...more,
});
const alertmanager: readonly Variant[] = [
  {
    kind: 'alertmanager',
    name: 'firing',
    body: message('firing'),
    of: 'disk',
    says: { ...opens, title: 'Disk full', severity: 'critical' },
  },
  { kind: 'alertmanager', name: 'resolved, by PUT', method: 'PUT', body: message('resolved'), of: 'disk', says: ends },
  ...[
    `/integrations/v1/alertmanager/${key}/`,
    `/integrations/v1/grafana_alerting/${key}/`,
    '/api/v2/prometheusalertmanager/incoming?token=x',
    '/api/v2/grafana/incoming?token=x',
    '/v1/webhooks/grafana?token=x',
    '/api/webhooks/prometheus?api-key=x',
    '/v2/alert_events/alertmanager/01GW2G3V0S59R238FAHPDS1R66',
  ].map((at): Variant => ({
    kind: 'alertmanager',
    name: `at ${at.replace(key, 'its key')}`,
    at,
    body: message('firing', { version: '1' }),
    of: 'disk',
    says: opens,
  })),
  {
    kind: 'alertmanager',
    name: 'Grafana’s test',
    body: message('firing', {
      orgId: 1,
      version: '1',
      alerts: [{ status: 'firing', labels: { alertname: 'TestAlert', instance: 'Grafana' } }],
    }),
    says: tests,
  },
  {
    kind: 'alertmanager',
    name: 'Grafana’s older test',
    body: {
      ruleId: 0,
      ruleName: 'Test notification',
      title: '[Alerting] Test notification',
      state: 'alerting',
      evalMatches: [],
      message: 'Someone is testing the alert notification within Grafana.',
    },
    says: tests,
  },
  {
    kind: 'alertmanager',
    name: 'Prometheus itself',
    at: `/ingest/alertmanager/${key}/api/v2/alerts`,
    body: [{ labels: { alertname: 'Disk' }, startsAt: '2026-01-02T03:04:05Z' }],
    says: opens,
    status: 200,
  },
  {
    kind: 'alertmanager',
    name: 'Prometheus by the older interface',
    at: '/api/v1/alerts',
    body: [{ labels: { alertname: 'Disk' } }],
    says: opens,
    status: 200,
  },
  { kind: 'alertmanager', name: 'Prometheus with nothing', at: '/api/v2/alerts', body: [], says: { kind: 'nothing' }, status: 200 },
  ...['/api/v2/alerts', '/api/v2/alerts/groups', '/api/v2/status', '/api/v2/silences', '/-/ready'].map((at): Variant => ({
    kind: 'alertmanager',
    name: `is asked for ${at}`,
    method: 'GET',
    at,
    says: { kind: 'lookup' },
  })),
];

const goalert: readonly Variant[] = [
  {
    kind: 'goalert',
    name: 'its query alone',
    at: `/api/v2/generic/incoming?token=${key}&summary=Disk%20full&details=x&dedup=disk`,
    of: 'disk',
    says: { ...opens, title: 'Disk full' },
  },
  {
    kind: 'goalert',
    name: 'a form',
    at: '/api/v2/generic/incoming',
    ...fields({ summary: 'Disk full', dedup: 'disk', action: 'close' }),
    of: 'disk',
    says: ends,
  },
  {
    kind: 'goalert',
    name: 'at its older address',
    at: `/v1/api/alerts?token=${key}`,
    body: { summary: 'Disk full', dedup: 'disk' },
    of: 'disk',
    says: opens,
  },
];

const alerta = (severity: string, more: object = {}): object => ({
  resource: 'db-1',
  event: 'DiskFull',
  environment: 'Production',
  severity,
  service: ['Database'],
  ...more,
});
const alertaVariants: readonly Variant[] = [
  ...['/api/alert', '/alert', ''].map((at): Variant => ({
    kind: 'alerta',
    name: `at ${at || 'our address'}`,
    at,
    body: alerta('major'),
    of: 'disk',
    says: { ...opens, severity: 'error' },
  })),
  ...['normal', 'ok', 'cleared'].map((severity): Variant => ({
    kind: 'alerta',
    name: severity,
    at: '/alert',
    body: alerta(severity),
    of: 'disk',
    says: ends,
  })),
  { kind: 'alerta', name: 'closed', at: '/alert', body: alerta('major', { status: 'closed' }), of: 'disk', says: ends },
  {
    kind: 'alerta',
    name: 'acknowledged',
    at: '/alert',
    body: alerta('major', { status: 'ack' }),
    of: 'disk',
    says: { action: 'acknowledge' },
  },
];

const apprise = (type: string): object => ({ version: '1.0', title: 'Disk full', message: '98 %', attachments: [], type });
const appriseVariants: readonly Variant[] = [
  ...['failure', 'warning', 'info'].map((type): Variant => ({ kind: 'apprise', name: type, body: apprise(type), of: 'disk', says: opens })),
  { kind: 'apprise', name: 'success', method: 'PUT', body: apprise('success'), of: 'disk', says: ends },
  {
    kind: 'apprise',
    name: 'form:// by GET',
    method: 'GET',
    at: '?version=1.0&title=Disk%20full&message=x&type=success',
    of: 'disk',
    says: ends,
  },
  {
    kind: 'apprise',
    name: 'form://',
    ...fields({ version: '1.0', title: 'Disk full', message: 'x', type: 'failure' }),
    of: 'disk',
    says: { ...opens, severity: 'critical' },
  },
];

export const apiVariants: readonly Variant[] = [
  ...pagerduty,
  ...opsgenie,
  ...victorops,
  ...alertmanager,
  ...goalert,
  ...alertaVariants,
  ...appriseVariants,
];

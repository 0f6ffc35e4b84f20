import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';

/** What a sender sends for one problem: as JSON, or as text of another type. */
export interface Sent {
  /** Behind the address of the integration, or the whole path with `KEY`. */
  readonly at?: string;
  readonly method?: string;
  readonly type?: string;
  readonly authorization?: string;
  readonly body?: unknown;
  readonly text?: string;
}

export interface WebhookStory {
  readonly kind: IntegrationKind;
  readonly name: string;
  /** The exact status that its clients insist on. */
  readonly status?: number;
  readonly opens: Sent;
  /** In the title of the group. */
  readonly title: string;
  readonly severity: string;
  /** Changes nothing while it is open, and opens nothing afterwards. */
  readonly ignored?: Sent;
  readonly acknowledges?: Sent;
  /** Undefined: it never says so. */
  readonly resolves?: Sent;
  /** A press of its test button. */
  readonly test?: Sent;
}

const form = 'application/x-www-form-urlencoded';
const fields = (given: Readonly<Record<string, string>>): Sent => ({ type: form, text: new URLSearchParams(given).toString() });

const kuma = (status: number, msg: string): object => ({
  heartbeat: { monitorID: 7, status, time: '2026-01-02 03:04:05.678', msg, important: true, duration: 60, timezone: 'Europe/Berlin' },
  monitor: {
    id: 7,
    name: 'Shop / checkout #1',
    url: 'https://shop.example.org/checkout',
    hostname: null,
    port: null,
    type: 'http',
    tags: [{ name: 'team', value: 'web' }],
  },
  msg: `[Shop / checkout #1] [${status === 0 ? '🔴 Down' : '✅ Up'}] ${msg}`,
});
const multipart = (body: object): Sent => ({
  type: 'multipart/form-data; boundary=----b0undary',
  text: `------b0undary\r\nContent-Disposition: form-data; name="data"\r\n\r\n${JSON.stringify(body)}\r\n------b0undary--\r\n`,
});
const kumaQuery = (status: number, msg: string): Sent => {
  const { heartbeat, monitor, msg: text } = kuma(status, msg) as Record<string, unknown>;
  const query = { msg: String(text), heartbeat: JSON.stringify(heartbeat), monitor: JSON.stringify(monitor) };
  const written = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%5B', '[').replaceAll('%5D', ']')}`,
  );
  return { method: 'GET', at: `?${written.join('&')}` };
};

const zabbix = (more: object): Sent => ({
  body: {
    event_id: '4711',
    event_value: '1',
    event_update_status: '0',
    event_name: 'Zabbix agent is not available',
    event_nseverity: '5',
    event_severity: 'Disaster',
    host_name: 'db-1',
    host_ip: '10.0.0.7',
    event_recovery_id: '{EVENT.RECOVERY.ID}',
    ...more,
  },
});
const nagios = (type: string, state: string): Readonly<Record<string, string>> => ({
  NOTIFICATIONTYPE: type,
  HOSTNAME: 'db-1',
  HOSTADDRESS: '10.0.0.7',
  SERVICEDESC: 'Disk /var',
  SERVICESTATE: state,
  SERVICEOUTPUT: `DISK ${state} - free space: /var 2 %`,
});
const monit = (event: string): Sent => ({
  at: '/collector',
  type: 'text/xml',
  authorization: 'basic',
  text: `<?xml version="1.0" encoding="ISO-8859-1"?><monit id="8e3b" incarnation="1767322800" version="5.33.0"><server><uptime>60</uptime><poll>30</poll><localhostname>db-1</localhostname></server><platform><name>Linux</name></platform><services><service name="var"><type>0</type></service></services>${event}</monit>`,
});
const monitEvent = (state: number, message: string, id = 2): string =>
  `<event><collected_sec>1767322845</collected_sec><collected_usec>678</collected_usec><service>var</service><type>0</type><id>${id}</id><state>${state}</state><action>1</action><message><![CDATA[${message}]]></message></event>`;
const netdata = (status: string): Sent => ({
  body: {
    message: 'disk_space_usage',
    alert: 'disk_space_usage',
    info: 'Space utilization of /var is 98 %',
    chart: 'disk_space._var',
    context: 'disk.space',
    space: 'Example',
    node: 'db-1',
    family: '/var',
    class: 'Utilization',
    severity: status,
    alert_url: 'https://app.netdata.cloud/spaces/1',
  },
});
const soap = (type: string): Sent => ({
  type: 'application/xml',
  text: `<?xml version='1.0' encoding='utf-8'?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><Notification xmlns:xsi="http://nuxref.com/apprise/NotifyXML-1.1.xsd"><Version>1.1</Version><Subject>Disk of db-1 &amp; db-2 is full</Subject><MessageType>${type}</MessageType><Message>98 % in use</Message></Notification></soapenv:Body></soapenv:Envelope>`,
});
const metricAlert = (action: string): Sent => ({
  body: {
    action,
    installation: { uuid: 'a8e5d37a' },
    data: {
      metric_alert: {
        id: '4',
        identifier: '17',
        title: 'Too many errors',
        alert_rule: { id: '7', name: 'Too many errors', environment: 'prod' },
        projects: ['shop'],
      },
      description_text: '1000 events in the last 10 minutes',
      description_title: `${action}: Too many errors`,
      web_url: 'https://sentry.example.org/alerts/17/',
    },
  },
});
const datadog = (transition: string, title: string): Sent => ({
  body: {
    alert_cycle_key: '5832158210',
    alert_id: '12',
    alert_transition: transition,
    alert_scope: 'host:db-1',
    alert_priority: 'P1',
    title,
    body: 'CPU was 98 %',
    tags: 'env:prod,host:db-1',
    link: 'https://app.datadoghq.com/monitors/12',
    snapshot: '$SNAPSHOT',
  },
});
const cloudwatch = (state: string): Sent => ({
  type: 'text/plain; charset=UTF-8',
  body: {
    Type: 'Notification',
    MessageId: '22b80b92',
    TopicArn: 'arn:aws:sns:eu-central-1:123456789012:alarms',
    Subject: `${state}: "disk" in EU (Frankfurt)`,
    Message: JSON.stringify({
      AlarmName: 'disk',
      AlarmDescription: 'Disk is nearly full',
      AWSAccountId: '123456789012',
      NewStateValue: state,
      NewStateReason: 'Threshold Crossed',
      StateChangeTime: '2026-01-02T03:04:05.678+0000',
      Region: 'EU (Frankfurt)',
      AlarmArn: 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:disk',
      Trigger: { MetricName: 'disk_used_percent', Namespace: 'CWAgent', Dimensions: [{ name: 'InstanceId', value: 'i-0abc' }] },
    }),
    SignatureVersion: '1',
    SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/cert.pem',
  },
});
const azure = (condition: string): Sent => ({
  body: {
    schemaId: 'azureMonitorCommonAlertSchema',
    data: {
      essentials: {
        alertId: '/subscriptions/1/providers/Microsoft.AlertsManagement/alerts/b9569717',
        alertRule: 'CPU of the shop',
        severity: 'Sev0',
        signalType: 'Metric',
        monitorCondition: condition,
        monitoringService: 'Platform',
        alertTargetIDs: ['/subscriptions/1/virtualmachines/db-1'],
        configurationItems: ['db-1'],
        originAlertId: '3f2d',
        firedDateTime: '2026-01-02T03:04:05.678Z',
        description: 'Too busy',
      },
      alertContext: { condition: {} },
    },
  },
});
const azureOlder = (status: string): Sent => ({
  body: {
    schemaId: 'AzureMonitorMetricAlert',
    data: {
      version: '2.0',
      status,
      context: {
        timestamp: '2026-01-02T03:04:05.678Z',
        id: '/subscriptions/1/metricalerts/cpu',
        name: 'CPU of the queue',
        severity: '1',
        resourceName: 'queue-1',
        resourceId: '/subscriptions/1/virtualmachines/queue-1',
        portalLink: 'https://portal.azure.com/#resource/1',
      },
      properties: null,
    },
  },
});
const google = (state: string, version = '1.2'): Sent => ({
  body: {
    incident: {
      incident_id: `0.m1${version === 'test' ? 'test' : ''}`,
      scoping_project_id: 'example',
      url: 'https://console.cloud.google.com/1',
      started_at: 1_767_322_845,
      ended_at: state === 'closed' ? 1_767_322_905 : null,
      state,
      severity: 'Critical',
      resource_name: 'db-1',
      resource: { type: 'gce_instance', labels: { instance_id: '42', zone: 'europe-west3-a' } },
      policy_name: 'CPU',
      condition_name: 'CPU above 90 %',
      summary: 'CPU of db-1 is above 90 %',
    },
    version,
  },
});
const newrelic = (state: string): Sent => ({
  body: {
    id: '1c4c',
    issueUrl: 'https://radar-api.service.newrelic.com/1',
    title: 'High CPU',
    priority: 'CRITICAL',
    impactedEntities: ['db-1'],
    totalIncidents: 1,
    state,
    trigger: 'INCIDENT_ADDED',
    isCorrelated: false,
    createdAt: 1_767_322_845_678,
    alertPolicyNames: ['Databases'],
    alertConditionNames: ['CPU'],
    workflowName: 'Tocsin',
  },
});
const newrelicOlder = (state: string): Sent => ({
  body: {
    account_name: 'Example',
    condition_name: 'Apdex',
    current_state: state,
    details: 'Apdex of shop is below 0.7',
    event_type: 'INCIDENT',
    incident_id: 98,
    incident_url: 'https://alerts.newrelic.com/98',
    policy_name: 'Web',
    severity: 'CRITICAL',
    targets: [{ name: 'shop', type: 'Application' }],
    timestamp: 1_767_322_845_678,
  },
});
const run = (conclusion: string | null, action = 'completed', branch = 'main'): object => ({
  action,
  workflow_run: {
    id: 1,
    name: 'Nightly backup',
    head_branch: branch,
    head_sha: '0123456789abcdef',
    run_number: 42,
    event: 'schedule',
    status: 'completed',
    conclusion,
    workflow_id: 99,
    html_url: 'https://github.com/example/shop/actions/runs/1',
  },
  repository: { full_name: 'example/shop', default_branch: 'main' },
});
const victorops = (type: string): Sent => ({
  at: '/integrations/generic/20131114/alert/KEY/database',
  body: {
    message_type: type,
    entity_id: 'db-1/disk',
    entity_display_name: 'Disk of db-1 is full',
    state_message: '98 % in use',
    monitoring_tool: 'cron',
    hostname: 'db-1',
    runbook: 'https://wiki.example.org/disk',
  },
});
const alerta = (severity: string): Sent => ({
  at: '/api/alert',
  authorization: 'Key',
  body: {
    resource: 'db-1',
    event: severity === 'normal' ? 'NodeUp' : 'NodeDown',
    correlate: ['NodeUp', 'NodeDown'],
    environment: 'Production',
    severity,
    service: ['Database'],
    group: 'OS',
    value: 'down',
    text: 'The node does not answer',
    tags: ['prod'],
    attributes: { region: 'eu' },
    origin: 'probe',
  },
});
const legacy = (state: string, more: object = {}): Sent => ({
  body: {
    dashboardId: 1,
    evalMatches: [{ value: 98, metric: 'cpu', tags: { host: 'db-1' } }],
    message: 'CPU is busy',
    orgId: 1,
    panelId: 2,
    ruleId: 5,
    ruleName: 'CPU of the cluster',
    ruleUrl: 'https://grafana.example.org/d/1',
    state,
    tags: { severity: 'critical' },
    title: `[Alerting] CPU of the cluster`,
    ...more,
  },
});
const v1 = (type: string): Sent => ({
  at: '/any/prefix/generic/2010-04-15/create_event.json',
  body: {
    service_key: 'KEY',
    event_type: type,
    incident_key: 'disk/web-1',
    description: 'Disk full on web-1',
    details: { severity: 'critical', host: 'web-1' },
    contexts: [{ type: 'link', href: 'https://wiki.example.org/disk', text: 'Runbook' }],
  },
});
const netdataV1 = (type: string, n: number, status: string): Sent => ({
  at: '/generic/2010-04-15/create_event.json',
  body: {
    service_key: 'KEY',
    event_type: type,
    incident_key: `${n}`,
    description: `disk space on db-1 is ${status}`,
    details: { alarm_id: '1664900001', host: 'db-1', chart: 'disk_space._var', status, old_status: 'CLEAR', value_w_units: '98%' },
  },
});

export const webhookStories: readonly WebhookStory[] = [
  {
    kind: 'goalert',
    name: 'as JSON',
    status: 200,
    opens: { body: { summary: 'Queue of db-1 is long', details: '98 000 messages', dedup: 'db-1/queue' } },
    title: 'Queue of db-1 is long',
    severity: 'error',
    resolves: { body: { action: 'close', summary: 'Queue of db-1 is long', dedup: 'db-1/queue' } },
  },
  {
    kind: 'generic',
    name: 'a script',
    opens: { body: { summary: 'Backup of db-1 failed', key: 'db-1/backup', severity: 'critical' } },
    title: 'Backup of db-1 failed',
    severity: 'critical',
    acknowledges: { body: { action: 'acknowledge', key: 'db-1/backup' } },
    resolves: { body: { action: 'resolve', key: 'db-1/backup' } },
  },
  {
    kind: 'generic',
    name: 'a query',
    opens: { at: '?summary=Backup%20of%20db-2%20failed&key=db-2&severity=critical' },
    title: 'Backup of db-2 failed',
    severity: 'critical',
    resolves: { at: '?action=resolve&key=db-2' },
  },
  {
    kind: 'uptime-kuma',
    name: 'as JSON',
    opens: { body: kuma(0, 'Request failed with status code 503') },
    title: 'Shop / checkout #1 is down: Request failed with status code 503',
    severity: 'critical',
    ignored: { body: kuma(2, 'pending') },
    resolves: { body: kuma(1, '200 - OK') },
    test: { body: { heartbeat: null, monitor: null, msg: 'Tocsin Testing' } },
  },
  {
    kind: 'uptime-kuma',
    name: 'as a multipart form',
    opens: multipart(kuma(0, 'timeout')),
    title: 'Shop / checkout #1 is down: timeout',
    severity: 'critical',
    resolves: multipart(kuma(1, '200 - OK')),
  },
  {
    kind: 'uptime-kuma',
    name: 'by GET',
    opens: kumaQuery(0, 'connect ECONNREFUSED'),
    title: 'Shop / checkout #1 is down: connect ECONNREFUSED',
    severity: 'critical',
    resolves: kumaQuery(1, '200 - OK'),
    test: { method: 'GET', at: '?msg=Tocsin%20Testing' },
  },
  {
    kind: 'zabbix',
    name: 'by the media type',
    opens: zabbix({}),
    title: 'db-1: Zabbix agent is not available',
    severity: 'critical',
    ignored: zabbix({ event_update_status: '1', event_update_action: 'commented' }),
    acknowledges: zabbix({ event_update_status: '1', event_update_action: 'acknowledged' }),
    resolves: zabbix({ event_value: '0', event_name: 'Zabbix agent is not available' }),
    test: zabbix({ event_id: '{EVENT.ID}', event_value: '{EVENT.VALUE}' }),
  },
  {
    kind: 'nagios',
    name: 'a service, as a form',
    opens: fields(nagios('PROBLEM', 'CRITICAL')),
    title: 'Disk /var on db-1 is CRITICAL: DISK CRITICAL - free space: /var 2 %',
    severity: 'critical',
    ignored: fields(nagios('DOWNTIMESTART', 'CRITICAL')),
    acknowledges: fields(nagios('ACKNOWLEDGEMENT', 'CRITICAL')),
    resolves: fields(nagios('RECOVERY', 'OK')),
  },
  {
    kind: 'nagios',
    name: 'a host of Checkmk, as JSON',
    opens: {
      body: {
        NOTIFY_WHAT: 'HOST',
        NOTIFY_NOTIFICATIONTYPE: 'PROBLEM',
        NOTIFY_HOSTNAME: 'db-2',
        NOTIFY_HOSTSTATE: 'DOWN',
        NOTIFY_HOSTOUTPUT: 'CRITICAL - no ping',
      },
    },
    title: 'db-2 is DOWN: CRITICAL - no ping',
    severity: 'critical',
    resolves: { body: { NOTIFY_WHAT: 'HOST', NOTIFY_NOTIFICATIONTYPE: 'RECOVERY', NOTIFY_HOSTNAME: 'db-2', NOTIFY_HOSTSTATE: 'UP' } },
  },
  {
    kind: 'monit',
    name: 'a failed check',
    status: 200,
    opens: monit(monitEvent(1, 'space usage 98.1% matches resource limit')),
    title: 'var on db-1: space usage 98.1% matches resource limit',
    severity: 'error',
    ignored: monit(''),
    resolves: monit(monitEvent(0, 'space usage check succeeded')),
  },
  {
    kind: 'netdata',
    name: 'by Netdata Cloud',
    opens: netdata('critical'),
    title: 'disk_space_usage on db-1: Space utilization of /var is 98 %',
    severity: 'critical',
    resolves: netdata('clear'),
  },
  {
    kind: 'netdata',
    name: 'by an agent’s custom sender',
    opens: fields({
      host: 'db-3',
      alarm_id: '1',
      name: 'ram',
      chart: 'system.ram',
      status: 'WARNING',
      info: 'memory',
      value_string: '91%',
    }),
    title: 'ram on db-3: memory, 91%',
    severity: 'warning',
    resolves: fields({ host: 'db-3', alarm_id: '1', name: 'ram', chart: 'system.ram', status: 'CLEAR' }),
  },
  {
    kind: 'victorops',
    name: 'at its own address',
    status: 200,
    opens: victorops('CRITICAL'),
    title: 'Disk of db-1 is full',
    severity: 'critical',
    ignored: victorops('INFO'),
    acknowledges: victorops('ACKNOWLEDGEMENT'),
    resolves: victorops('RECOVERY'),
    test: {
      at: '/integrations/generic/20131114/alert/KEY/x',
      body: { message_type: 'CRITICAL', entity_id: 'Uptime Kuma/undefined', state_message: 'Testing' },
    },
  },
  {
    kind: 'oncall',
    name: 'at its own address, as Zabbix sends it',
    status: 200,
    opens: {
      at: '/integrations/v1/zabbix/KEY/',
      body: {
        alert_uid: '4711',
        title: 'Disk of db-1 is full',
        state: 'alerting',
        severity: 'Disaster',
        link_to_upstream_details: 'https://zabbix.example.org/1',
        message: '98 %',
      },
    },
    title: 'Disk of db-1 is full',
    severity: 'critical',
    resolves: { at: '/integrations/v1/zabbix/KEY/', body: { alert_uid: '4711', title: 'Resolved', state: 'ok' } },
  },
  {
    kind: 'goalert',
    name: 'with its token in the query',
    status: 200,
    opens: { at: '/api/v2/generic/incoming?token=KEY', ...fields({ summary: 'Disk of db-1 is full', details: '98 %', dedup: 'db-1' }) },
    title: 'Disk of db-1 is full',
    severity: 'error',
    resolves: { at: '/api/v2/generic/incoming?token=KEY&action=close&dedup=db-1&summary=x' },
  },
  {
    kind: 'mail',
    name: 'as a program posts it',
    status: 202,
    opens: fields({ from: 'monitor@example.org', subject: 'CRITICAL: Disk of db-1', text: '98 %' }),
    title: 'CRITICAL: Disk of db-1',
    severity: 'critical',
    resolves: fields({ from: 'monitor@example.org', subject: 'Resolved in 3m 2s: Disk of db-1', text: '70 %' }),
  },
  {
    kind: 'alerta',
    name: 'at its own address',
    status: 201,
    opens: alerta('major'),
    title: 'NodeDown on db-1: The node does not answer',
    severity: 'error',
    resolves: alerta('normal'),
  },
  {
    kind: 'sentry',
    name: 'an issue alert, ended by its issue',
    opens: {
      body: {
        action: 'triggered',
        installation: { uuid: 'a8e5' },
        data: {
          event: {
            event_id: 'e4',
            issue_id: '117',
            title: 'TypeError: x is undefined',
            level: 'fatal',
            project: 1,
            project_slug: 'shop',
            web_url: 'https://sentry.example.org/1',
            tags: [['browser', 'Chrome']],
          },
          triggered_rule: 'New issues',
        },
        actor: { type: 'application' },
      },
    },
    title: 'shop: TypeError: x is undefined',
    severity: 'critical',
    ignored: { body: { action: 'assigned', installation: {}, data: { issue: { id: '117', title: 'x' } } } },
    resolves: {
      body: {
        action: 'resolved',
        installation: {},
        data: { issue: { id: '117', title: 'TypeError: x is undefined', project: { slug: 'shop' } } },
      },
    },
  },
  {
    kind: 'sentry',
    name: 'a metric alert',
    opens: metricAlert('critical'),
    title: 'shop: critical: Too many errors',
    severity: 'critical',
    resolves: metricAlert('resolved'),
  },
  {
    kind: 'datadog',
    name: 'with the body of the set-up text',
    opens: datadog('Triggered', '[P1] [Triggered on {host:db-1}] CPU is high'),
    title: 'CPU is high',
    severity: 'critical',
    resolves: datadog('Recovered', '[P1] [Recovered on {host:db-1}] CPU is high'),
  },
  {
    kind: 'datadog',
    name: 'with its default body',
    opens: { body: { id: '1', title: '[Triggered on {host:db-2}] CPU is high', body: 'x', event_type: 'metric_alert_monitor', date: '1' } },
    title: 'CPU is high (host:db-2)',
    severity: 'error',
    resolves: {
      body: { id: '2', title: '[Recovered on {host:db-2}] CPU is high', body: 'x', event_type: 'metric_alert_monitor', date: '2' },
    },
    test: { body: { title: '[TEST] [Triggered on {host:x}] CPU is high', body: 'x' } },
  },
  {
    kind: 'sns',
    name: 'an alarm of CloudWatch',
    status: 200,
    opens: cloudwatch('ALARM'),
    title: 'disk (i-0abc)',
    severity: 'error',
    ignored: cloudwatch('INSUFFICIENT_DATA'),
    resolves: cloudwatch('OK'),
    test: {
      type: 'text/plain',
      body: {
        Type: 'SubscriptionConfirmation',
        TopicArn: 'arn:aws:sns:eu-central-1:123456789012:alarms',
        Token: 'x',
        SubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=x',
      },
    },
  },
  {
    kind: 'azure-monitor',
    name: 'in the common schema',
    opens: azure('Fired'),
    title: 'CPU of the shop on db-1',
    severity: 'critical',
    resolves: azure('Resolved'),
  },
  {
    kind: 'azure-monitor',
    name: 'in an older schema',
    opens: azureOlder('Activated'),
    title: 'CPU of the queue on queue-1',
    severity: 'error',
    resolves: azureOlder('Deactivated'),
  },
  {
    kind: 'google-cloud',
    name: 'an incident',
    opens: google('open'),
    title: 'CPU of db-1 is above 90 %',
    severity: 'critical',
    resolves: google('closed'),
    test: google('open', 'test'),
  },
  {
    kind: 'newrelic',
    name: 'an issue',
    opens: newrelic('ACTIVATED'),
    title: 'High CPU (db-1)',
    severity: 'critical',
    acknowledges: newrelic('ACKNOWLEDGED'),
    resolves: newrelic('CLOSED'),
  },
  {
    kind: 'newrelic',
    name: 'an incident of the older channel',
    opens: newrelicOlder('open'),
    title: 'Apdex of shop is below 0.7',
    severity: 'critical',
    resolves: newrelicOlder('closed'),
  },
  {
    kind: 'github-actions',
    name: 'a failed run',
    opens: { body: run('failure') },
    title: 'Nightly backup failed on example/shop, main',
    severity: 'error',
    ignored: { body: run(null, 'in_progress') },
    resolves: fields({ payload: JSON.stringify(run('success')) }),
  },
  {
    kind: 'github-actions',
    name: 'a failed run of another branch',
    opens: { body: run('failure', 'completed', 'fix') },
    title: 'Nightly backup failed on example/shop, fix',
    severity: 'info',
    ignored: { body: { zen: 'Keep it simple.', hook_id: 1 } },
    resolves: { body: run('success', 'completed', 'fix') },
  },
  {
    kind: 'apprise',
    name: 'json://',
    opens: { body: { version: '1.0', title: 'Disk of db-1 is full\r\nmore', message: '98 %', attachments: [], type: 'failure' } },
    title: 'Disk of db-1 is full',
    severity: 'critical',
    resolves: { body: { version: '1.0', title: 'Disk of db-1 is full', message: 'fine', type: 'success' } },
  },
  {
    kind: 'apprise',
    name: 'xml://',
    opens: soap('warning'),
    title: 'Disk of db-1 & db-2 is full',
    severity: 'warning',
    resolves: soap('success'),
  },
  {
    kind: 'apprise',
    name: 'form://',
    opens: fields({ version: '1.0', title: 'Backup of db-1', message: 'failed', type: 'failure' }),
    title: 'Backup of db-1',
    severity: 'critical',
    resolves: fields({ version: '1.0', title: 'Backup of db-1', message: 'done', type: 'success' }),
  },
  {
    kind: 'alertmanager',
    name: 'Grafana’s dashboard alerts',
    opens: legacy('alerting'),
    title: 'CPU of the cluster: CPU is busy',
    severity: 'critical',
    ignored: legacy('pending'),
    resolves: legacy('ok', { evalMatches: [] }),
    test: legacy('alerting', {
      ruleName: 'Test notification',
      title: '[Alerting] Test notification',
      ruleId: 99,
      message: 'Someone is testing the alert notification within Grafana.',
    }),
  },
  {
    kind: 'alertmanager',
    name: 'at Grafana OnCall’s address',
    opens: {
      at: '/integrations/v1/alertmanager/KEY/',
      body: {
        groupKey: '{}:{alertname="OnCall"}',
        status: 'firing',
        groupLabels: { alertname: 'OnCall' },
        alerts: [
          { status: 'firing', labels: { alertname: 'OnCall', severity: 'critical' }, annotations: { summary: 'By the address of OnCall' } },
        ],
      },
    },
    title: 'By the address of OnCall',
    severity: 'critical',
    resolves: {
      at: '/integrations/v1/alertmanager/KEY/',
      body: {
        groupKey: '{}:{alertname="OnCall"}',
        status: 'resolved',
        groupLabels: { alertname: 'OnCall' },
        alerts: [{ status: 'resolved', labels: { alertname: 'OnCall', severity: 'critical' } }],
      },
    },
  },
  {
    kind: 'pagerduty-events',
    name: 'version 1',
    status: 200,
    opens: v1('trigger'),
    title: 'Disk full on web-1',
    severity: 'critical',
    acknowledges: v1('acknowledge'),
    resolves: v1('resolve'),
  },
  {
    kind: 'pagerduty-events',
    name: 'version 1, by Netdata',
    status: 200,
    opens: netdataV1('trigger', 1, 'CRITICAL'),
    title: 'disk space on db-1 is CRITICAL',
    severity: 'critical',
    resolves: netdataV1('resolve', 2, 'CLEAR'),
  },
  {
    kind: 'pagerduty-events',
    name: 'Nagios’ form',
    status: 200,
    opens: {
      at: '/nagios/2010-04-15/create_event',
      ...fields({ ...nagios('PROBLEM', 'CRITICAL'), CONTACTPAGER: 'KEY', pd_nagios_object: 'service' }),
    },
    title: 'Disk /var on db-1 is CRITICAL',
    severity: 'critical',
    ignored: {
      at: '/nagios/2010-04-15/create_event',
      ...fields({ ...nagios('FLAPPINGSTART', 'CRITICAL'), CONTACTPAGER: 'KEY', pd_nagios_object: 'service' }),
    },
    resolves: {
      at: '/nagios/2010-04-15/create_event',
      ...fields({ ...nagios('RECOVERY', 'OK'), CONTACTPAGER: 'KEY', pd_nagios_object: 'service' }),
    },
  },
  {
    kind: 'opsgenie',
    name: 'Netdata’s address',
    status: 200,
    opens: {
      at: '/v1/json/integrations/webhooks/netdata?apiKey=KEY',
      body: {
        host: 'db-9',
        unique_id: '17',
        alarmId: 5,
        eventId: 1,
        chart: 'system.cpu',
        name: 'cpu',
        status: 'CRITICAL',
        old_status: 'CLEAR',
        value: '98',
        units: '%',
        info: 'CPU utilization',
      },
    },
    title: 'cpu on db-9: CPU utilization',
    severity: 'critical',
    resolves: {
      at: '/v1/json/integrations/webhooks/netdata?apiKey=KEY',
      body: {
        host: 'db-9',
        unique_id: '18',
        alarmId: 5,
        eventId: 2,
        chart: 'system.cpu',
        name: 'cpu',
        status: 'CLEAR',
        info: 'CPU utilization',
      },
    },
  },
];

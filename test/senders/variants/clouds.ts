import { ends, fields, opens, tests, type Variant } from './variant.js';

const alarm = (state: string, more: object = {}): object => ({
  AlarmName: 'disk',
  AlarmArn: 'arn:aws:cloudwatch:eu-central-1:123456789012:alarm:disk',
  AWSAccountId: '123456789012',
  NewStateValue: state,
  NewStateReason: 'Threshold Crossed',
  ...more,
});
const notification = (message: unknown): object => ({
  Type: 'Notification',
  MessageId: '22b80b92',
  TopicArn: 'arn:aws:sns:eu-central-1:123456789012:alarms',
  Message: typeof message === 'string' ? message : JSON.stringify(message),
  Timestamp: '2026-01-02T03:04:05.678Z',
});
const plain = 'text/plain; charset=UTF-8';
const sns: readonly Variant[] = [
  { kind: 'sns', name: 'an alarm', type: plain, body: notification(alarm('ALARM')), of: 'disk', says: opens },
  {
    kind: 'sns',
    name: 'a composite alarm',
    type: plain,
    body: notification(alarm('OK', { AlarmRule: 'ALARM(a) OR ALARM(b)' })),
    of: 'disk',
    says: ends,
  },
  { kind: 'sns', name: 'raw delivery of an alarm', type: plain, body: alarm('OK'), of: 'disk', says: ends },
  { kind: 'sns', name: 'raw delivery of a text', type: plain, body: 'The queue is long', says: { ...opens, title: 'The queue is long' } },
  {
    kind: 'sns',
    name: 'an event of EventBridge',
    type: plain,
    body: notification({
      'detail-type': 'CloudWatch Alarm State Change',
      account: '123456789012',
      region: 'eu-central-1',
      resources: ['arn:aws:cloudwatch:eu-central-1:123456789012:alarm:disk'],
      detail: { alarmName: 'disk', state: { value: 'ALARM', reason: 'x' } },
    }),
    of: 'disk',
    says: opens,
  },
  { kind: 'sns', name: 'another text', type: plain, body: notification('Budget exceeded'), says: { ...opens, title: 'Budget exceeded' } },
  {
    kind: 'sns',
    name: 'a finding by EventBridge',
    type: plain,
    body: notification({ 'detail-type': 'GuardDuty Finding', detail: { id: 'f1', title: 'Port probe', severity: 8 } }),
    says: { ...opens, title: 'GuardDuty Finding: Port probe' },
  },
  {
    kind: 'sns',
    name: 'RDS',
    type: plain,
    body: {
      ...notification({ 'Event Source': 'db-instance', 'Source ID': 'db-1', 'Event Message': 'DB instance shutdown' }),
      Subject: 'RDS Notification Message',
    },
    says: { ...opens, title: 'db-1: DB instance shutdown' },
  },
  { kind: 'sns', name: 'the set-up of S3', type: plain, body: notification({ Service: 'Amazon S3', Event: 's3:TestEvent' }), says: tests },
  {
    kind: 'sns',
    name: 'the set-up of Auto Scaling',
    type: plain,
    body: notification({ Event: 'autoscaling:TEST_NOTIFICATION', AutoScalingGroupName: 'web' }),
    says: tests,
  },
  { kind: 'sns', name: 'no data', type: plain, body: notification(alarm('INSUFFICIENT_DATA')), says: { kind: 'nothing' } },
  {
    kind: 'sns',
    name: 'the end of a subscription',
    type: plain,
    body: { Type: 'UnsubscribeConfirmation', TopicArn: 'arn:aws:sns:x:1:a' },
    says: { kind: 'nothing' },
  },
];

const azureEssentials = (monitorCondition: string, more: object = {}): object => ({
  schemaId: 'azureMonitorCommonAlertSchema',
  data: {
    essentials: {
      alertId: '/subscriptions/2/providers/Microsoft.AlertsManagement/alerts/b9569717',
      alertRule: 'CPU',
      severity: 'Sev3',
      monitorCondition,
      alertTargetIDs: ['/subscriptions/2/virtualmachines/db-1'],
      ...more,
    },
    alertContext: {},
  },
});
const activity = (eventSource: string, more: object, properties: object): object => ({
  schemaId: 'Microsoft.Insights/activityLogs',
  data: { status: 'Activated', context: { activityLog: { eventSource, level: 'Warning', ...more, properties } } },
});
const outage = (stage: string): object => ({ title: 'Virtual Machines in Australia', stage, trackingId: '0NIH-U2O' });
const machine = { resourceId: '/subscriptions/2/virtualmachines/db-1' };
const azureHealth: readonly Variant[] = [
  ...['Active', 'Updated'].map((stage): Variant => ({
    kind: 'azure-monitor',
    name: `service health, ${stage}`,
    body: activity('ServiceHealth', { operationName: 'Microsoft.ServiceHealth/incident/action' }, outage(stage)),
    of: 'outage',
    says: { ...opens, title: 'Virtual Machines in Australia' },
  })),
  ...['Resolved', 'RCA'].map((stage): Variant => ({
    kind: 'azure-monitor',
    name: `service health, ${stage}`,
    body: activity('ServiceHealth', { operationName: 'Microsoft.ServiceHealth/incident/action' }, outage(stage)),
    of: 'outage',
    says: ends,
  })),
  {
    kind: 'azure-monitor',
    name: 'service health that is over, in the common schema',
    body: {
      schemaId: 'azureMonitorCommonAlertSchema',
      data: {
        essentials: { alertId: '/subscriptions/2/alerts/other', alertRule: 'Health', monitorCondition: 'Fired', severity: 'Sev4' },
        alertContext: { eventSource: 'ServiceHealth', status: 'Resolved', properties: outage('Resolved') },
      },
    },
    of: 'outage',
    says: ends,
  },
  {
    kind: 'azure-monitor',
    name: 'a machine that is unavailable',
    body: activity(
      'ResourceHealth',
      { ...machine, operationName: 'Microsoft.Resourcehealth/healthevent/Activated/action', status: 'Active' },
      { title: 'This virtual machine stopped', currentHealthStatus: 'Unavailable', previousHealthStatus: 'Available' },
    ),
    of: 'machine',
    says: { ...opens, title: 'This virtual machine stopped on db-1' },
  },
  {
    kind: 'azure-monitor',
    name: 'a machine that is available again',
    body: activity(
      'ResourceHealth',
      { ...machine, operationName: 'Microsoft.Resourcehealth/healthevent/Updated/action', status: 'Updated' },
      { title: 'Available', currentHealthStatus: 'Available', previousHealthStatus: 'Unavailable' },
    ),
    of: 'machine',
    says: ends,
  },
];
const azure: readonly Variant[] = [
  ...azureHealth,
  {
    kind: 'azure-monitor',
    name: 'fired',
    body: azureEssentials('Fired'),
    of: 'cpu',
    says: { ...opens, title: 'CPU on db-1', severity: 'info' },
  },
  {
    kind: 'azure-monitor',
    name: 'resolved',
    type: 'application/json; charset=utf-8',
    body: azureEssentials('Resolved'),
    of: 'cpu',
    says: ends,
  },
  {
    kind: 'azure-monitor',
    name: 'the test of an action group',
    body: azureEssentials('Fired', {
      alertId:
        '/subscriptions/11111111-1111-1111-1111-111111111111/providers/Microsoft.AlertsManagement/alerts/12345678-1234-1234-1234-1234567890ab',
      alertRule: 'test-metricAlertRule',
    }),
    says: tests,
  },
  {
    kind: 'azure-monitor',
    name: 'a budget',
    body: {
      schemaId: 'AIP Budget Notification',
      data: {
        SubscriptionName: 'Shop',
        SubscriptionId: '2',
        SpendingAmount: '100',
        BudgetStartDate: '6/1/2026',
        Budget: '50',
        Unit: 'USD',
        BudgetName: 'Shop',
      },
    },
    says: { ...opens, title: 'Shop: 100 of 50 USD spent', severity: 'warning' },
  },
  {
    kind: 'azure-monitor',
    name: 'a log search in its older schema',
    body: {
      schemaId: 'Microsoft.Insights/LogAlert',
      data: {
        SubscriptionId: '2',
        AlertRuleName: 'Errors',
        SearchQuery: 'x',
        ResultCount: 2,
        Severity: 'Warning',
        LinkToSearchResults: 'https://portal.azure.com/1',
      },
    },
    says: { ...opens, title: 'Errors', severity: 'warning', links: ['https://portal.azure.com/1'] },
  },
  {
    kind: 'azure-monitor',
    name: 'the activity log',
    body: {
      schemaId: 'Microsoft.Insights/activityLogs',
      data: {
        status: 'Activated',
        context: { activityLog: { operationName: 'Delete', resourceId: '/subscriptions/2/virtualmachines/db-1', level: 'Error' } },
      },
    },
    says: { ...opens, title: 'Delete on db-1' },
  },
];

const incident = (state: string, more: object = {}): object => ({
  incident: { incident_id: '0.abc', state, policy_name: 'CPU', summary: 'CPU of db-1 is high', severity: 'Warning', ...more },
  version: '1.2',
});
const google: readonly Variant[] = [
  { kind: 'google-cloud', name: 'open', body: incident('open'), of: 'cpu', says: { ...opens, severity: 'warning' } },
  { kind: 'google-cloud', name: 'closed', body: incident('CLOSED'), of: 'cpu', says: ends },
  {
    kind: 'google-cloud',
    name: 'version 1.1 with other fields',
    body: { ...incident('open', { severity: undefined }), version: '1.1' },
    of: 'cpu',
    says: { ...opens, severity: 'error' },
  },
  {
    kind: 'google-cloud',
    name: 'by Pub/Sub',
    body: {
      message: { data: Buffer.from(JSON.stringify(incident('closed'))).toString('base64'), messageId: '1', attributes: { version: '1.2' } },
      subscription: 'projects/x/subscriptions/y',
    },
    of: 'cpu',
    says: ends,
  },
  {
    kind: 'google-cloud',
    name: 'the test button',
    body: {
      version: 'test',
      incident: {
        incident_id: '12345',
        state: 'OPEN',
        summary: 'Test Incident',
        documentation: 'Test documentation',
        started_at: 0,
        ended_at: 0,
      },
    },
    says: { ...tests, details: 'Test documentation' },
  },
];

const newrelic: readonly Variant[] = [
  {
    kind: 'newrelic',
    name: 'created',
    body: { id: '1c4c', title: 'CPU', priority: 'HIGH', state: 'CREATED' },
    of: 'cpu',
    says: { ...opens, severity: 'error' },
  },
  {
    kind: 'newrelic',
    name: 'activated',
    body: { id: '1c4c', title: ['CPU'], priority: 'CRITICAL', state: 'ACTIVATED' },
    of: 'cpu',
    says: { ...opens, severity: 'critical' },
  },
  { kind: 'newrelic', name: 'deactivated', body: { id: '1c4c', title: 'CPU', state: 'DEACTIVATED' }, of: 'cpu', says: ends },
  { kind: 'newrelic', name: 'closed', body: { id: '1c4c', title: 'CPU', state: 'CLOSED' }, of: 'cpu', says: ends },
  {
    kind: 'newrelic',
    name: 'the older channel’s test',
    body: {
      incident_id: 0,
      event_type: 'INCIDENT',
      current_state: 'test',
      condition_name: 'New Relic Alert - Test Condition',
      details: 'New Relic Alert - Channel Test',
    },
    says: tests,
  },
  {
    kind: 'newrelic',
    name: 'the older channel as a form',
    ...fields({ incident_id: '98', current_state: 'open', details: 'Apdex is low', severity: 'WARNING' }),
    says: { ...opens, title: 'Apdex is low', severity: 'warning' },
  },
];

const datadog: readonly Variant[] = [
  ...['Triggered', 'Re-Triggered', 'No Data', 'Re-No Data', 'Warn', 'Re-Warn', 'Renotify'].map((transition): Variant => ({
    kind: 'datadog',
    name: transition,
    body: { ALERT_TRANSITION: transition, ALERT_CYCLE_KEY: '58', EVENT_TITLE: 'CPU' },
    of: 'cpu',
    says: opens,
  })),
  { kind: 'datadog', name: 'recovered', body: { transition: 'Recovered', cycle_key: '58', title: 'CPU' }, of: 'cpu', says: ends },
  {
    kind: 'datadog',
    name: 'recovered, as a form',
    ...fields({ alert_transition: 'Recovered', alert_cycle_key: '58', event_title: 'CPU' }),
    of: 'cpu',
    says: ends,
  },
  {
    kind: 'datadog',
    name: 'only its type says that it is over',
    body: { alert_type: 'success', alert_id: '12', title: 'CPU' },
    of: 'monitor',
    says: ends,
  },
  {
    kind: 'datadog',
    name: 'only its type says that it is wrong',
    body: { alert_type: 'warning', alert_id: '12', title: 'CPU' },
    of: 'monitor',
    says: { ...opens, severity: 'warning' },
  },
  {
    kind: 'datadog',
    name: 'a sentence as its state, recovered by its title',
    body: { state: 'avg(cpu) was < 90 over the last 5 minutes', alert_id: '12', title: '[Recovered on {host:db-1}] CPU' },
    of: 'state',
    says: ends,
  },
  {
    kind: 'datadog',
    name: 'OK as its state, triggered by its title',
    body: { state: 'OK', alert_id: '12', title: '[Re-Triggered on {host:db-1}] CPU' },
    of: 'state',
    says: { ...opens, title: 'CPU (host:db-1)' },
  },
  {
    kind: 'datadog',
    name: 'OK as its state beside brackets of a person',
    body: { state: 'OK', alert_id: '13', title: '[prod] CPU' },
    says: ends,
  },
  {
    kind: 'datadog',
    name: 'brackets of a person',
    body: { alert_id: '13', title: '[prod] CPU' },
    says: { ...opens, title: '[prod] CPU' },
  },
];

const sentry: readonly Variant[] = [
  {
    kind: 'sentry',
    name: 'a sample event',
    body: {
      action: 'triggered',
      data: { event: { issue_id: '1', title: 'This is an example Python exception', level: 'error', tags: [['sample_event', 'yes']] } },
    },
    says: tests,
  },
  {
    kind: 'sentry',
    name: 'the older plugin',
    body: {
      id: '117',
      project: 'shop',
      project_name: 'Shop',
      level: 'error',
      culprit: 'checkout',
      message: 'x',
      url: 'https://sentry.example.org/117',
      triggering_rules: ['Any'],
      event: { event_id: 'abc', title: 'TypeError', tags: [['level', 'error']] },
    },
    of: 'issue',
    says: { ...opens, title: 'shop: TypeError', severity: 'error' },
  },
  {
    kind: 'sentry',
    name: 'an issue that is archived',
    body: { action: 'archived', data: { issue: { id: '117', title: 'TypeError' } } },
    of: 'issue',
    says: ends,
  },
  {
    kind: 'sentry',
    name: 'an issue that is created',
    body: { action: 'created', data: { issue: { id: '117', title: 'TypeError' } } },
    says: { kind: 'nothing' },
  },
  { kind: 'sentry', name: 'a comment', body: { action: 'created', data: { comment: 'x' }, installation: {} }, says: { kind: 'nothing' } },
  {
    kind: 'sentry',
    name: 'its installation',
    body: { action: 'created', installation: { uuid: 'x' }, data: { installation: {} } },
    says: { kind: 'nothing' },
  },
  {
    kind: 'sentry',
    name: 'a metric alert that warns',
    body: { action: 'warning', data: { metric_alert: { identifier: 17, title: 'Errors' } } },
    of: 'metric',
    says: { ...opens, severity: 'warning' },
  },
  {
    kind: 'sentry',
    name: 'a metric alert that is over',
    body: { action: 'resolved', data: { metric_alert: { identifier: '17', title: 'Errors' } } },
    of: 'metric',
    says: ends,
  },
];

const run = (conclusion: string | null, action = 'completed'): object => ({
  action,
  workflow_run: { id: 1, name: 'Backup', head_branch: 'main', conclusion, workflow_id: 99 },
  repository: { full_name: 'example/shop', default_branch: 'main' },
});
const github: readonly Variant[] = [
  ...['failure', 'timed_out', 'startup_failure'].map((conclusion): Variant => ({
    kind: 'github-actions',
    name: conclusion,
    body: run(conclusion),
    of: 'backup',
    says: { ...opens, severity: 'error' },
  })),
  { kind: 'github-actions', name: 'success, as a form', ...fields({ payload: JSON.stringify(run('success')) }), of: 'backup', says: ends },
  ...['cancelled', 'skipped', 'neutral', 'action_required'].map((conclusion): Variant => ({
    kind: 'github-actions',
    name: conclusion,
    body: run(conclusion),
    says: { kind: 'nothing' },
  })),
  { kind: 'github-actions', name: 'a ping', body: { zen: 'Keep it simple.', hook_id: 1, hook: {} }, says: { kind: 'nothing' } },
  { kind: 'github-actions', name: 'requested', body: run(null, 'requested'), says: { kind: 'nothing' } },
];

export const cloudVariants: readonly Variant[] = [...sns, ...azure, ...google, ...newrelic, ...datadog, ...sentry, ...github];

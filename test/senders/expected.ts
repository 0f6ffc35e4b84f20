import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';

/** State, fingerprint, the sender’s severity, start, name, summary, and the kinds of its links. */
export type ExpectedAlert = readonly [
  state: SignalAlert['state'],
  fingerprint: string,
  severityWord: string,
  startsAt: string | null,
  name: string,
  summary: string,
  links: string,
];

export type ExpectedResult = ExpectedSignal | { readonly refused: string };
export interface ExpectedSignal extends Pick<Signal, 'action' | 'key' | 'shape' | 'complete' | 'splitByName' | 'test'> {
  readonly alerts: readonly ExpectedAlert[];
}

const groupSignal = (
  action: Signal['action'],
  key: string,
  alerts: ExpectedAlert[],
  other: Partial<ExpectedSignal> = {},
): ExpectedSignal => ({
  action,
  key,
  alerts,
  shape: 'group',
  complete: true,
  splitByName: false,
  test: false,
  ...other,
});

const alertsSignal = (
  action: Signal['action'],
  key: string,
  alerts: ExpectedAlert[],
  other: Partial<ExpectedSignal> = {},
): ExpectedSignal => ({
  action,
  key,
  alerts,
  shape: 'each',
  complete: false,
  splitByName: false,
  test: false,
  ...other,
});

const refusedField = (field: string): ExpectedResult => ({ refused: field });

const longSummary = `Very long summary: ${'é'.repeat(1_004)}…`;

/**
 * The expected content of every capture, from the senders’ documentation. `new-key` stands for the generated key of a trigger
 * without one.
 */
export const expectedResults: Readonly<Record<string, ExpectedResult>> = {
  'alertmanager-webhook/01-am0.25-group-of-3-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['firing', '68915f829cc8e6c5', 'warning', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-2', 'runbook source'],
      ['firing', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/02-am0.25-group-one-resolved-two-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['resolved', '68915f829cc8e6c5', 'warning', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-2', 'runbook source'],
      ['firing', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/03-am0.25-group-new-alert-joined.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['firing', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
      ['firing', 'f7de099372598c8f', 'warning', '2026-11-20T23:11:53.656Z', 'DiskFull', 'Disk almost full on web-4', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/04-am0.25-group-all-resolved.json': groupSignal(
    'resolve',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['resolved', '91e41f41691cc9b7', 'critical', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['resolved', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:11:45.126Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
      ['resolved', 'f7de099372598c8f', 'warning', '2026-11-20T23:11:53.656Z', 'DiskFull', 'Disk almost full on web-4', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/05-am0.25-refire-after-resolve.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:12:04.694Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/06-am0.25-refire-resolved.json': groupSignal(
    'resolve',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [['resolved', '91e41f41691cc9b7', 'critical', '2026-11-20T23:12:04.694Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/07-am0.25-minimal-alert.json': groupSignal('trigger', '{}/{to="webhook"}:{alertname="Bare", cluster="bare"}', [
    ['firing', '0b3763026923db24', '', '2026-11-20T23:11:45.146Z', 'Bare', 'Bare', ''],
  ]),
  'alertmanager-webhook/08-am0.25-unicode-and-escapes.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="Übertemperatur", cluster="québec-1"}',
    [
      [
        'firing',
        'a0a28b10d6dbd0f0',
        'critical',
        '2026-11-20T23:11:45.147Z',
        'Übertemperatur',
        'Temp. > 80 °C 🔥 <b>"quoted"</b> & more second line',
        'runbook source',
      ],
    ],
  ),
  'alertmanager-webhook/09-am0.25-route-with-empty-group_by.json': groupSignal(
    'trigger',
    '{}/{to="webhook-nogroup"}:{alertname="HighCPU", scenario="group-by-nothing"}',
    [['firing', '36797fc52110b4e0', 'critical', '2026-11-20T23:11:45.142Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/10-am0.25-group-by-all.json': groupSignal(
    'trigger',
    '{}/{to="webhook-all"}:{alertname="HighCPU", cluster="eu-1", env="prod", instance="web-1.example.org:9100", job="node", scenario="group-by-all", severity="critical", to="webhook-all"}',
    [['firing', '858fb8c45c8130e5', 'critical', '2026-11-20T23:11:45.140Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/11-am0.25-max_alerts-2-of-5-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook-max2"}:{alertname="PodCrash", scenario="truncate"}',
    [
      ['firing', '02c247adf25515f0', 'critical', '2026-11-20T23:11:45.132Z', 'PodCrash', 'Pod a crash-looping', 'runbook source'],
      ['firing', '9c1974f0421bae65', 'critical', '2026-11-20T23:11:45.132Z', 'PodCrash', 'Pod b crash-looping', 'runbook source'],
    ],
    { complete: false },
  ),
  'alertmanager-webhook/12-am0.25-max_alerts-resolved.json': groupSignal(
    'resolve',
    '{}/{to="webhook-max2"}:{alertname="PodCrash", scenario="truncate"}',
    [
      ['resolved', '02c247adf25515f0', 'critical', '2026-11-20T23:11:45.132Z', 'PodCrash', 'Pod a crash-looping', 'runbook source'],
      ['resolved', '9c1974f0421bae65', 'critical', '2026-11-20T23:11:45.132Z', 'PodCrash', 'Pod b crash-looping', 'runbook source'],
    ],
    { complete: false },
  ),
  'alertmanager-webhook/13-am0.25-bearer-auth-and-query.json': groupSignal(
    'trigger',
    '{}/{to="webhook-bearer"}:{alertname="HighCPU", scenario="basic"}',
    [['firing', 'fe67141291a848c2', 'critical', '2026-11-20T23:11:45.111Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/14-am0.25-basic-auth-in-url.json': groupSignal(
    'trigger',
    '{}/{to="webhook-basic"}:{alertname="HighCPU", scenario="basic"}',
    [['firing', '6d149d757b66f9db', 'critical', '2026-11-20T23:11:45.112Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/15-am0.25-send_resolved-false-with-repeat.json': groupSignal(
    'trigger',
    '{}/{to="webhook-noresolve"}:{alertname="HighCPU", scenario="no-resolve"}',
    [['firing', '80314e305b27e31c', 'critical', '2026-11-20T23:11:45.143Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/16-am0.25-repeat_interval.json': groupSignal(
    'trigger',
    '{}/{to="webhook-repeat"}:{alertname="HighCPU", scenario="repeat"}',
    [['firing', 'a4fcb5eb8fc55635', 'critical', '2026-11-20T23:14:14.408Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/17-am0.25-resolved-alert-never-seen-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook-basic"}:{alertname="HighCPU", scenario="never-seen"}',
    [
      ['firing', '2e0204151d42de05', 'critical', '2026-11-20T23:41:11.345Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source'],
      ['resolved', '4fa8bfacc58b2480', 'critical', '2026-11-20T23:41:11.345Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/18-am0.25-500-alerts-size-only.json': groupSignal(
    'trigger',
    '{}/{to="webhook-bearer"}:{alertname="HighCPU", scenario="big"}',
    [['firing', '8fc394cd0cb7b61d', 'critical', '2026-11-20T23:41:11.345Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/19-am0.33-group-of-3-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['firing', '68915f829cc8e6c5', 'warning', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-2', 'runbook source'],
      ['firing', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/20-am0.33-group-one-resolved-two-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['resolved', '68915f829cc8e6c5', 'warning', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-2', 'runbook source'],
      ['firing', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/21-am0.33-group-new-alert-joined.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['firing', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
      ['firing', 'f7de099372598c8f', 'warning', '2026-11-20T23:12:57.069Z', 'DiskFull', 'Disk almost full on web-4', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/22-am0.33-group-all-resolved.json': groupSignal(
    'resolve',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['resolved', '91e41f41691cc9b7', 'critical', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['resolved', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:12:48.534Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
      ['resolved', 'f7de099372598c8f', 'warning', '2026-11-20T23:12:57.069Z', 'DiskFull', 'Disk almost full on web-4', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/23-am0.33-refire-after-resolve.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:13:08.088Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/24-am0.33-refire-resolved.json': groupSignal(
    'resolve',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [['resolved', '91e41f41691cc9b7', 'critical', '2026-11-20T23:13:08.088Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/25-am0.33-minimal-alert.json': groupSignal('trigger', '{}/{to="webhook"}:{alertname="Bare", cluster="bare"}', [
    ['firing', '0b3763026923db24', '', '2026-11-20T23:12:48.562Z', 'Bare', 'Bare', ''],
  ]),
  'alertmanager-webhook/26-am0.33-unicode-and-escapes.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="Übertemperatur", cluster="québec-1"}',
    [
      [
        'firing',
        'a0a28b10d6dbd0f0',
        'critical',
        '2026-11-20T23:12:48.562Z',
        'Übertemperatur',
        'Temp. > 80 °C 🔥 <b>"quoted"</b> & more second line',
        'runbook source',
      ],
    ],
  ),
  'alertmanager-webhook/27-am0.33-route-with-empty-group_by.json': groupSignal(
    'trigger',
    '{}/{to="webhook-nogroup"}:{}',
    [['firing', '36797fc52110b4e0', 'critical', '2026-11-20T23:12:48.550Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
    { splitByName: true },
  ),
  'alertmanager-webhook/28-am0.33-group-by-all.json': groupSignal(
    'trigger',
    '{}/{to="webhook-all"}:{alertname="HighCPU", cluster="eu-1", env="prod", instance="web-1.example.org:9100", job="node", scenario="group-by-all", severity="critical", to="webhook-all"}',
    [['firing', '858fb8c45c8130e5', 'critical', '2026-11-20T23:12:48.545Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/29-am0.33-max_alerts-2-of-5-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook-max2"}:{alertname="PodCrash", scenario="truncate"}',
    [
      ['firing', '02c247adf25515f0', 'critical', '2026-11-20T23:12:48.541Z', 'PodCrash', 'Pod a crash-looping', 'runbook source'],
      ['firing', '9c1974f0421bae65', 'critical', '2026-11-20T23:12:48.541Z', 'PodCrash', 'Pod b crash-looping', 'runbook source'],
    ],
    { complete: false },
  ),
  'alertmanager-webhook/30-am0.33-max_alerts-resolved.json': groupSignal(
    'resolve',
    '{}/{to="webhook-max2"}:{alertname="PodCrash", scenario="truncate"}',
    [
      ['resolved', '02c247adf25515f0', 'critical', '2026-11-20T23:12:48.541Z', 'PodCrash', 'Pod a crash-looping', 'runbook source'],
      ['resolved', '9c1974f0421bae65', 'critical', '2026-11-20T23:12:48.541Z', 'PodCrash', 'Pod b crash-looping', 'runbook source'],
    ],
    { complete: false },
  ),
  'alertmanager-webhook/31-am0.33-bearer-auth-and-query.json': groupSignal(
    'trigger',
    '{}/{to="webhook-bearer"}:{alertname="HighCPU", scenario="basic"}',
    [['firing', 'fe67141291a848c2', 'critical', '2026-11-20T23:12:48.520Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/32-am0.33-basic-auth-in-url.json': groupSignal(
    'trigger',
    '{}/{to="webhook-basic"}:{alertname="HighCPU", scenario="basic"}',
    [['firing', '6d149d757b66f9db', 'critical', '2026-11-20T23:12:48.520Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/33-am0.33-send_resolved-false-with-repeat.json': groupSignal(
    'trigger',
    '{}/{to="webhook-noresolve"}:{alertname="HighCPU", scenario="no-resolve"}',
    [['firing', '80314e305b27e31c', 'critical', '2026-11-20T23:12:48.552Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/34-am0.33-repeat_interval.json': groupSignal(
    'trigger',
    '{}/{to="webhook-repeat"}:{alertname="HighCPU", scenario="repeat"}',
    [['firing', 'a4fcb5eb8fc55635', 'critical', '2026-11-20T23:15:01.700Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/35-am0.33-repeat-notification.json': groupSignal(
    'trigger',
    '{}/{to="webhook-repeat"}:{alertname="HighCPU", scenario="repeat"}',
    [['firing', 'a4fcb5eb8fc55635', 'critical', '2026-11-20T23:15:01.700Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/36-am0.33-resolved-alert-never-seen-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook-basic"}:{alertname="HighCPU", scenario="never-seen"}',
    [
      ['firing', '2e0204151d42de05', 'critical', '2026-11-20T23:41:27.584Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source'],
      ['resolved', '4fa8bfacc58b2480', 'critical', '2026-11-20T23:41:27.584Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/37-am0.33-500-alerts-size-only.json': groupSignal(
    'trigger',
    '{}/{to="webhook-bearer"}:{alertname="HighCPU", scenario="big"}',
    [['firing', '8fc394cd0cb7b61d', 'critical', '2026-11-20T23:41:27.584Z', 'HighCPU', 'CPU above 90% on web-1', 'runbook source']],
  ),
  'alertmanager-webhook/38-am0.33-custom-payload.json': refusedField('alerts'),
  'alertmanager-webhook/39-am0.28-group-of-3-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', '91e41f41691cc9b7', 'critical', '2026-11-20T23:12:16.837Z', 'DiskFull', 'Disk almost full on web-1', 'runbook source'],
      ['firing', '68915f829cc8e6c5', 'warning', '2026-11-20T23:12:16.837Z', 'DiskFull', 'Disk almost full on web-2', 'runbook source'],
      ['firing', 'ef1bb0c27f93c27e', 'warning', '2026-11-20T23:12:16.837Z', 'DiskFull', 'Disk almost full on web-3', 'runbook source'],
    ],
  ),

  'prometheus-rule-webhook/01-am0.25-two-series-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="TemperatureHigh", cluster="eu-1"}',
    [
      [
        'firing',
        '1e37ea784a9d33fb',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r1) is 91.5 °C',
        'runbook source',
      ],
      [
        'firing',
        'b72490e8957490a2',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r2) is 84 °C',
        'runbook source',
      ],
    ],
  ),
  'prometheus-rule-webhook/02-am0.25-one-series-resolved.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="TemperatureHigh", cluster="eu-1"}',
    [
      [
        'firing',
        '1e37ea784a9d33fb',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r1) is 91.5 °C',
        'runbook source',
      ],
      [
        'resolved',
        'b72490e8957490a2',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r2) is 84 °C',
        'runbook source',
      ],
    ],
  ),
  'prometheus-rule-webhook/03-am0.25-all-resolved-repeats-earlier-resolved.json': groupSignal(
    'resolve',
    '{}/{to="webhook"}:{alertname="TemperatureHigh", cluster="eu-1"}',
    [
      [
        'resolved',
        '1e37ea784a9d33fb',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r1) is 91.5 °C',
        'runbook source',
      ],
      [
        'resolved',
        'b72490e8957490a2',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r2) is 84 °C',
        'runbook source',
      ],
    ],
  ),
  'prometheus-rule-webhook/04-am0.25-watchdog.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="Watchdog", cluster="watchdog"}',
    [
      [
        'firing',
        'a9aa0bb2a1552ed9',
        'none',
        '2026-11-20T23:16:23.205Z',
        'Watchdog',
        'Always firing; its absence means the alerting pipeline is broken',
        'source',
      ],
    ],
  ),
  'prometheus-rule-webhook/05-am0.25-target-down.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="TargetDown", cluster="eu-1"}',
    [['firing', 'cee54be21e540505', 'warning', '2026-11-20T23:16:30.205Z', 'TargetDown', 'dead/db-1.example.org:9187 is down', 'source']],
  ),
  'prometheus-rule-webhook/06-am0.33-two-series-firing.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="TemperatureHigh", cluster="eu-1"}',
    [
      [
        'firing',
        '1e37ea784a9d33fb',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r1) is 91.5 °C',
        'runbook source',
      ],
      [
        'firing',
        'b72490e8957490a2',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r2) is 84 °C',
        'runbook source',
      ],
    ],
  ),
  'prometheus-rule-webhook/07-am0.33-one-series-resolved.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="TemperatureHigh", cluster="eu-1"}',
    [
      [
        'firing',
        '1e37ea784a9d33fb',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r1) is 91.5 °C',
        'runbook source',
      ],
      [
        'resolved',
        'b72490e8957490a2',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r2) is 84 °C',
        'runbook source',
      ],
    ],
  ),
  'prometheus-rule-webhook/08-am0.33-all-resolved-repeats-earlier-resolved.json': groupSignal(
    'resolve',
    '{}/{to="webhook"}:{alertname="TemperatureHigh", cluster="eu-1"}',
    [
      [
        'resolved',
        '1e37ea784a9d33fb',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r1) is 91.5 °C',
        'runbook source',
      ],
      [
        'resolved',
        'b72490e8957490a2',
        'critical',
        '2026-11-20T23:16:30.205Z',
        'TemperatureHigh',
        'Temperature on sensor-1.example.org:9100 (r2) is 84 °C',
        'runbook source',
      ],
    ],
  ),
  'prometheus-rule-webhook/09-am0.33-watchdog.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="Watchdog", cluster="watchdog"}',
    [
      [
        'firing',
        'a9aa0bb2a1552ed9',
        'none',
        '2026-11-20T23:16:23.205Z',
        'Watchdog',
        'Always firing; its absence means the alerting pipeline is broken',
        'source',
      ],
    ],
  ),
  'prometheus-rule-webhook/10-am0.33-target-down.json': groupSignal(
    'trigger',
    '{}/{to="webhook"}:{alertname="TargetDown", cluster="eu-1"}',
    [['firing', 'cee54be21e540505', 'warning', '2026-11-20T23:16:30.205Z', 'TargetDown', 'dead/db-1.example.org:9187 is down', 'source']],
  ),
  'prometheus-rule-webhook/11-two-alertmanagers-same-dedup-key.json': alertsSignal(
    'trigger',
    'ed86c14bbe375c5c3539d5df9cb33fae6b894b899f457abddb8fca7408989ce5',
    [
      [
        'firing',
        'ed86c14bbe375c5c3539d5df9cb33fae6b894b899f457abddb8fca7408989ce5',
        'error',
        null,
        '[FIRING:2] TemperatureHighPD (eu-1 sensor-1.example.org:9100 demo monitoring/main critical platform pagerduty-default)',
        '[FIRING:2] TemperatureHighPD (eu-1 sensor-1.example.org:9100 demo monitoring/main critical platform pagerduty-default)',
        'source',
      ],
    ],
  ),

  'alertmanager-pagerduty/01-am0.25-default-trigger.json': alertsSignal(
    'trigger',
    'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
    [
      [
        'firing',
        'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
        'error',
        null,
        '[FIRING:1] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        '[FIRING:1] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/02-am0.25-default-resolve.json': alertsSignal(
    'resolve',
    'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
    [
      [
        'resolved',
        'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
        'error',
        null,
        '[RESOLVED] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        '[RESOLVED] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/03-am0.25-default-trigger-again-after-resolve.json': alertsSignal(
    'trigger',
    'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
    [
      [
        'firing',
        'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
        'error',
        null,
        '[FIRING:1] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        '[FIRING:1] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/04-am0.25-default-resolve-again.json': alertsSignal(
    'resolve',
    'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
    [
      [
        'resolved',
        'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
        'error',
        null,
        '[RESOLVED] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        '[RESOLVED] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/05-am0.25-full-trigger.json': alertsSignal(
    'trigger',
    '70662743bd26aa4bbaaf70bd3a4082570a7c31bcbb000ae66d6213172a39dabb',
    [
      [
        'firing',
        '70662743bd26aa4bbaaf70bd3a4082570a7c31bcbb000ae66d6213172a39dabb',
        'critical',
        null,
        'HighCPU',
        'CPU above 90% on web-1',
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-pagerduty/06-am0.25-full-resolve.json': alertsSignal(
    'resolve',
    '70662743bd26aa4bbaaf70bd3a4082570a7c31bcbb000ae66d6213172a39dabb',
    [
      [
        'resolved',
        '70662743bd26aa4bbaaf70bd3a4082570a7c31bcbb000ae66d6213172a39dabb',
        'critical',
        null,
        'HighCPU',
        'CPU above 90% on web-1',
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-pagerduty/07-am0.25-summary-truncated-1024.json': alertsSignal(
    'trigger',
    'f0fd81d02dfeca94c470a21d62ca0bd11b37c759a08b67f421a9527e19b98cbf',
    [
      [
        'firing',
        'f0fd81d02dfeca94c470a21d62ca0bd11b37c759a08b67f421a9527e19b98cbf',
        'critical',
        null,
        'HighCPU',
        longSummary,
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-pagerduty/08-am0.25-details-removed-over-512KB.json': alertsSignal(
    'trigger',
    '8038ff29c485985b8ce5892068146d1a04f1cddfe98dec5d089f4db2d47b0759',
    [
      [
        'firing',
        '8038ff29c485985b8ce5892068146d1a04f1cddfe98dec5d089f4db2d47b0759',
        'critical',
        null,
        'HighCPU',
        'CPU above 90% on web-1',
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-pagerduty/09-am0.33-default-trigger.json': alertsSignal(
    'trigger',
    'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
    [
      [
        'firing',
        'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
        'error',
        null,
        '[FIRING:1] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        '[FIRING:1] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/10-am0.33-default-resolve.json': alertsSignal(
    'resolve',
    'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
    [
      [
        'resolved',
        'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
        'error',
        null,
        '[RESOLVED] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        '[RESOLVED] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/11-am0.33-default-trigger-again-after-resolve.json': alertsSignal(
    'trigger',
    'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
    [
      [
        'firing',
        'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
        'error',
        null,
        '[FIRING:1] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        '[FIRING:1] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/12-am0.33-default-resolve-again.json': alertsSignal(
    'resolve',
    'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
    [
      [
        'resolved',
        'abaab33e2d4cbdaa3d5291cea1b5d914370c2c67b25832aa10052f34e18a26ea',
        'error',
        null,
        '[RESOLVED] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        '[RESOLVED] HighCPU basic (eu-1 prod web-1.example.org:9100 node critical pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/13-am0.33-full-trigger.json': alertsSignal(
    'trigger',
    '70662743bd26aa4bbaaf70bd3a4082570a7c31bcbb000ae66d6213172a39dabb',
    [
      [
        'firing',
        '70662743bd26aa4bbaaf70bd3a4082570a7c31bcbb000ae66d6213172a39dabb',
        'critical',
        null,
        'HighCPU',
        'CPU above 90% on web-1',
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-pagerduty/14-am0.33-full-resolve.json': alertsSignal(
    'resolve',
    '70662743bd26aa4bbaaf70bd3a4082570a7c31bcbb000ae66d6213172a39dabb',
    [
      [
        'resolved',
        '70662743bd26aa4bbaaf70bd3a4082570a7c31bcbb000ae66d6213172a39dabb',
        'critical',
        null,
        'HighCPU',
        'CPU above 90% on web-1',
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-pagerduty/15-am0.33-summary-truncated-1024.json': alertsSignal(
    'trigger',
    'f0fd81d02dfeca94c470a21d62ca0bd11b37c759a08b67f421a9527e19b98cbf',
    [
      [
        'firing',
        'f0fd81d02dfeca94c470a21d62ca0bd11b37c759a08b67f421a9527e19b98cbf',
        'critical',
        null,
        'HighCPU',
        longSummary,
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-pagerduty/16-am0.33-details-removed-over-512KB.json': alertsSignal(
    'trigger',
    '8038ff29c485985b8ce5892068146d1a04f1cddfe98dec5d089f4db2d47b0759',
    [
      [
        'firing',
        '8038ff29c485985b8ce5892068146d1a04f1cddfe98dec5d089f4db2d47b0759',
        'critical',
        null,
        'HighCPU',
        'CPU above 90% on web-1',
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-pagerduty/17-am0.25-update-one-of-two-resolved.json': alertsSignal(
    'trigger',
    'ed86c14bbe375c5c3539d5df9cb33fae6b894b899f457abddb8fca7408989ce5',
    [
      [
        'firing',
        'ed86c14bbe375c5c3539d5df9cb33fae6b894b899f457abddb8fca7408989ce5',
        'error',
        null,
        '[FIRING:1] TemperatureHighPD (eu-1 sensor-1.example.org:9100 demo monitoring/main critical platform pagerduty-default)',
        '[FIRING:1] TemperatureHighPD (eu-1 sensor-1.example.org:9100 demo monitoring/main critical platform pagerduty-default)',
        'source',
      ],
    ],
  ),
  'alertmanager-pagerduty/18-am0.33-update-one-of-two-resolved.json': alertsSignal(
    'trigger',
    'ed86c14bbe375c5c3539d5df9cb33fae6b894b899f457abddb8fca7408989ce5',
    [
      [
        'firing',
        'ed86c14bbe375c5c3539d5df9cb33fae6b894b899f457abddb8fca7408989ce5',
        'error',
        null,
        '[FIRING:1] TemperatureHighPD (eu-1 sensor-1.example.org:9100 demo monitoring/main critical platform pagerduty-default)',
        '[FIRING:1] TemperatureHighPD (eu-1 sensor-1.example.org:9100 demo monitoring/main critical platform pagerduty-default)',
        'source',
      ],
    ],
  ),

  'pagerduty-pdjs/01-event-trigger.json': alertsSignal('trigger', 'test_incident_2', [
    ['firing', 'test_incident_2', 'error', null, 'Test Event V2', 'Test Event V2', ''],
  ]),
  'pagerduty-pdjs/02-trigger-without-dedup-key-all-fields.json': alertsSignal('trigger', 'new-key', [
    ['firing', 'new-key', 'critical', null, 'http-errors', 'No dedup key given', 'runbook image other source'],
  ]),
  'pagerduty-pdjs/03-acknowledge.json': alertsSignal('acknowledge', 'test_incident_2', []),
  'pagerduty-pdjs/04-resolve.json': alertsSignal('resolve', 'test_incident_2', []),
  'pagerduty-pdjs/05-change.json': refusedField('event_action'),
  'pagerduty-pdjs/06-server-option-with-path.json': alertsSignal('trigger', 'prefix', [
    ['firing', 'prefix', 'info', null, 'server option with a path', 'server option with a path', ''],
  ]),
  'pagerduty-pdjs/07-429-retry.json': alertsSignal('trigger', 'rate', [
    ['firing', 'rate', 'info', null, 'rate limited', 'rate limited', ''],
  ]),
  'pagerduty-pdjs/08-400-answer.json': alertsSignal('trigger', 'new-key', [['firing', 'new-key', 'info', null, 'x', 'x', '']]),
  'pagerduty-pdjs/09-500-not-json-throws.json': alertsSignal('trigger', 'new-key', [['firing', 'new-key', 'info', null, 'x', 'x', '']]),
  'pagerduty-pdjs/10-202-empty-body-throws.json': alertsSignal('trigger', 'new-key', [['firing', 'new-key', 'info', null, 'x', 'x', '']]),

  'grafana-webhook/01-firing-two-alerts.json': groupSignal(
    'trigger',
    '{}/{__grafana_autogenerated__="true"}/{__grafana_receiver__="oncall-webhook"}:{alertname="High CPU", grafana_folder="Infrastructure"}',
    [
      [
        'firing',
        '4d7e34427e016a2c',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'High CPU',
        'CPU above 90% on web-1',
        'runbook dashboard dashboard source other image',
      ],
      [
        'firing',
        'e68f45903caa6abf',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'High CPU',
        'CPU above 90% on web-2',
        'runbook dashboard dashboard source other',
      ],
    ],
  ),
  'grafana-webhook/02-partly-resolved.json': groupSignal(
    'trigger',
    '{}/{__grafana_autogenerated__="true"}/{__grafana_receiver__="oncall-webhook"}:{alertname="High CPU", grafana_folder="Infrastructure"}',
    [
      [
        'firing',
        '4d7e34427e016a2c',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'High CPU',
        'CPU above 90% on web-1',
        'runbook dashboard dashboard source other',
      ],
      [
        'resolved',
        'e68f45903caa6abf',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'High CPU',
        'CPU above 90% on web-2',
        'runbook dashboard dashboard source other',
      ],
    ],
  ),
  'grafana-webhook/03-resolved.json': groupSignal(
    'resolve',
    '{}/{__grafana_autogenerated__="true"}/{__grafana_receiver__="oncall-webhook"}:{alertname="High CPU", grafana_folder="Infrastructure"}',
    [
      [
        'resolved',
        '4d7e34427e016a2c',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'High CPU',
        'CPU above 90% on web-1',
        'runbook dashboard dashboard source other',
      ],
    ],
  ),
  'grafana-webhook/04-nodata.json': groupSignal(
    'trigger',
    '{}/{__grafana_autogenerated__="true"}/{__grafana_receiver__="oncall-webhook"}:{alertname="DatasourceNoData", grafana_folder="Infrastructure"}',
    [
      [
        'firing',
        '4362e81867a8cade',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'DatasourceNoData',
        'CPU above 90% on web-1',
        'runbook dashboard dashboard source other',
      ],
    ],
  ),
  'grafana-webhook/05-datasource-error.json': groupSignal(
    'trigger',
    '{}/{__grafana_autogenerated__="true"}/{__grafana_receiver__="oncall-webhook"}:{alertname="DatasourceError", grafana_folder="Infrastructure"}',
    [
      [
        'firing',
        'f0441ff6073935f1',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'DatasourceError',
        'CPU above 90% on web-1',
        'runbook dashboard dashboard source other',
      ],
    ],
  ),
  'grafana-webhook/06-hmac-signed.json': groupSignal(
    'trigger',
    '{}/{__grafana_autogenerated__="true"}/{__grafana_receiver__="oncall-webhook"}:{alertname="High CPU", grafana_folder="Infrastructure"}',
    [
      [
        'firing',
        '4d7e34427e016a2c',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'High CPU',
        'CPU above 90% on web-1',
        'runbook dashboard dashboard source other',
      ],
    ],
  ),
  'grafana-webhook/07-test-button.json': groupSignal(
    'trigger',
    '{}/{__grafana_autogenerated__="true"}/{__grafana_receiver__="oncall-webhook"}:{alertname="TestAlert", grafana_folder="Infrastructure"}',
    [
      [
        'firing',
        'fadfef4be3317af0',
        'critical',
        '2026-01-02T03:04:00.000Z',
        'TestAlert',
        'Notification test',
        'runbook dashboard dashboard source other',
      ],
    ],
    { test: true },
  ),

  'alertmanager-pagerduty/19-am0.35-null-in-custom-details.json': alertsSignal(
    'trigger',
    '5044095a9d0111ed4c559da54003f9513e152fc595cbf75bc3a4ddc290eaa9f0',
    [
      [
        'firing',
        '5044095a9d0111ed4c559da54003f9513e152fc595cbf75bc3a4ddc290eaa9f0',
        'critical',
        null,
        'c',
        'eins zwei xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        'runbook image other source',
      ],
    ],
  ),
  'alertmanager-webhook/43-am0.35-all-alerts-resolved.json': groupSignal(
    'resolve',
    '{}/{to=~"webhook|all"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['resolved', 'b929c4a07736fd5c', 'critical', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-1', 'runbook source'],
      ['resolved', '50373471c4f4c9c8', 'warning', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-2', 'runbook source'],
      ['resolved', 'c97d530be3910a37', 'warning', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-3', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/40-am0.35-first-notification.json': groupSignal(
    'trigger',
    '{}/{to=~"webhook|all"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', 'b929c4a07736fd5c', 'critical', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-1', 'runbook source'],
      ['firing', '50373471c4f4c9c8', 'warning', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-2', 'runbook source'],
      ['firing', 'c97d530be3910a37', 'warning', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-3', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/41-am0.35-repeat-interval-elapsed.json': groupSignal(
    'trigger',
    '{}/{to=~"webhook|all"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', 'b929c4a07736fd5c', 'critical', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-1', 'runbook source'],
      ['firing', '50373471c4f4c9c8', 'warning', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-2', 'runbook source'],
      ['firing', 'c97d530be3910a37', 'warning', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-3', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/42-am0.35-some-alerts-resolved.json': groupSignal(
    'trigger',
    '{}/{to=~"webhook|all"}:{alertname="DiskFull", cluster="eu-1"}',
    [
      ['firing', 'b929c4a07736fd5c', 'critical', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-1', 'runbook source'],
      ['resolved', '50373471c4f4c9c8', 'warning', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-2', 'runbook source'],
      ['firing', 'c97d530be3910a37', 'warning', '2026-11-27T02:01:58.938Z', 'DiskFull', 'DiskFull on web-3', 'runbook source'],
    ],
  ),
  'alertmanager-webhook/44-am0.35-custom-payload.json': refusedField('alerts'),
  'apprise2-pagerduty/01-enqueue.json': alertsSignal('trigger', 'd6de4792fa735bc63d793a3a438f600091cee903d9bfaf59c36462c1a03d5a21', [
    [
      'firing',
      'd6de4792fa735bc63d793a3a438f600091cee903d9bfaf59c36462c1a03d5a21',
      'critical',
      null,
      'Disk of db-1 is full 98 % of /var in use',
      'Disk of db-1 is full 98 % of /var in use',
      'image',
    ],
  ]),
  'apprise2-pagerduty/02-enqueue.json': alertsSignal('trigger', 'd6de4792fa735bc63d793a3a438f600091cee903d9bfaf59c36462c1a03d5a21', [
    [
      'firing',
      'd6de4792fa735bc63d793a3a438f600091cee903d9bfaf59c36462c1a03d5a21',
      'warning',
      null,
      'Disk of db-1 is full 98 % of /var in use',
      'Disk of db-1 is full 98 % of /var in use',
      'image',
    ],
  ]),
  'apprise2-pagerduty/03-enqueue.json': alertsSignal('trigger', 'd6de4792fa735bc63d793a3a438f600091cee903d9bfaf59c36462c1a03d5a21', [
    [
      'firing',
      'd6de4792fa735bc63d793a3a438f600091cee903d9bfaf59c36462c1a03d5a21',
      'info',
      null,
      'Disk of db-1 is full 98 % of /var in use',
      'Disk of db-1 is full 98 % of /var in use',
      'image',
    ],
  ]),
  'apprise2-pagerduty/04-enqueue.json': alertsSignal('resolve', 'd6de4792fa735bc63d793a3a438f600091cee903d9bfaf59c36462c1a03d5a21', []),
  'go-pagerduty/01-enqueue.json': alertsSignal('trigger', 'db 1/disk', [
    ['firing', 'db 1/disk', 'critical', null, 'disk usage', 'Disk full', 'runbook'],
  ]),
  'go-pagerduty/02-enqueue.json': alertsSignal('acknowledge', 'db 1/disk', []),
  'go-pagerduty/03-enqueue.json': alertsSignal('resolve', 'db 1/disk', []),
  'go-pagerduty/05-enqueue.json': alertsSignal('trigger', 'db 1/disk', [
    ['firing', 'db 1/disk', 'critical', null, 'disk usage', 'Disk full', 'runbook'],
  ]),
  'netdata-pagerduty/01-warning.json': alertsSignal('trigger', 'netdata/web-1.example.org/1664900001', [
    ['firing', 'netdata/web-1.example.org/1664900001', 'warning', null, 'disk_space._var', 'disk / space utilization', ''],
  ]),
  'netdata-pagerduty/02-critical.json': alertsSignal('trigger', 'netdata/web-1.example.org/1664900001', [
    ['firing', 'netdata/web-1.example.org/1664900001', 'critical', null, 'disk_space._var', 'disk / space utilization', ''],
  ]),
  'netdata-pagerduty/03-clear.json': alertsSignal('resolve', 'netdata/web-1.example.org/1664900001', [
    ['resolved', 'netdata/web-1.example.org/1664900001', 'info', null, 'disk_space._var', 'disk / space utilization', ''],
  ]),
  'pagerduty-python/09-7.2.0-trigger.json': alertsSignal('trigger', 'db 1/disk', [
    ['firing', 'db 1/disk', 'critical', null, 'disk usage', 'Disk of db-1 is full — 98 % Größe 漏れ', 'runbook'],
  ]),
  'pdpyras/01-enqueue.json': alertsSignal('trigger', 'k1', [['firing', 'k1', 'critical', null, 'disk usage', 'Disk full', 'runbook']]),
  'pdpyras/02-enqueue.json': alertsSignal('acknowledge', 'k1', []),
  'pdpyras/03-enqueue.json': alertsSignal('resolve', 'k1', []),
  'pypd/01-v2.json': alertsSignal('trigger', 'k1', [['firing', 'k1', 'critical', null, 'Disk full', 'Disk full', '']]),
  'pypd/02-v2.json': alertsSignal('acknowledge', 'k1', []),
  'pypd/03-v2.json': alertsSignal('resolve', 'k1', [['resolved', 'k1', 'critical', null, 'Disk full', 'Disk full', '']]),
  'shoutrrr/01.json': alertsSignal('trigger', 'db 1/disk', [['firing', 'db 1/disk', 'critical', null, 'Disk full', 'Disk full', '']]),
  'shoutrrr/04.json': alertsSignal('resolve', 'db 1/disk', [['resolved', 'db 1/disk', 'critical', null, 'Disk full', 'Disk full', '']]),
  'uptime-kuma/01-pagerduty-test.json': alertsSignal(
    'trigger',
    'Uptime Kuma/undefined',
    [
      [
        'firing',
        'Uptime Kuma/undefined',
        'warning',
        null,
        '[Uptime Kuma Alert] [undefined] Tocsin Testing',
        '[Uptime Kuma Alert] [undefined] Tocsin Testing',
        '',
      ],
    ],
    { test: true },
  ),
};

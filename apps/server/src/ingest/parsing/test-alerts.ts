import { asTrimmedText, type JsonFields } from './lenient-fields.js';

/** Grafana’s test of a contact point, whatever protocol it is for: the labels of its alert. */
export const isGrafanaTest = (labels: JsonFields): boolean => labels['alertname'] === 'TestAlert' && labels['instance'] === 'Grafana';

const grafanaText = /^\s*- alertname = TestAlert$[^]*^\s*- instance = Grafana$/m;
/** The same, in the text in which it lists labels. */
export const isGrafanaTestText = (value: unknown): boolean => typeof value === 'string' && grafanaText.test(value.slice(0, 10_000));

/** Zabbix’s test of a media type leaves its macros as they are: `{EVENT.ID}`. */
export const isUnfilledMacro = (value: unknown): boolean => (asTrimmedText(value) ?? '').startsWith('{EVENT.');

/** `alarm-notify.sh test` */
export const isNetdataTest = (fields: JsonFields): boolean => fields['chart'] === 'test.chart';

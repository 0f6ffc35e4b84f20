import { asTrimmedText, type JsonFields } from './lenient-fields.js';

/** Grafana’s test of a contact point, whatever protocol it is for: the labels of its alert. */
export const isGrafanaTest = (labels: JsonFields): boolean => labels['alertname'] === 'TestAlert' && labels['instance'] === 'Grafana';

const longestTest = 10_000;

/** The same, in a text that lists labels: of no other alert, as one message may hold several. */
export const isGrafanaTestText = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.length > longestTest) return false;
  const lines = value.split('\n').map((line) => line.trim());
  const names = lines.filter((line) => line.startsWith('- alertname ='));
  const instances = lines.filter((line) => line.startsWith('- instance ='));
  const isOfTest = (line: string): boolean => line === '- alertname = TestAlert' || line === '- instance = Grafana';
  return names.length > 0 && names.length === instances.length && [...names, ...instances].every(isOfTest);
};

/** Zabbix’s test of a media type leaves its macros as they are. */
export const isUnfilledMacro = (value: unknown): boolean => asTrimmedText(value) === '{EVENT.ID}';

/** `alarm-notify.sh test` */
export const isNetdataTest = (fields: JsonFields): boolean => fields['chart'] === 'test.chart';

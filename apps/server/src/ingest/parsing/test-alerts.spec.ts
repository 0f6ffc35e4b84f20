import { isGrafanaTestText, isUnfilledMacro } from './test-alerts.js';

const test = '\nValue: A=95.2\nLabels:\n - alertname = TestAlert\n - instance = Grafana\nAnnotations:\n - summary = Notification test\n';
const alertOf = (...labels: readonly string[]): string => `\nLabels:\n${labels.map((label) => ` - ${label}\n`).join('')}Annotations:\n`;

describe('Grafana’s test of a contact point, as a text', () => {
  it.each([test, test.repeat(2), test.replaceAll('\n', '\r\n'), test.trim()])('is known by its labels: %j', (text) =>
    expect(isGrafanaTestText(text)).toBe(true),
  );

  it.each([
    ['another rule beside it', test + alertOf('alertname = DiskFull', 'instance = db-1')],
    ['another instance of it', test + alertOf('alertname = TestAlert', 'instance = db-1')],
    ['one of it without an instance', test + alertOf('alertname = TestAlert')],
    [
      'its two labels in two alerts',
      alertOf('alertname = TestAlert', 'instance = db-1') + alertOf('alertname = Disk', 'instance = Grafana'),
    ],
    ['one label alone', alertOf('alertname = TestAlert')],
    ['a text too long to be one', test + ' '.repeat(10_000) + alertOf('alertname = DiskFull', 'instance = db-1')],
    ['no text', { alertname: 'TestAlert', instance: 'Grafana' }],
  ])('is not %s', (_, text) => expect(isGrafanaTestText(text)).toBe(false));

  it('is looked for in time in proportion to its length', () => {
    for (let count = 200; count < 400; count++)
      expect(isGrafanaTestText('- alertname = TestAlert\n'.repeat(count).padEnd(10_000, '\n'))).toBe(false);
  });
});

describe('an unfilled macro', () => {
  it.each(['{EVENT.ID}', ' {EVENT.ID} '])('is %j', (key) => expect(isUnfilledMacro(key)).toBe(true));
  it.each(['{EVENT.ID}-db-1', '{EVENT.NAME} on db-1', 'x{EVENT.ID}', '4711', null])('is not %j', (key) =>
    expect(isUnfilledMacro(key)).toBe(false),
  );
});

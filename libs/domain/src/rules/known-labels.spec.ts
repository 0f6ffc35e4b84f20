import { areComplete, canMatch } from './known-labels.js';
import { seeAlert } from './seen-alert.js';

const many = (count: number, prefix = 'l') => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, 'x']));
const service = { name: 'Checkout', labels: { tier: 'gold' } };
const alert = { name: 'Disk', summary: 'Disk full', severityWord: 'page' };
const seen = (
  labels: Readonly<Record<string, string>>,
  of: { name: string; labels: Record<string, string> } = service,
  more: object = {},
) => seeAlert({ ...alert, labels, ...more }, { service: of, integration: 'Prometheus' });
const is = (label: string, value: string) => [{ label, operator: '=' as const, value }];

describe('the labels of an alert', () => {
  it('may lack some where there are as many as there can be, also of the sender’s own that begin with service.', () => {
    const full = { ...many(62), 'service.name': 'shop', 'service.version': '2' };
    expect([areComplete(full), areComplete(seen(full))]).toEqual([false, false]);
    expect(canMatch([{ label: 'left-out', operator: '!=', value: 'y' }], seen(full))).toBe(false);
  });

  it('are complete below that, whatever its service adds', () => {
    const labels = seen(many(63), { name: '', labels: many(20) });
    expect(areComplete(labels)).toBe(true);
    expect(canMatch([{ label: 'service.l1', operator: '=', value: 'x' }], labels)).toBe(true);
  });

  it('are not known where there are those of its service alone', () => expect(areComplete(seen({}))).toBe(false));
});

describe('the fields of an alert', () => {
  it('are asked about where it has no such label, in its sender’s word', () => {
    const labels = seen({ host: 'a' });
    for (const [name, value] of Object.entries({
      name: 'Disk',
      summary: 'Disk full',
      severity: 'page',
      integration: 'Prometheus',
      service: 'Checkout',
    }))
      expect(canMatch(is(name, value), labels)).toBe(true);
    expect(canMatch(is('service', 'Checkout'), seen({ service: 'ledger' }))).toBe(false);
    expect(canMatch(is('service', 'ledger'), seen({ service: 'ledger' }))).toBe(true);
    expect(canMatch(is('urgency', 'high'), labels)).toBe(false);
  });

  it('are known of an alert without labels, but not where these were left out', () => {
    expect(canMatch(is('summary', 'Disk full'), seen({}))).toBe(true);
    expect(canMatch([...is('summary', 'Disk full'), { label: 'env', operator: '!=', value: 'prod' }], seen({}))).toBe(false);
    expect(canMatch(is('service', 'Checkout'), seen({}, service, { shortened: true }))).toBe(false);
  });

  it('match nothing where they are cut, or their integration is not known', () => {
    const long = seen({ host: 'a' }, service, { summary: 's'.repeat(300) });
    expect(canMatch([{ label: 'summary', operator: '=~', value: 's.*' }], long)).toBe(false);
    const unknown = seeAlert({ ...alert, labels: { host: 'a' } }, { service, integration: null });
    expect(canMatch([{ label: 'integration', operator: '!=', value: 'Nagios' }], unknown)).toBe(false);
    expect(canMatch(is('summary', 'Disk full'), unknown)).toBe(true);
  });
});

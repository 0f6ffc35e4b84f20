import { toAlertTable, type GroupAlert } from './alert-table.js';
import { describeGroup } from './about.js';

const alert = (changes: Partial<GroupAlert>): GroupAlert => ({
  fingerprint: 'f',
  startsAt: null,
  name: 'Disk',
  summary: 'Disk is full',
  severity: 'critical',
  severityWord: 'critical',
  labels: { cluster: 'eu' },
  links: [],
  details: null,
  firing: true,
  ...changes,
});
const aboutOf = (alerts: readonly Partial<GroupAlert>[], runbook: string | null = null) =>
  describeGroup({ alerts: toAlertTable(Object.fromEntries(alerts.map((one, n) => [`f${n}`, alert(one)]))) }, runbook);

describe('what a group is about', () => {
  it('is the description, labels and links of its alert', () => {
    const link = { kind: 'source' as const, href: 'https://p', text: 'Source' };
    expect(aboutOf([{ details: '{"description":"97 %"}', links: [link] }])).toEqual({
      description: '97 %',
      labels: { cluster: 'eu' },
      links: [link],
      examples: [],
    });
  });

  it('names the first summaries and no description where its alerts differ', () => {
    const alerts = Array.from({ length: 7 }, (_, n) => ({
      summary: `Disk ${n}`,
      details: `{"description":"${n}"}`,
      labels: { cluster: 'eu', n: `${n}` },
    }));
    expect(aboutOf(alerts)).toEqual({
      description: null,
      labels: { cluster: 'eu' },
      links: [],
      examples: ['Disk 0', 'Disk 1', 'Disk 2', 'Disk 3', 'Disk 4'],
    });
  });

  it('is told by the alerts that fire; by all once none does', () => {
    const [over, firing] = [
      { firing: false, summary: 'Over', details: 'was' },
      { summary: 'Now', details: 'is' },
    ];
    expect(aboutOf([over, firing])).toMatchObject({ description: 'is', examples: [] });
    expect(aboutOf([over])).toMatchObject({ description: 'was' });
    expect(aboutOf([])).toEqual({ description: null, labels: {}, links: [], examples: [] });
  });

  it('has the runbook of the service where no alert brings its own', () => {
    const ownLink = { kind: 'runbook' as const, href: 'https://own', text: 'Runbook' };
    const hrefs = (links: GroupAlert['links']) => aboutOf([{ links }], 'https://service').links.map(({ href }) => href);
    expect([hrefs([]), hrefs([ownLink])]).toEqual([['https://service'], ['https://own']]);
  });

  it('looks at fifty alerts of two thousand', () => {
    let looked = 0;
    const manyAlerts = Array.from({ length: 2_000 }, () => ({
      get details() {
        looked += 1;
        return null;
      },
    }));
    const alerts = Object.fromEntries(
      manyAlerts.map((one, n) => [`f${n}`, Object.defineProperty(alert({}), 'details', Object.getOwnPropertyDescriptor(one, 'details')!)]),
    );
    describeGroup({ alerts: toAlertTable(alerts) }, null);
    expect(looked).toBe(50);
  });
});

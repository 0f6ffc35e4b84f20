import { readSaid } from './read-said.js';

const at = '2026-01-01T00:00:00.000Z';

describe('a body that another system has kept', () => {
  it('is read as its sender is here: labels, severity and summary, not its own title', () => {
    const body = JSON.stringify({
      version: '4',
      groupKey: '{}:{alertname="DiskFull"}',
      status: 'firing',
      receiver: 'oncall',
      groupLabels: { alertname: 'DiskFull' },
      commonLabels: { alertname: 'DiskFull', severity: 'warning' },
      commonAnnotations: {},
      externalURL: '',
      numFiring: 1,
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'DiskFull', severity: 'warning', instance: 'db-1' },
          annotations: { summary: 'Disk of db-1 is full' },
          startsAt: at,
          endsAt: '0001-01-01T00:00:00Z',
          fingerprint: 'f1',
        },
      ],
    });
    expect(readSaid('alertmanager', body, at)).toMatchObject({
      kind: 'alertmanager',
      alerts: [{ name: 'DiskFull', severity: 'warning', labels: { instance: 'db-1' }, details: null }],
    });
  });

  it.each(['', 'no json', '{"half":', '[]', JSON.stringify({ version: '4' })])('that can’t be read is none: %s', (body) => {
    expect(readSaid('alertmanager', body, at)).toBeNull();
  });
});

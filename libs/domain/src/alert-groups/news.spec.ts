import { alertmanager, alertOf, over } from '../routing/signals.fixture.js';
import { ana, Harbour, pages } from './groups.fixture.js';

const warning = { severity: 'warning' } as const;
const tells = (harbour: Harbour, ...alerts: Parameters<typeof alertmanager>[0][number][]): void => harbour.receives(alertmanager(alerts));

describe('an alert that newly fires in a held group', () => {
  const held = (more = {}): Harbour => {
    const harbour = new Harbour();
    tells(harbour, alertOf('Disk', more));
    harbour.act('AcknowledgeAlertGroup');
    harbour.news();
    return harbour;
  };

  it('is news by a name new to the group: it fires again, the holder first', () => {
    const harbour = held();
    tells(harbour, alertOf('Disk'), alertOf('Cpu'));
    expect(harbour.all('AlertsFired')[0]!.data.news).toBe('new_name');
    expect(harbour.row()).toMatchObject({ status: 'firing', holder: null });
    expect(harbour.paged()).toEqual([ana]);
    expect(harbour.all('EscalationStepTaken').at(-1)!.data.step).toBe(0);
  });

  it('is news by raising the urgency', () => {
    const harbour = held(warning);
    tells(harbour, alertOf('Disk', warning), alertOf('Disk', { fingerprint: 'Disk2' }));
    expect(harbour.all('AlertsFired')[0]!.data).toMatchObject({ news: 'raises_urgency', urgency: 'high' });
    expect(harbour.row()).toMatchObject({ status: 'firing', urgency: 'high' });
  });

  it('is no news when its name was in the group before, though resolved since', () => {
    const harbour = new Harbour();
    tells(harbour, alertOf('Disk'), alertOf('Cpu'));
    tells(harbour, alertOf('Disk'), over('Cpu'));
    harbour.act('AcknowledgeAlertGroup');
    tells(harbour, alertOf('Disk'), alertOf('Cpu'));
    expect(harbour.row().status).toBe('acknowledged');
  });

  it('else is told to the holder once, bundled and quietly, five minutes later', () => {
    const harbour = held();
    tells(harbour, alertOf('Disk'), alertOf('Disk', { fingerprint: 'b' }));
    harbour.passes(3);
    tells(harbour, alertOf('Disk'), alertOf('Disk', { fingerprint: 'b' }), alertOf('Disk', { fingerprint: 'c' }));
    harbour.passes(1.9);
    expect(harbour.types()).not.toContain('PageStarted');
    harbour.passes(0.1);
    const told = harbour.all('PageStarted').filter(({ data }) => data.quiet);
    expect(told.map(({ data }) => [data.personId, data.cause])).toEqual([[ana, { kind: 'update', fingerprints: ['b', 'c'] }]]);
    harbour.passes(10);
    expect(harbour.all('UpdateSent')).toHaveLength(1);
    expect(harbour.row().status).toBe('acknowledged');
  });

  it('is a repeat when it fired already: nothing is recorded on the group', () => {
    const harbour = held();
    tells(harbour, alertOf('Disk'));
    expect(harbour.types()).toEqual(['SignalReceived', 'SignalsRouted']);
  });
});

describe('news while it fires', () => {
  it('begins the climb when a group that rang nobody becomes high', () => {
    const harbour = new Harbour({ steps: [pages([ana])] });
    tells(harbour, alertOf('Disk', warning));
    harbour.passes(1);
    expect(harbour.row().next).toBeNull();
    harbour.news();
    tells(harbour, alertOf('Disk'));
    expect(harbour.paged()).toEqual([ana]);
    expect(harbour.row().next).not.toBeNull();
  });

  it('rings by the high rules somebody whose quiet page still waits', () => {
    const harbour = new Harbour({ steps: [pages([ana])] });
    harbour.provider = () => null;
    tells(harbour, alertOf('Disk', warning));
    harbour.news();
    tells(harbour, alertOf('Disk'));
    expect(harbour.paged()).toEqual([ana]);
    expect(harbour.row().paging).toEqual([ana]);
  });

  it('does not wait for the restart when everybody had been paged in vain', () => {
    const harbour = new Harbour({ steps: [pages([ana])], repeats: 0 });
    tells(harbour, alertOf('Disk'));
    harbour.passes(11);
    expect(harbour.row().nobodyHasIt).toBe(true);
    harbour.news();
    tells(harbour, alertOf('Disk'), alertOf('Cpu'));
    expect(harbour.paged()).toEqual([ana]);
    expect(harbour.row().nobodyHasIt).toBe(false);
  });

  it('leaves a climb alone that is on its way', () => {
    const harbour = new Harbour();
    tells(harbour, alertOf('Disk'));
    const { next } = harbour.row();
    tells(harbour, alertOf('Disk'), alertOf('Cpu'));
    expect(harbour.row().next).toEqual(next);
  });
});

describe('urgency', () => {
  it('rises, and never sinks while the group is open', () => {
    const harbour = new Harbour();
    tells(harbour, alertOf('Disk', warning), alertOf('Cpu', warning));
    expect(harbour.row().urgency).toBe('low');
    tells(harbour, alertOf('Disk', warning), alertOf('Cpu'));
    expect(harbour.row().urgency).toBe('high');
    tells(harbour, alertOf('Disk', warning), over('Cpu'));
    expect(harbour.row().urgency).toBe('high');
  });

  it('begins a new opening with what fires', () => {
    const harbour = new Harbour();
    tells(harbour, alertOf('Disk'));
    harbour.receives(alertmanager([over('Disk')], { action: 'resolve' }));
    tells(harbour, alertOf('Disk', warning));
    expect(harbour.row()).toMatchObject({ opening: 2, urgency: 'low' });
  });

  it.each([
    ['always_high', 'info', 'high'],
    ['always_low', 'critical', 'low'],
    ['by_severity', 'error', 'high'],
    ['by_severity', 'info', 'low'],
  ] as const)('follows the rule of the service: %s makes %s %s', (urgencyRule, severity, urgency) => {
    const harbour = new Harbour({ service: { urgencyRule } });
    tells(harbour, alertOf('Disk', { severity }));
    expect(harbour.row().urgency).toBe(urgency);
  });
});

describe('the title', () => {
  const labelled = (fingerprint: string, host: string) =>
    alertOf('Disk', { fingerprint, summary: `${host} is full`, labels: { alertname: 'Disk', host } });

  it('is the common summary, else the name with what differs, and follows what fires', () => {
    const harbour = new Harbour();
    tells(harbour, labelled('a', 'db1'));
    expect(harbour.row().title).toBe('db1 is full');
    tells(harbour, labelled('a', 'db1'), labelled('b', 'db2'));
    expect(harbour.row().title).toBe('Disk (db1, db2)');
    tells(harbour, labelled('b', 'db2'), { ...labelled('a', 'db1'), state: 'resolved' });
    expect(harbour.row().title).toBe('db2 is full');
  });
});

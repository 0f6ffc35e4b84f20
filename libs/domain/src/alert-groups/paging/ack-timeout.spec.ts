import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Harbour, reachedBy, type Setting } from '../groups.fixture.js';

const held = (setting: Setting = {}, severity: 'critical' | 'warning' = 'critical'): Harbour => {
  const harbour = new Harbour(setting);
  harbour.receives(alertmanager([alertOf('Disk', { severity })]));
  harbour.act('AcknowledgeAlertGroup');
  harbour.news();
  return harbour;
};
const steps = (harbour: Harbour) => harbour.all('EscalationStepTaken').map(({ data }) => data.step);

describe('the ack timeout', () => {
  it('asks the holder at two thirds, quietly', () => {
    const harbour = held({
      contacts: {
        [ana]: reachedBy(
          ana,
          ['webhook', 'email'],
          [
            ['high', 0, 0],
            ['low', 1, 0],
          ],
        ),
      },
    });
    harbour.passes(20);
    expect(harbour.news().flatMap((event) => (event.type === 'PageStarted' ? [event.data] : []))).toMatchObject([
      { personId: ana, cause: { kind: 'reminder' }, urgency: 'low', everyMethod: false },
    ]);
  });

  it('fires again after thirty minutes: the holder first, five minutes later step 1', () => {
    const harbour = held();
    harbour.passes(30);
    expect(harbour.row()).toMatchObject({ status: 'firing', holder: null });
    expect(steps(harbour).at(-1)).toBe(0);
    expect(harbour.all('AlertGroupReturnedToFiring')[0]!.data).toMatchObject({ because: 'ack_timeout', from: { personId: ana } });
    harbour.passes(5);
    expect(steps(harbour).at(-1)).toBe(1);
  });

  it('rings the holder loudly although the reminder still waits for a quiet method', () => {
    const harbour = held({
      contacts: {
        [ana]: reachedBy(
          ana,
          ['webhook', 'email'],
          [
            ['high', 0, 0],
            ['low', 1, 60],
          ],
        ),
      },
    });
    harbour.passes(30);
    expect(harbour.all('PageCancelled').at(-1)!.data.reason).toBe('delivery.superseded');
    expect(harbour.all('AttemptStarted').length).toBe(2);
    expect(harbour.row().paging).toEqual([ana]);
  });

  it('goes to step 1 at once when the holder can’t be paged any more', () => {
    const harbour = held();
    harbour.knows({ type: 'PersonDisabled', data: { personId: ana, holds: [] } });
    harbour.passes(30);
    expect(steps(harbour).slice(-2)).toEqual([1, 2]);
  });

  it.each([
    ['RenewAcknowledgement', {}],
    ['AcknowledgeAlertGroup', {}],
    ['AddNote', { text: 'Looking at the disks' }],
    ['AddResponder', { personId: bo }],
  ])('is renewed by the holder’s %s, and the reminder ends', (type, data) => {
    const harbour = held();
    harbour.passes(25);
    harbour.act(type, data);
    expect(
      harbour
        .ladder()
        .pages.filter(({ cause }) => cause.kind === 'reminder')
        .map(({ state }) => state),
    ).toEqual(['answered']);
    harbour.passes(29);
    expect(harbour.row().status).toBe('acknowledged');
    harbour.passes(1);
    expect(harbour.row().status).toBe('firing');
  });

  it('is not renewed by somebody else’s note', () => {
    const harbour = held();
    harbour.passes(25);
    harbour.act('AddNote', { text: 'Any news?' }, bo);
    harbour.passes(5);
    expect(harbour.row().status).toBe('firing');
  });

  it('is asked about again after a renewal, without every method', () => {
    const harbour = held({
      contacts: {
        [ana]: reachedBy(
          ana,
          ['webhook', 'email'],
          [
            ['high', 0, 0],
            ['low', 1, 0],
          ],
        ),
      },
    });
    harbour.passes(20);
    harbour.act('RenewAcknowledgement');
    harbour.passes(20);
    const reminders = harbour.all('PageStarted').filter(({ data }) => data.cause.kind === 'reminder');
    expect(reminders.map(({ data }) => data.everyMethod)).toEqual([false, false]);
  });

  it('is off for low urgency, and where the service says 0', () => {
    for (const harbour of [held({}, 'warning'), held({ service: { ackTimeoutMinutes: 0 } })]) {
      harbour.passes(24 * 60);
      expect(harbour.row().status).toBe('acknowledged');
    }
  });

  it('goes by the service’s own minutes', () => {
    const harbour = held({ service: { ackTimeoutMinutes: 12 } }, 'warning');
    harbour.passes(12);
    expect(harbour.row().status).toBe('firing');
  });

  it('is that of high urgency when a group that was opened low has become high', () => {
    const harbour = held({}, 'warning');
    harbour.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    harbour.act('AcknowledgeAlertGroup');
    harbour.passes(30);
    expect(harbour.row().status).toBe('firing');
  });
});

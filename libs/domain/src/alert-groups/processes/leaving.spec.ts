import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import type { OpenGroup } from '../shared/reads.js';
import { pagedFor } from '../shared/paged-for.js';
import { ana, as, bo, Harbour, mia, pages, sam, type Setting } from '../groups.fixture.js';
import type { HeldRow } from '../views/held.view.js';

const heldByBo = (): Harbour => {
  const harbour = new Harbour();
  harbour.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
  harbour.act('TakeOverAlertGroup', {}, bo);
  harbour.news();
  return harbour;
};

/** As the decider of people records it: with the groups they hold, and those they are being paged for. */
const disable = (harbour: Harbour, personId: string = bo, replacementId: string | null = null): void => {
  const holds = harbour.world.memory
    .rows<HeldRow>('held')
    .where('holderId', personId)
    .map(({ groupId }) => groupId);
  const paged = [...pagedFor(harbour.world.memory.rows<OpenGroup>('groups'), personId)];
  harbour.knows({ type: 'PersonDisabled', data: { personId, holds, paged, replacementId, standsIn: [] } });
  harbour.passes(0);
};

describe('somebody who is disabled while they have an alert group in hand', () => {
  it('is named with it, and it fires again', () => {
    const harbour = heldByBo();
    const groupId = harbour.row().id;
    expect(harbour.world.memory.rows<HeldRow>('held').where('holderId', bo)).toEqual([{ groupId, holderId: bo }]);
    disable(harbour);
    expect(harbour.all('AlertGroupReturnedToFiring').at(-1)!.data).toMatchObject({ because: 'holder_disabled', from: { personId: bo } });
    expect(harbour.row()).toMatchObject({ status: 'firing', holder: null });
  });

  it('is not rung: step 1 begins at once', () => {
    const harbour = heldByBo();
    disable(harbour);
    expect(harbour.all('EscalationStepTaken').at(-1)!.data.step).toBe(1);
    expect(harbour.row().paging).toContain(ana);
    expect(harbour.row().paging).not.toContain(bo);
  });

  it('leaves what others have in hand alone', () => {
    const harbour = heldByBo();
    harbour.act('TakeOverAlertGroup', {}, as(ana));
    disable(harbour);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
  });
});

describe('somebody who is disabled while they are being paged', () => {
  const paged = (setting: Setting = {}, severity: 'critical' | 'warning' = 'critical'): Harbour => {
    const harbour = new Harbour({ steps: [pages([ana]), pages([bo])], repeats: 0, ...setting });
    harbour.receives(alertmanager([alertOf('Disk', { severity })]));
    return harbour;
  };
  const steps = (harbour: Harbour) =>
    harbour.all('EscalationStepTaken').map(({ data }) => ({
      step: data.step,
      empty: data.empty,
      paged: data.targets.flatMap((one) => one.persons.map(({ personId }) => personId)),
    }));

  it('has their page cancelled with its reason; the step is taken again, found empty, and the next is called at once', () => {
    const harbour = paged();
    disable(harbour, ana);
    expect(harbour.all('PageCancelled').map(({ data }) => [data.personId, data.reason])).toEqual([[ana, 'delivery.person_disabled']]);
    expect(steps(harbour)).toEqual([
      { step: 1, empty: false, paged: [ana] },
      { step: 1, empty: true, paged: [ana] },
      { step: 2, empty: false, paged: [bo] },
    ]);
    expect(harbour.row().paging).toEqual([bo]);
  });

  it('is followed by whoever takes their place, although the climb is pinned to a version that names them', () => {
    const harbour = paged();
    disable(harbour, ana, sam);
    expect(steps(harbour).at(-1)).toEqual({ step: 1, empty: false, paged: [sam] });
    expect(harbour.row()).toMatchObject({ paging: [sam], next: { step: 2 } });
    harbour.passes(5);
    expect(harbour.row().paging).toContain(bo);
  });

  it('does not take back a climb that has gone on: only the one in their place is paged for that step', () => {
    const harbour = paged({ steps: [pages([ana], { waitMinutes: 1 }), pages([bo], { waitMinutes: 30 })] });
    harbour.passes(1);
    const before = steps(harbour).length;
    const { next } = harbour.row();
    disable(harbour, ana, sam);
    expect(steps(harbour)).toHaveLength(before);
    expect(harbour.row().paging).toContain(sam);
    expect(harbour.row().next).toEqual(next);
  });

  it('leaves others of the same step ringing, not twice', () => {
    const harbour = paged({ steps: [pages([ana, bo])] });
    disable(harbour, ana);
    expect(harbour.all('PageStarted').filter(({ data }) => data.personId === bo)).toHaveLength(1);
  });

  it('has the next called now when they alone were called for the rest', () => {
    const harbour = paged({ steps: [pages([ana])] });
    harbour.passes(5);
    expect(harbour.row().paging).toContain(mia);
    disable(harbour, ana);
    disable(harbour, mia);
    expect(steps(harbour).at(-1)).toMatchObject({ step: 'owners' });
  });

  it('goes on to the next for low urgency too, where nobody climbs', () => {
    const harbour = paged({}, 'warning');
    disable(harbour, ana);
    expect(harbour.row().paging).toEqual([bo]);
    expect(harbour.idleTimers()).toEqual([]);
  });

  it('is no more reminded of what somebody else has', () => {
    const harbour = paged();
    harbour.act('AddResponder', { personId: sam }, ana);
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    disable(harbour, sam);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', paging: [] });
  });
});

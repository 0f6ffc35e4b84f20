import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { ana, as, bo, Harbour } from './groups.fixture.js';
import type { HeldRow } from './held.view.js';

const heldByBo = (): Harbour => {
  const harbour = new Harbour();
  harbour.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
  harbour.act('TakeOverAlertGroup', {}, bo);
  harbour.news();
  return harbour;
};

/** As the decider of people says it: with what they have in hand. */
const disable = (harbour: Harbour): void => {
  const holds = harbour.world.memory
    .rows<HeldRow>('held')
    .where('holderId', bo)
    .map(({ groupId }) => groupId);
  harbour.knows({ type: 'PersonDisabled', data: { personId: bo, holds } });
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

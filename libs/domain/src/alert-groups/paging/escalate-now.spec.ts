import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, Harbour, mia, pages, reachedBy, sam, type Setting } from '../groups.fixture.js';

const three = [pages([ana]), pages([bo]), pages([sam])];
const opened = (setting: Setting = {}): Harbour => {
  const harbour = new Harbour({ steps: three, ...setting });
  harbour.receives(alertmanager([alertOf('Disk')]));
  return harbour;
};
const rungs = (harbour: Harbour) => harbour.all('EscalationStepTaken').map(({ data: { round, step } }) => `${round}.${step}`);
/** The methods by which a person was rung, in minutes since the group opened. */
const rings = (harbour: Harbour, personId: string) =>
  harbour
    .ladder()
    .pages.filter((page) => page.personId === personId && !page.quiet)
    .flatMap(({ attempts }) => attempts)
    .filter(({ startedAt }) => startedAt !== null)
    .map(({ startedAt, because }) => [(Date.parse(startedAt!) - Date.parse(harbour.row().openedAt)) / 60_000, because]);

describe('escalating now', () => {
  it('takes the next step at once; its wait counts from now', () => {
    const harbour = opened();
    harbour.passes(2);
    harbour.act('EscalateAlertGroup');
    harbour.passes(4.9);
    expect(rungs(harbour)).toEqual(['1.1', '1.2']);
    harbour.passes(0.1);
    expect(rungs(harbour)).toEqual(['1.1', '1.2', '1.3']);
  });

  it('goes on after the last step with step 1 of the next round', () => {
    const harbour = opened({ steps: [pages([ana]), pages([bo])], repeats: 0 });
    for (let n = 0; n < 2; n += 1) harbour.act('EscalateAlertGroup', {}, mia);
    expect(rungs(harbour)).toEqual(['1.1', '1.2', '2.1']);
  });

  it('goes on with step 1 of the next round once managers and owners are called', () => {
    const harbour = opened({ steps: [pages([ana])], repeats: 0 });
    harbour.passes(6);
    harbour.act('EscalateAlertGroup', {}, bo);
    expect(rungs(harbour)).toEqual(['1.1', '1.exhausted', '2.1']);
  });

  it('does not wait for the holder, who comes first after a timeout', () => {
    const harbour = opened({ steps: [pages([bo])], repeats: 0 });
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    harbour.passes(31);
    expect(rungs(harbour)).toEqual(['1.1', '2.0']);
    harbour.act('EscalateAlertGroup', {}, mia);
    expect(rungs(harbour)).toEqual(['1.1', '2.0', '2.1']);
  });

  it('makes it fire again where somebody had it, and stops the phone of whoever asks', () => {
    const harbour = opened({ steps: [pages([ana, bo]), pages([sam])] });
    harbour.act('AcknowledgeAlertGroup', {}, ana);
    harbour.act('EscalateAlertGroup', {}, ana);
    expect(harbour.row()).toMatchObject({ status: 'firing', holder: null, paging: [sam], next: { round: 2, step: 1 } });
    expect(harbour.all('AlertGroupReturnedToFiring')[0]!.data).toMatchObject({ because: 'escalated', from: { personId: ana } });
  });

  it('stops the own phone of whoever asks, and nobody else’s', () => {
    const harbour = opened({ steps: [pages([ana, bo]), pages([sam])], contacts: { [ana]: reachedBy(ana, ['email'], [['high', 0, 9]]) } });
    harbour.act('EscalateAlertGroup', {}, ana);
    const stateOf = (personId: string) => harbour.group().pages.find((page) => page.personId === personId)!.state;
    expect([stateOf(ana), stateOf(bo), stateOf(sam)]).toEqual(['answered', 'running', 'running']);
  });

  it('rings who is being paged already by what rings at once; what their rules have for later rings when it would have', () => {
    const contacts = {
      [bo]: reachedBy(
        bo,
        ['email', 'webhook'],
        [
          ['high', 0, 0],
          ['high', 1, 4],
        ],
      ),
    };
    const harbour = opened({ steps: [pages([bo]), pages([bo, sam])], contacts });
    harbour.passes(2);
    harbour.act('EscalateAlertGroup', {}, mia);
    harbour.passes(4);
    expect(rings(harbour, bo)).toEqual([
      [0, 'rule'],
      [4, 'rule'],
      [2, 'escalated'],
    ]);
    expect(harbour.all('PageStarted').filter(({ data }) => data.personId === bo)).toHaveLength(1);
  });

  it('does not ring anew what is about to ring', () => {
    const harbour = new Harbour({ steps: [pages([bo]), pages([bo])] });
    harbour.provider = () => null;
    harbour.receives(alertmanager([alertOf('Disk')]));
    harbour.act('EscalateAlertGroup', {}, mia);
    expect(rings(harbour, bo)).toEqual([[0, 'every_method']]);
  });

  it('takes one step where low urgency does not climb', () => {
    const harbour = new Harbour({ steps: three });
    harbour.receives(alertmanager([alertOf('Disk', { severity: 'warning' })]));
    harbour.act('EscalateAlertGroup', {}, mia);
    expect([rungs(harbour), harbour.row().next]).toEqual([['1.1', '1.2'], null]);
  });

  it('is refused where nobody of any step can be paged, and once it is over', () => {
    const nobody = opened({ contacts: Object.fromEntries([ana, bo, sam].map((personId) => [personId, reachedBy(personId, [])])) });
    expect(nobody.refusal(nobody.act('EscalateAlertGroup', {}, mia))).toBe('alert_group.nobody_to_escalate_to');
    const harbour = opened();
    harbour.act('ResolveAlertGroup');
    expect(harbour.refusal(harbour.act('EscalateAlertGroup'))).toBe('alert_group.already_resolved');
  });
});

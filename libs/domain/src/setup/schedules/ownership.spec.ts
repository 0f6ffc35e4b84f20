import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { ana, bo, byBo, byObserver, byOwner, idOf, readsAfter } from '../../configuration.fixture.js';
import { anaJoined, boDisabled, boJoined } from '../people/facts.fixture.js';
import { pageAna, policyCreated, policyRules } from '../policies/facts.fixture.js';
import { teamDecider } from '../team-stream/decider.js';
import { boManages, teamCreated, teamId } from '../teams/facts.fixture.js';
import { scheduleCreated, scheduleId, scheduleRemoved, scheduleRenamed, scheduleRules, weekly } from './facts.fixture.js';

const currentReads = readsAfter(anaJoined, boJoined, teamCreated, scheduleCreated);
const owner = { actor: byOwner, reads: readsAfter(anaJoined, boJoined, teamCreated) };
const contextNow = { actor: byOwner, reads: currentReads };
const team = given(teamDecider, [teamCreated]);
const withSchedule = given(teamDecider, [teamCreated, scheduleCreated]);
const other = idOf('5d');
const content = { name: 'Payments primary', externalKey: null, ...scheduleRules };
const createCommand = (more: object = {}) => ({ type: 'CreateSchedule', data: { teamId, scheduleId, ...content, ...more } });

describe('creating a schedule', () => {
  it('records it whole, once', () => {
    expect(team.when(createCommand(), owner).facts()).toEqual([scheduleCreated]);
    expect(withSchedule.when(createCommand(), contextNow).nothing()).toBe(true);
    expect(withSchedule.when(createCommand({ name: 'Other' }), contextNow).refusal()).toBe('conflict.revision');
  });

  it('takes a manager of the team', () => {
    const asBo = { ...owner, actor: byBo };
    expect(given(teamDecider, [teamCreated, boManages]).when(createCommand(), asBo).types()).toEqual(['ScheduleCreated']);
    expect(team.when(createCommand(), asBo).refusal()).toBe('permission.denied');
    expect(team.when(createCommand(), { ...owner, actor: byObserver }).refusal()).toBe('permission.denied');
  });

  it('takes a name of its own; the name of a removed one is free', () => {
    const second = createCommand({ scheduleId: other, name: 'payments PRIMARY' });
    expect(withSchedule.when(second, owner).refusal()).toBe('schedule.name_taken');
    expect(given(teamDecider, [teamCreated, scheduleCreated, scheduleRemoved]).when(second, owner).types()).toEqual(['ScheduleCreated']);
  });

  it('finds by its key what is there: the same again is nothing new, all else is refused', () => {
    const keyed = { ...scheduleCreated, data: { ...scheduleCreated.data, externalKey: 'grafana:1' } };
    const reads = readsAfter(anaJoined, boJoined, teamCreated, keyed);
    const setting = { actor: byOwner, reads };
    const byKey = (more: object = {}) => createCommand({ scheduleId: undefined, externalKey: 'grafana:1', ...more });
    const mine = given(teamDecider, [teamCreated, keyed]);
    expect(mine.when(byKey(), setting).decision).toMatchObject({ nothing: true, says: { scheduleId } });
    expect(mine.when(byKey({ timeZone: 'UTC' }), setting).decision).toMatchObject({
      code: 'schedule.external_key_taken',
      path: 'externalKey',
    });
    const otherTeam = { teamId: idOf('7eb'), name: 'Search', description: '' };
    const elsewhere = given(teamDecider, [{ type: 'TeamCreated', data: otherTeam }]);
    expect(elsewhere.when(byKey({ teamId: otherTeam.teamId }), setting).refusal()).toBe('schedule.external_key_taken');
  });

  it('does not take the id of another team’s schedule', () =>
    expect(team.when(createCommand(), contextNow).refusal()).toBe('conflict.revision'));
});

const layer = (more: Partial<LayerSetting>, rotation: Partial<LayerSetting['rotation']> = {}) => ({
  layers: [{ ...weekly, ...more, rotation: { ...weekly.rotation, ...rotation } }],
});
const slot = (people: readonly string[]) => ({ slotId: idOf(`5${people.length}`), people: [...people] });
const at = (from: string, to: string) => ({ weekdays: [], times: { from, to } });

describe('what a schedule may not say', () => {
  it.each([
    ['a zone that there is not', { timeZone: 'Europe/Atlantis' }, 'schedule.zone_unknown', 'timeZone'],
    ['a zone of a layer that there is not', layer({ timeZone: 'Mars' }), 'schedule.zone_unknown', 'layers.0.timeZone'],
    ['a rotation of nobody alone', layer({}, { slots: [slot([])] }), 'schedule.rotation_of_nobody', 'layers.0.rotation.slots'],
    [
      'a person who is not here',
      layer({}, { slots: [slot([ana, idOf('99')])] }),
      'person.not_active',
      'layers.0.rotation.slots.0.people.1',
    ],
    ['a person twice in one slot', layer({}, { slots: [slot([ana, ana])] }), 'schedule.listed_twice', 'layers.0.rotation.slots.0.people.1'],
    ['a slot twice', layer({}, { slots: [slot([ana]), slot([bo])] }), 'schedule.listed_twice', 'layers.0.rotation.slots.1.slotId'],
    ['a layer twice', { layers: [weekly, weekly] }, 'schedule.listed_twice', 'layers.1.layerId'],
    [
      'a restriction that leaves nothing',
      layer({ restrictions: [at('09:00', '17:00'), at('09:00', '09:00')] }),
      'schedule.restriction_leaves_nothing',
      'layers.0.restrictions.1.times',
    ],
    [
      'more places than a rotation has',
      layer({}, { slots: Array.from({ length: 26 }, (_, n) => ({ slotId: idOf(`5${n}f`), people: [ana, bo] })) }),
      'limit.rotation_places',
      'layers.0.rotation.slots',
    ],
  ])('%s is refused at its field', (_what, more, code, path) => {
    expect(team.when(createCommand(more), owner).decision).toMatchObject({ code, path });
  });

  it('an observer, or somebody disabled, as a participant is refused', () => {
    const disabled = { ...owner, reads: readsAfter(anaJoined, boJoined, boDisabled, teamCreated) };
    expect(team.when(createCommand(), disabled).decision).toMatchObject({
      code: 'person.not_active',
      path: 'layers.0.rotation.slots.1.people.0',
    });
    const observes = { ...boJoined, data: { ...boJoined.data, role: 'observer' } } as typeof boJoined;
    expect(team.when(createCommand(), { ...owner, reads: readsAfter(anaJoined, observes, teamCreated) }).refusal()).toBe('person.observes');
  });
});

describe('a schedule that is there', () => {
  it('is renamed, to a name of its own', () => {
    expect(withSchedule.when({ type: 'RenameSchedule', data: scheduleRenamed.data }, owner).facts()).toEqual([scheduleRenamed]);
    const second = { type: 'ScheduleCreated', data: { ...scheduleCreated.data, scheduleId: other, name: 'Second' } };
    const takenName = { type: 'RenameSchedule', data: { teamId, scheduleId: other, name: 'PAYMENTS primary' } };
    expect(given(teamDecider, [teamCreated, scheduleCreated, second]).when(takenName, owner).refusal()).toBe('schedule.name_taken');
    expect(team.when(takenName, owner).refusal()).toBe('schedule.not_found');
  });

  it('keeps its team there, by name', () => {
    const command = { type: 'RemoveTeam', data: { teamId } };
    expect(withSchedule.when(command, owner).decision).toMatchObject({ code: 'team.in_use', params: { names: 'Payments primary' } });
    expect(given(teamDecider, [teamCreated, scheduleCreated, scheduleRemoved]).when(command, owner).types()).toEqual(['TeamRemoved']);
  });

  it('is removed only while no policy pages by it; the refusal lists which do', () => {
    const command = { type: 'RemoveSchedule', data: { teamId, scheduleId } };
    expect(withSchedule.when(command, owner).facts()).toEqual([scheduleRemoved]);
    const steps = [{ ...pageAna, targets: [{ kind: 'schedule', scheduleId }] }];
    const points = partOf<typeof policyCreated>({
      type: 'PolicyCreated',
      data: { teamId, policyId: policyCreated.data.policyId, version: 1, ...policyRules, steps },
    });
    const pointed = { actor: byOwner, reads: readsAfter(anaJoined, teamCreated, scheduleCreated, points) };
    expect(withSchedule.when(command, pointed).decision).toMatchObject({
      code: 'schedule.in_use',
      inTheWay: [{ kind: 'policy', id: policyCreated.data.policyId }],
    });
  });
});

import type { Fact } from '@tocsin/contracts/catalogue.js';
import { foldRows, given } from '@tocsin/kernel/decide/given.js';
import { react } from '@tocsin/kernel/react/process.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { recordedFacts } from '../../configuration.fixture.js';
import { bulkActsProcess } from './bulk-acts.process.js';
import { bulkActDecider } from './decider.js';
import { bulkActsView } from './views.js';
import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { ana, as, bo, Scenario, pages } from '../alert-groups/groups.fixture.js';

const bulkActId = '01900000-0000-7000-8000-0000000000ba';

/** Firing groups, and an act on all of them. */
const firingScenario = (count: number) => {
  const scenario = new Scenario({ steps: [pages([ana, bo])] });
  for (let n = 1; n <= count; n += 1) scenario.receives(alertmanager([alertOf(`Disk${n}`)], { key: `Disk${n}` }));
  scenario.news();
  const groupIds = scenario.rows().map(({ id }) => id);
  const act = (actName: string, ids: readonly string[] = groupIds, by = ana) =>
    scenario.act('ActOnFiltered', { bulkActId, act: actName, filter: 'where.status=firing', ordinal: 1, groupIds: ids }, by);
  return { scenario, groupIds, act };
};
const statuses = (scenario: Scenario) => scenario.rows().map(({ status }) => status);
const workedFacts = (scenario: Scenario) => scenario.all('BulkActWorked').map(({ data }) => data);

describe('an act on many alert groups', () => {
  it('follows for each in the name of the person who asked for it, and cancels the other pages', () => {
    const { scenario, act } = firingScenario(3);
    act('AcknowledgeAlertGroup');
    const anaAsHolder = { kind: 'person', personId: ana };
    expect(scenario.rows().map(({ holder }) => holder)).toEqual([anaAsHolder, anaAsHolder, anaAsHolder]);
    expect(scenario.all('PageCancelled').filter(({ data }) => data.personId === bo)).toHaveLength(3);
    expect(workedFacts(scenario)).toMatchObject([{ upTo: 3, left: 0, leftOut: [], undo: false }]);
  });

  it('leaves out what another person changed before its turn came', () => {
    const { scenario, groupIds, act } = firingScenario(3);
    scenario.act('AcknowledgeAlertGroup', { groupId: groupIds[0] }, bo);
    scenario.act('ResolveAlertGroup', { groupId: groupIds[1] }, bo);
    act('AcknowledgeAlertGroup');
    expect(workedFacts(scenario)[0]).toMatchObject({
      groupIds: [groupIds[2]],
      leftOut: [
        { number: 1, why: 'changed' },
        { number: 2, why: 'changed' },
      ],
    });
    expect(scenario.rows()[0]!.holder).toEqual({ kind: 'person', personId: bo });
  });

  it('is worked in batches of 200, one after the other', () => {
    const { scenario, groupIds, act } = firingScenario(1);
    const goneIds = Array.from({ length: 450 }, (_, n) => groupIds[0]!.slice(0, -4) + String(1_000 + n));
    act('AcknowledgeAlertGroup', [...goneIds, groupIds[0]!]);
    expect(workedFacts(scenario).map(({ upTo, left, leftOut }) => [upTo, left, leftOut.length])).toEqual([
      [200, 251, 200],
      [400, 51, 200],
      [451, 0, 50],
    ]);
    expect(statuses(scenario)).toEqual(['acknowledged']);
  });

  it('is taken back as one: what is still theirs fires again, what another person took over stays', () => {
    const { scenario, groupIds, act } = firingScenario(3);
    act('AcknowledgeAlertGroup');
    scenario.act('TakeOverAlertGroup', { groupId: groupIds[1] }, bo);
    scenario.act('UndoBulkAct', { bulkActId });
    expect(statuses(scenario)).toEqual(['firing', 'acknowledged', 'firing']);
    expect(scenario.act('UndoBulkAct', { bulkActId })).toMatchObject({ kind: 'nothing' });
  });

  it('gives back what was resolved as it was: acknowledged to the person who undoes it, or firing', () => {
    const { scenario, groupIds, act } = firingScenario(3);
    scenario.act('AcknowledgeAlertGroup', { groupId: groupIds[0] });
    scenario.act('AcknowledgeAlertGroup', { groupId: groupIds[2] }, bo);
    act('ResolveAlertGroup');
    expect(statuses(scenario)).toEqual(['resolved', 'resolved', 'resolved']);
    scenario.act('UndoBulkAct', { bulkActId });
    expect(statuses(scenario)).toEqual(['acknowledged', 'firing', 'acknowledged']);
    const [anasRow, , bosRow] = scenario.rows();
    expect([anasRow!.holder, bosRow!.holder]).toMatchObject([{ personId: ana }, { personId: bo }]);
  });

  it('is undone by the person who did it alone, and its id is theirs', () => {
    const { scenario, act } = firingScenario(1);
    act('AcknowledgeAlertGroup');
    expect(scenario.refusal(scenario.act('UndoBulkAct', { bulkActId }, as(bo)))).toBe('permission.denied');
    expect(scenario.refusal(act('AcknowledgeAlertGroup', [], bo))).toBe('bulk_act.id_taken');
    expect(act('AcknowledgeAlertGroup', [])).toMatchObject({ kind: 'nothing' });
  });

  it('leaves out a group that changed after its batch was decided: it is no longer counted, nor taken back', () => {
    const groupIds = [1, 2].map((n) => `01900000-0000-7000-8000-00000000000${n}`);
    const meta = { act: 'ResolveAlertGroup', bulkActId } as const;
    const started: Fact = { type: 'BulkActStarted', data: { ...meta, filter: '', ordinal: 1, groupIds } };
    const worked: Fact = { type: 'BulkActWorked', data: { ...meta, undo: false, upTo: 2, left: 0, groupIds, held: [], leftOut: [] } };
    const leaveOut = { type: 'LeaveOutOfBulkAct', data: { bulkActId, groupId: groupIds[0] } };
    const leftOut: Fact = { type: 'BulkActGroupLeftOut', data: { bulkActId, groupId: groupIds[0]!, number: null, why: 'changed' } };
    const context = { reads: { groups: new Map() } };
    const act = given(bulkActDecider, [started, worked]);
    expect(act.when(leaveOut, context).facts()).toEqual([leftOut]);
    expect(given(bulkActDecider, [started, worked, leftOut]).when(leaveOut, context).nothing()).toBe(true);
    const undone: Fact = { type: 'BulkActUndone', data: { bulkActId } };
    expect(given(bulkActDecider, [started, worked, undone]).when(leaveOut, context).nothing()).toBe(true);
    const sent = react([bulkActsProcess], recordedFacts([started, worked])[1]!, new Map());
    expect(sent.map(({ ifRefused }) => ifRefused?.command)).toEqual(
      groupIds.map((groupId) => ({ type: 'LeaveOutOfBulkAct', data: { bulkActId, groupId } })),
    );
    expect(new Set(sent.flatMap(({ commandId, ifRefused }) => [commandId, ifRefused?.commandId])).size).toBe(4);
    const row = foldRows(bulkActsView as AnyView, recordedFacts([started, worked, leftOut])).get(bulkActId);
    expect(row).toMatchObject({ worked: 2, done: 1, leftOutCount: 1, leftOut: [{ groupId: groupIds[0], why: 'changed' }] });
  });
});

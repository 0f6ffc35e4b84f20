import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { onDuty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

export const whoeverStandsInAStepIsPagedOnce: Promises = {
  'also who is on call, in the team, and named': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana, duty.bo]);
    const team = { kind: 'team' as const, teamId: duty.stage.setUpAnswer.teamId };
    await duty.createPolicy([onDuty(scheduleId), team, { kind: 'next_on_call', scheduleId }, duty.ana]);
    const before = Object.values(duty.people).map(({ ringCount: rang }) => rang);
    expect(await duty.pagedNames()).toEqual(['Ana', 'Bo', 'Cleo', 'Dan']);
    expect(Object.values(duty.people).map(({ ringCount: rang }, n) => rang - before[n]!)).toEqual([1, 1, 1, 1]);
    // targets are recorded separately: people found by another target of the step are listed again
    const takenStep = (await duty.stage.getTimeline((await duty.newest()).id)).find(({ type }) => type === 'EscalationStepTaken');
    const { targets } = (takenStep as RecordedOf<'EscalationStepTaken'>).data;
    expect(targets.map(({ target, persons }) => [target.kind, duty.names(persons.map(({ personId }) => personId))])).toEqual([
      ['schedule', ['Ana']],
      ['team', ['Ana', 'Bo', 'Cleo', 'Dan']],
      ['next_on_call', ['Bo']],
      ['person', ['Ana']],
    ]);
  },

  'every active member of a team, and nobody who left it': async (duty) => {
    const { teamId } = duty.stage.setUpAnswer;
    await duty.createPolicy([{ kind: 'team', teamId }]);
    await duty.ana.api.run('RemoveTeamMember', { teamId, personId: duty.dan.personId });
    await duty.stage.settleFully();
    expect(await duty.pagedNames()).toEqual(['Ana', 'Bo', 'Cleo']);
    await duty.ana.api.run('AddTeamMember', { teamId, personId: duty.dan.personId, role: 'responder' });
  },
};

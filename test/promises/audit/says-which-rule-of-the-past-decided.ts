import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { WhyAnswer } from '@tocsin/contracts/why/why.js';
import { createLayersOn, layerOf } from '@tocsin/testing/schedules/stage-rotations.js';
import type { Company, Promises } from './audit.js';

type FactOfType<T extends RecordedFact['type']> = RecordedFact & { readonly data: FactOf<T> };

/** The current explanation why Ana was paged for the alert group that opened first in this file. */
const explainGroup = async ({ stage, bo }: Company, groupId: string) => {
  const query = new URLSearchParams({ person: stage.ana.personId, group: groupId });
  const groupAnswer = (await bo.api.request<WhyAnswer>('GET', `/api/why?${query.toString()}`)).body.groups[0]!;
  const factOfType = <T extends RecordedFact['type']>(type: T): FactOf<T> =>
    (groupAnswer.events as readonly RecordedFact[]).find((event): event is FactOfType<T> => event.type === type)!.data;
  return { ...groupAnswer, of: factOfType };
};

/** Ana’s, for high urgency. */
const rulesOf = async ({ stage }: Company) =>
  (await stage.ana.api.row('contacts', stage.ana.personId)).rules.filter(({ urgency }) => urgency === 'high');

let groupId = '';
let scheduleId = '';
let explainedGroup: WhyAnswer['groups'][number];

export const saysWhichRuleOfThePastDecided: Promises = {
  'the version of the policy, the rotation of the schedule and the rule of the person that were in force': async (company) => {
    const { stage } = company;
    const anchor = await company.settleClock();
    scheduleId = await createLayersOn(stage, 'Nights', [layerOf({ anchor, turns: [stage.ana] })]);
    await company.setPolicy([{ page: [{ kind: 'schedule', scheduleId }] }]);
    const { version } = await stage.ana.api.row('policies', stage.setUpAnswer.policyId);
    const [rule] = await rulesOf(company);
    groupId = await company.openGroup('Certificate has expired');
    const { of, verdict, ...rest } = await explainGroup(company, groupId);
    expect(verdict).toBe('paged');
    expect(of('EscalationStarted').policy).toMatchObject({ policyId: stage.setUpAnswer.policyId, version });
    const [target] = of('EscalationStepTaken').targets;
    expect(target!.persons).toMatchObject([
      { personId: stage.ana.personId, onCall: { scheduleId, version: 1, why: { kind: 'rotation' } } },
    ]);
    expect(of('AttemptPlanned')).toMatchObject({ because: 'rule', ruleId: rule!.ruleId });
    explainedGroup = { verdict, ...rest };
  },

  'and says the same after all three were changed': async (company) => {
    const { stage, bo } = company;
    await company.setPolicy([{ page: [bo] }]);
    await bo.api.run('TakeOnCall', { scheduleId });
    const { personId } = stage.ana;
    for (const { ruleId } of await rulesOf(company)) await stage.ana.api.run('RemoveNotificationRule', { personId, ruleId });
    await stage.advance('PT1H');
    const { of: _of, ...again } = await explainGroup(company, groupId);
    expect(again.events.filter(({ ordinal }) => ordinal <= explainedGroup.events.at(-1)!.ordinal)).toEqual(explainedGroup.events);
    expect(again.verdict).toBe('paged');
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    await stage.ana.api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: stage.ana.methodId, delayMinutes: 0 });
  },

  'the decision names the release of the rules that made it': async ({ stage }) => {
    const openEvent = (await stage.getTimeline(groupId)).find(({ type }) => type === 'AlertGroupOpened');
    expect(openEvent!.meta.logic).toMatch(/^[0-9a-f]+$/);
  },
};

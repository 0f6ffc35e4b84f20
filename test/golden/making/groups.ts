import { v7 } from 'uuid';
import { newestGroup, type Cast } from './cast.js';

const disk = { name: 'DiskFull' };
const second = { name: 'DiskFull', instance: 'db-2' };
const postgres = { name: 'PostgresDown' };

/** One alert group with everything: new alerts, updates, reminders, take-overs, resolves, re-fires. */
export const runLongGroup = async (cast: Cast): Promise<void> => {
  const { stage, bo, cleo } = cast;
  const { ana } = stage;
  await stage.setPolicy(
    [
      { page: [bo], wait: 5 },
      { page: [cleo], wait: 5 },
    ],
    1,
  );
  await stage.alertmanager('firing', [disk]);
  const { id: groupId } = await newestGroup(cast);
  const [page] = await stage.pagesOf(groupId, bo);
  await ana.api.run('ResendMessage', { groupId, pageId: page!.pageId, messageId: page!.attempts[0]!.slot });
  await bo.api.run('AnswerPage', { groupId, pageId: page!.pageId });
  await stage.advance('PT5M');
  await bo.api.run('AcknowledgeAlertGroup', { groupId });
  await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
  await bo.api.run('RenewAcknowledgement', { groupId });
  await cleo.api.run('JoinAlertGroup', { groupId });
  await cleo.api.run('TakeOverAlertGroup', { groupId });
  await bo.api.run('AddNote', { groupId, text: 'It is the logs of the proxy.' });
  await bo.api.run('MarkAlertGroupAsNoise', { groupId, reason: 'Known.' });
  await bo.api.run('RemoveNoiseMark', { groupId });
  await ana.api.run('AddResponder', { groupId, personId: bo.personId });
  await stage.alertmanager('firing', [disk, second]);
  await stage.alertmanager('firing', [{ ...disk, summary: 'The disk is nearly full' }, second]);
  await stage.advance('PT5M');
  await stage.advance('PT1H');
  await stage.alertmanager('firing', [disk, second, postgres], { truncatedAlerts: 2 });
  await cleo.api.run('AcknowledgeAlertGroup', { groupId });
  await cleo.api.run('UnacknowledgeAlertGroup', { groupId });
  await cleo.api.run('SnoozeAlertGroup', { groupId, minutes: 30 });
  await cleo.api.run('UnsnoozeAlertGroup', { groupId });
  await cleo.api.run('AcknowledgeAlertGroup', { groupId });
  await stage.alertmanager('resolved', [second]);
  await stage.alertmanager('resolved', [disk, postgres]);
  await stage.advance('PT4M');
  await stage.alertmanager('firing', [{ ...disk, startsAt: '2031-03-03T12:00:00Z' }]);
  await cleo.api.run('ResolveAlertGroup', { groupId });
  await stage.advance('PT30M');
  await stage.alertmanager('firing', [{ ...disk, startsAt: '2031-03-03T12:00:00Z' }]);
  await cleo.api.run('ReopenAlertGroup', { groupId, iHaveIt: true });
  await cleo.api.run('EscalateAlertGroup', { groupId });
  await cleo.api.run('ResolveAlertGroup', { groupId });
  await cleo.api.run('AnswerActionNeeded', { groupId, answer: 'yes' });
  await stage.alertmanager('resolved', [disk, second, postgres]);
};

/** No one acknowledges until everyone, and then the owners, were paged; a phone breaks, and a server is killed during a call. */
export const exhaustPolicy = async (cast: Cast): Promise<void> => {
  const { stage, bo } = cast;
  bo.phone.answer(500);
  await stage.generic({ summary: 'The queue is long', key: 'queue' });
  await stage.advance('PT1H');
  bo.phone.recover();
  const { id: groupId } = await newestGroup(cast);
  await bo.api.run('ResolveAlertGroup', { groupId });
  await stage.generic({ summary: 'The queue is empty', key: 'queue', action: 'resolve' });

  bo.phone.hang();
  const { path } = await stage.integration('generic');
  const rings = bo.phone.rings.length;
  await stage.tocsin.anonymous.request('POST', path, { summary: 'Lost on the way', key: 'lost', severity: 'critical' });
  await bo.phone.waitForRing((ring) => bo.phone.rings.indexOf(ring) >= rings);
  bo.phone.recover();
  await stage.restart('SIGKILL');
  await stage.settle();
  await bo.api.run('ResolveAlertGroup', { groupId: (await newestGroup(cast)).id });
};

/** Alerts that their sender leaves out and lists again; one act on all that match, which is undone; a limit for an integration. */
export const leaveOutAndActOnAll = async ({ stage }: Cast): Promise<void> => {
  const { api } = stage.ana;
  await stage.alertmanager('firing', [disk, second]);
  await stage.settle();
  await stage.alertmanager('firing', [disk]);
  await stage.settle();
  await stage.alertmanager('firing', [disk, second]);
  await stage.settle();
  await stage.alertmanager('resolved', [disk]);
  await stage.settle();
  const { ordinal } = (await api.request<{ ordinal: number }>('GET', '/api/views/alertGroups?limit=1')).body;
  // what is acted on is what matched at an instant before
  await stage.advance('PT1S');
  const bulkActId = v7();
  await api.run('ActOnFiltered', { bulkActId, act: 'AcknowledgeAlertGroup', filter: 'where.status=firing', ordinal });
  await stage.settle();
  await api.run('UndoBulkAct', { bulkActId });
  await stage.settle();
  await stage.alertmanager('resolved', [disk, second]);
  await stage.integration('generic');
  const { id: integrationId, teamId } = (await api.list('integrations')).find(({ kind }) => kind === 'generic')!;
  await api.run('LimitIntegration', { teamId, integrationId, hardLimit: 100_000 });
};

/** Groups that a sender acknowledges, that people create, and tests; then a text is redacted. */
export const openFromOtherOrigins = async (cast: Cast): Promise<void> => {
  const { stage, cleo } = cast;
  const { api } = stage.ana;
  const { serviceId } = stage.setUpAnswer;
  const key = await stage.pagerduty('trigger', 'pd-1');
  await stage.pagerduty('acknowledge', key);
  await stage.pagerduty('resolve', key);
  await api.run('PageSomeone', { title: 'Please look at the bill', personIds: [cleo.personId] });
  await stage.settle();
  const pagedGroup = await newestGroup(cast);
  await addAndRemoveRule(cast);
  await cleo.api.run('AcknowledgeAlertGroup', { groupId: pagedGroup.id });
  await cleo.api.run('AddNote', { groupId: pagedGroup.id, text: 'Zerafina Quillmarsh knows why.' });
  await letReassignmentExpire(cast, pagedGroup.id);
  await cleo.api.run('ResolveAlertGroup', { groupId: pagedGroup.id });
  await api.run('SendTestAlert', { serviceId, wholePolicy: true });
  await stage.advance('PT10M');
  await skipStep(cast, () => stage.generic({ summary: 'A little slow', key: 'slow', severity: 'warning' }));
  const note = (await stage.getTimeline(pagedGroup.id)).find(({ type }) => type === 'NoteAdded')!;
  await api.prove();
  await api.run('RedactText', { ordinal: note.ordinal, path: ['text'] });
  await stage.settle();
};

/** Cleo, the assignee, asks for help and for another person to take it over. */
const letReassignmentExpire = async ({ stage, cleo }: Cast, groupId: string): Promise<void> => {
  const { personId } = stage.ana;
  await cleo.api.run('AddResponders', { groupId, targets: [{ kind: 'person', personId }] });
  await cleo.api.run('ReassignAlertGroup', { groupId, personId });
  await stage.advance('PT5M');
};

/** A step for high urgency is skipped while an alert of low urgency fires. */
const skipStep = async ({ stage }: Cast, fire: () => Promise<unknown>): Promise<void> => {
  const { api } = stage.ana;
  const { teamId, policyId } = stage.setUpAnswer;
  const { name, version, steps, repeats } = await api.row('policies', policyId);
  const policy = { teamId, policyId, name, repeats };
  const first = { ...steps[0]!, stepId: v7(), conditions: { urgency: 'high' as const } };
  await api.run('ChangePolicy', { ...policy, version, steps: [first, ...steps] });
  await stage.settle();
  await fire();
  await stage.settle();
  await api.run('ChangePolicy', { ...policy, version: version + 1, steps, applyToOpen: true });
  await stage.settle();
};

/** Runs while Cleo is being paged. */
const addAndRemoveRule = async ({ stage, cleo }: Cast): Promise<void> => {
  const { api, personId, methodId: contactMethodId } = cleo;
  const { says } = await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 30 });
  await stage.settle();
  await api.run('RemoveNotificationRule', { personId, ruleId: String(says['ruleId']) });
  await stage.settle();
};

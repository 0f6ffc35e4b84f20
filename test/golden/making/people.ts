import { addDevice, newestGroup, type Cast } from './cast.js';

/** People are invited, join, and are renamed, disabled, enabled and erased. */
export const addAndRemovePeople = async (cast: Cast): Promise<void> => {
  const { stage, mailbox, cleo } = cast;
  const { ana } = stage;
  const { teamId } = stage.setUpAnswer;
  await ana.api.prove();
  await stage.setPolicy([{ page: [cleo] }]);
  const dee = await stage.addPerson('Dee');
  await ana.api.run('RenamePerson', { personId: dee.personId, name: 'Dee Dunn' });
  await ana.api.run('ChangePersonTimeZone', { personId: dee.personId, timeZone: 'Europe/Oslo' });
  await dee.api.run('ChooseLowUrgencyHours', {
    personId: dee.personId,
    pages: 'awake',
    sleep: { from: '23:00', to: '07:00' },
    working: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] },
  });
  const plannedAway = await dee.api.run('PlanAway', { personId: dee.personId, to: '2032-01-01T00:00:00.000Z' });
  await dee.api.run('EndAway', { personId: dee.personId, awayId: String(plannedAway.says['awayId']) });
  await ana.api.run('ChangePersonRole', { personId: dee.personId, role: 'admin' });
  await ana.api.run('MakeAuditor', { personId: dee.personId });
  await ana.api.run('EndAuditor', { personId: dee.personId });
  await stage.setPolicy([{ page: [dee] }]);
  await stage.generic({ summary: 'The lift is stuck', key: 'lift' });
  const { id: groupId } = await newestGroup(cast);
  await dee.api.run('AcknowledgeAlertGroup', { groupId });
  await ana.api.run('DisablePerson', { personId: dee.personId, replacementId: cleo.personId });
  await stage.settle();
  await cleo.api.run('ResolveAlertGroup', { groupId });
  await ana.api.run('EnablePerson', { personId: dee.personId });
  const eve = await stage.addPerson('Eve');
  await ana.api.run('ChangeTeamMemberRole', { teamId, personId: eve.personId, role: 'manager' });
  await ana.api.run('RemoveTeamMember', { teamId, personId: eve.personId });
  await ana.api.run('DisablePerson', { personId: eve.personId, leaveGaps: true });
  await ana.api.run('ErasePerson', { personId: eve.personId });
  await stage.settle();
  await ana.api.run('InvitePerson', { name: 'Finn', email: 'finn@example.org' });
  await stage.settle();
  mailbox.refuse('recipient', 550, '5.1.1 nobody is called that');
  await ana.api.run('InvitePerson', { name: 'Gwen', email: 'gwen@example.org' });
  await stage.settle();
  mailbox.recover();
};

/** Contact methods are verified, fail, are renewed and removed; rules; saved searches. */
export const addMethodsAndRules = async (cast: Cast): Promise<void> => {
  const { stage, mailbox, pushService, bo } = cast;
  const { api, personId } = bo;
  await api.prove();
  mailbox.refuse('recipient', 550, '5.1.1 nobody is called that');
  const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address: 'bo@nowhere.example.org' });
  await stage.settle();
  mailbox.recover();
  await api.run('RemoveContactMethod', { personId, contactMethodId: String(says['contactMethodId']) });

  const { publicKey, contactMethodId } = await addDevice(cast, bo);
  const renewedSubscription = pushService.subscribe(publicKey);
  await api.run('RenewPushSubscription', {
    personId,
    contactMethodId,
    address: renewedSubscription.address,
    keys: renewedSubscription.keys,
  });
  const rule = await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes: 0 });
  const ruleId = String(rule.says['ruleId']);
  await api.run('SendTestAlert', { contactMethodId });
  await stage.settle();
  await sendReadReceipts(cast);
  pushService.forget(renewedSubscription.device);
  await api.run('SendTestAlert', { contactMethodId });
  await stage.settle();
  const relay = await api.run('AddContactMethod', { kind: 'webhook', personId, address: 'http://127.0.0.1:9/sms', relaysAs: 'sms' });
  await api.run('ChooseWebhookRelay', { personId, contactMethodId: String(relay.says['contactMethodId']), relaysAs: null });
  await api.run('SwitchOffContactMethod', { personId, contactMethodId });
  await api.run('SwitchOnContactMethod', { personId, contactMethodId });
  await api.run('ChangeNotificationRule', { personId, ruleId, delayMinutes: 3 });
  await api.run('RemoveNotificationRule', { personId, ruleId });
  await api.run('RemoveContactMethod', { personId, contactMethodId });

  await api.run('ChooseClockFormat', { personId, format: '12h' });
  await api.run('AllowRehearsalPages', { personId });
  await api.run('DeclineRehearsalPages', { personId });
  const summary = { personId, kind: 'weekly_summary', contactMethodId: null } as const;
  await api.run('ChooseNotice', { ...summary, on: true });
  await api.run('ChooseNotice', { ...summary, on: false });
  await api.run('AskEmailChange', { personId, email: 'bo@elsewhere.example.org' });
  await stage.settle();
  await api.run('CancelEmailChange', { personId });
  mailbox.refuse('recipient', 550, '5.1.1 nobody is called that');
  await api.run('AskEmailChange', { personId, email: 'bo@nowhere.example.org' });
  await stage.settle();
  mailbox.recover();
  await api.run('AskEmailChange', { personId, email: 'bo@new.example.org' });
  await stage.settle();
  await api.run('ConfirmEmailChange', { personId, code: mailbox.lastCode()! });
  await stage.settle();

  const savedSearch = await api.run('SaveSearch', { personId, name: 'Mine', query: 'status=firing' });
  await api.run('SaveSearch', { personId, name: 'All', query: 'status=resolved' });
  await api.run('ForgetSearch', { personId, searchId: String(savedSearch.says['searchId']) });
};

/** The device reports that the page was delivered, and read. */
const sendReadReceipts = async ({ stage, pushService }: Cast): Promise<void> => {
  const { message } = pushService.messages.at(-1)!;
  if (message.kind !== 'page') throw new Error('it is no page');
  for (const receipt of ['delivered', 'read']) {
    const body = { act: 'receipt', attemptId: message.attemptId, receipt };
    await stage.tocsin.anonymous.request('POST', `/api/pages/${message.secret}`, body);
  }
  await stage.settle();
};

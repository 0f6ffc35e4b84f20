import type { Message } from '@tocsin/contracts/alert-groups/messages.js';
import { listMessages, type Company, type Promises } from './messages.js';

const resendCommand = ({ groupId, pageId, id: messageId }: Message) => ({ groupId, pageId, messageId });
/** The messages to Bo about what opened last, the newest first. */
const toBo = async (company: Company): Promise<readonly Message[]> => {
  const { id: group } = (await company.stage.listGroups()).at(-1)!;
  return listMessages(company, { person: company.bo.personId, group });
};

export const aMessageIsSentAgain: Promises = {
  'by a press, at once, by the same method, though another message rang a moment ago': async (company) => {
    const { stage, bo } = company;
    await stage.settleFully();
    bo.phone.answer(410);
    await stage.generic({ summary: 'Mail is stuck', key: 'mail' });
    const [failedMessage] = await toBo(company);
    expect(failedMessage).toMatchObject({ outcome: 'failed', resendable: true });
    bo.phone.recover();
    await stage.generic({ summary: 'Mail is late', key: 'late' });
    const group = await stage.getGroup(failedMessage!.number);
    await stage.ana.api.run('ResendMessage', resendCommand(failedMessage!));
    await stage.settle();
    expect(bo.phone.pages.at(-1)).toMatchObject({ title: 'Mail is stuck', groupId: group.id });
    const [repeatedMessage] = await listMessages(company, { person: bo.personId, group: group.id });
    expect(repeatedMessage).toMatchObject({
      outcome: 'delivered',
      because: 'resent',
      contactMethodId: bo.methodId,
      pageId: failedMessage!.pageId,
    });
  },

  'and the history says who sent it': async (company) => {
    const { stage, bo } = company;
    const group = (await stage.listGroups()).find(({ title }) => title === 'Mail is stuck')!;
    const resendEvent = (await stage.getTimeline(group.id)).find(({ type }) => type === 'MessageResent');
    expect(resendEvent).toMatchObject({ data: { personId: bo.personId }, meta: { actor: { kind: 'person', id: stage.ana.personId } } });
  },

  'but not by a method that was switched off since, nor once the page or the alert group is over': async (company) => {
    const { stage, bo } = company;
    const group = (await stage.listGroups()).find(({ title }) => title === 'Mail is stuck')!;
    const [last] = await listMessages(company, { person: bo.personId, group: group.id });
    const method = { personId: bo.personId, contactMethodId: bo.methodId };
    const { ringCount: rang } = bo;
    await bo.api.run('SwitchOffContactMethod', method);
    expect(await stage.ana.api.expectRefusal('ResendMessage', resendCommand(last!))).toMatchObject({
      status: 409,
      code: 'contact_method.switched_off',
    });
    await bo.api.run('SwitchOnContactMethod', method);
    await bo.api.run('AnswerPage', { groupId: group.id, pageId: last!.pageId });
    expect(await stage.ana.api.expectRefusal('ResendMessage', resendCommand(last!))).toMatchObject({ status: 409, code: 'page.ended' });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: group.id });
    expect(await stage.ana.api.expectRefusal('ResendMessage', resendCommand(last!))).toMatchObject({
      code: 'alert_group.already_resolved',
    });
    const all = await listMessages(company, { person: bo.personId, group: group.id });
    expect(all.some(({ resendable }) => resendable)).toBe(false);
    expect(bo.ringCount).toBe(rang);
  },
};

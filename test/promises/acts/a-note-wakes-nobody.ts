import type { Cast, Promises } from '../signals/cast.js';

const messageCountsOf = ({ ana, bo }: Cast): readonly number[] => [ana, bo].map(({ phone }) => phone.messages.length);

export const aNoteWakesNobody: Promises = {
  'while it fires: the escalation goes on as it was': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number, next } = await cast.openGroup();
    await stage.settleFully();
    const before = messageCountsOf(cast);
    await bo.api.run('AddNote', { groupId, text: 'The runbook is wrong.' });
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', holder: null, next, notes: 1 });
    await stage.advance('PT2M59S');
    expect(messageCountsOf(cast)).toEqual(before);
    expect(await cast.countRings(() => stage.advance('PT1S'))).toEqual([0, 1]);
  },

  'while somebody has it: neither they nor anybody else hears of it, quietly either': async (cast) => {
    const { stage, ana, bo } = cast;
    const { id: groupId, number } = await cast.getLastGroup();
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT6M');
    const before = messageCountsOf(cast);
    await bo.api.run('AddNote', { groupId, text: 'I know this one.' });
    await stage.advance('PT10M');
    expect(messageCountsOf(cast)).toEqual(before);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged', holder: { personId: ana.personId }, notes: 2 });
  },

  'once it is resolved: it stays so': async (cast) => {
    const { stage, ana, bo } = cast;
    const { id: groupId, number } = await cast.getLastGroup();
    await ana.api.run('ResolveAlertGroup', { groupId });
    await stage.advance('PT11M');
    const before = messageCountsOf(cast);
    await bo.api.run('AddNote', { groupId, text: 'It was the backup.' });
    await stage.advance('PT1H');
    expect(messageCountsOf(cast)).toEqual(before);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'resolved', notes: 3 });
  },
};

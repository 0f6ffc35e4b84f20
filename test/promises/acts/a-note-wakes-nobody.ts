import type { Cast, Promises } from '../signals/keep.js';

const heardBy = ({ ana, bo }: Cast): readonly number[] => [ana, bo].map(({ phone }) => phone.messages.length);

export const aNoteWakesNobody: Promises = {
  'while it fires: the escalation goes on as it was': async (cast) => {
    const { stage, bo } = cast;
    const { id: groupId, number, next } = await cast.opens();
    await stage.nothingWaits();
    const before = heardBy(cast);
    await bo.api.run('AddNote', { groupId, text: 'The runbook is wrong.' });
    expect(await stage.group(number)).toMatchObject({ status: 'firing', holder: null, next, notes: 1 });
    await stage.advance('PT2M59S');
    expect(heardBy(cast)).toEqual(before);
    expect(await cast.rings(() => stage.advance('PT1S'))).toEqual([0, 1]);
  },

  'while somebody has it: neither they nor anybody else hears of it, quietly either': async (cast) => {
    const { stage, ana, bo } = cast;
    const { id: groupId, number } = await cast.last();
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT6M');
    const before = heardBy(cast);
    await bo.api.run('AddNote', { groupId, text: 'I know this one.' });
    await stage.advance('PT10M');
    expect(heardBy(cast)).toEqual(before);
    expect(await stage.group(number)).toMatchObject({ status: 'acknowledged', holder: { personId: ana.personId }, notes: 2 });
  },

  'once it is resolved: it stays so': async (cast) => {
    const { stage, ana, bo } = cast;
    const { id: groupId, number } = await cast.last();
    await ana.api.run('ResolveAlertGroup', { groupId });
    await stage.advance('PT11M');
    const before = heardBy(cast);
    await bo.api.run('AddNote', { groupId, text: 'It was the backup.' });
    await stage.advance('PT1H');
    expect(heardBy(cast)).toEqual(before);
    expect(await stage.group(number)).toMatchObject({ status: 'resolved', notes: 3 });
  },
};

import type { Promises } from './cast.js';

const messageFields = (name: string) => ({ groupKey: `{}:{cluster="${name}"}` });
const [firstAlert, secondAlert] = [1, 2].map((n) => ({ name: 'Leaving', instance: `db-${n}` })) as [Alert, Alert];
interface Alert {
  readonly name: string;
  readonly instance: string;
}

export const anAlertThatLeftItsMessageIsEndingForSixMinutes: Promises = {
  'it still fires for six minutes, says when it resolves, and resolves then while the rest of its group goes on': async (cast) => {
    const { stage, ana } = cast;
    await stage.alertmanager('firing', [firstAlert, secondAlert], messageFields('leaving'));
    const { id } = await cast.getLastGroup();
    await ana.api.run('AcknowledgeAlertGroup', { groupId: id });
    await stage.alertmanager('firing', [firstAlert], messageFields('leaving'));
    expect(await cast.getLastGroup()).toMatchObject({ status: 'acknowledged', firing: 2, ending: { alerts: 1, all: false, over: false } });
    const { alerts } = await stage.getRow('alerts', id);
    expect(alerts.filter(({ endsAt }) => endsAt !== undefined).map(({ labels }) => labels['instance'])).toEqual(['db-2']);
    await stage.advance('PT5M59S');
    expect(await cast.getLastGroup()).toMatchObject({ firing: 2 });
    await stage.advance('PT2S');
    expect(await cast.getLastGroup()).toMatchObject({ status: 'acknowledged', firing: 1, ending: null });
    await stage.alertmanager('resolved', [firstAlert], messageFields('leaving'));
    expect(await cast.getLastGroup()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'sender' } });
    await stage.advance('PT11M');
  },

  'a group that is over but for it holds its escalation: when it fires again nobody is rung for that, and the step goes on counting':
    async (cast) => {
      const { stage } = cast;
      expect(await cast.countRings(() => stage.alertmanager('firing', [firstAlert, secondAlert], messageFields('held')))).toEqual([1, 0]);
      await stage.advance('PT2M');
      await stage.alertmanager('resolved', [firstAlert], messageFields('held'));
      expect(await cast.getLastGroup()).toMatchObject({ status: 'firing', firing: 1, ending: { alerts: 1, all: true, over: true } });
      expect(await cast.countRings(() => stage.advance('PT5M'))).toEqual([0, 0]);
      expect(await cast.countRings(() => stage.alertmanager('firing', [secondAlert], messageFields('held')))).toEqual([0, 0]);
      expect(await cast.getLastGroup()).toMatchObject({ status: 'firing', opening: 1, ending: null });
      expect(await cast.countRings(() => stage.advance('PT2M59S'))).toEqual([0, 0]);
      expect(await cast.countRings(() => stage.advance('PT2S'))).toEqual([0, 1]);
    },

  'by a message that says all is over and was cut, everything is over at once': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('resolved', [{ ...secondAlert, instance: 'db-9' }], { ...messageFields('held'), truncatedAlerts: 1 });
    expect(await cast.getLastGroup()).toMatchObject({ status: 'resolved', firing: 0 });
    await stage.advance('PT11M');
  },

  'who has it keeps it, also through a restart, and is told once when it is over': async (cast) => {
    const { stage, ana } = cast;
    await stage.alertmanager('firing', [firstAlert, secondAlert], messageFields('kept'));
    const { id } = await cast.getLastGroup();
    await ana.api.run('AcknowledgeAlertGroup', { groupId: id });
    await stage.advance('PT15M');
    await stage.alertmanager('resolved', [firstAlert], messageFields('kept'));
    const { ending } = await cast.getLastGroup();
    await stage.restart();
    expect(await cast.getLastGroup()).toMatchObject({ status: 'acknowledged', ending });
    const causes = await cast.collectCauses(ana, () => stage.advance('PT5M59S'));
    expect(causes).toEqual([]);
    expect(await cast.collectCauses(ana, () => stage.advance('PT2S'))).toEqual(['resolved']);
    expect(await cast.getLastGroup()).toMatchObject({ status: 'resolved', firing: 0, ending: null, resolvedBy: { by: 'sender' } });
    expect((await stage.getTimeline(id)).filter(({ type }) => type === 'AlertGroupResolved')).toHaveLength(1);
  },

  'a person resolves it at once, and need not be told that it still fires': async (cast) => {
    const { stage, ana } = cast;
    await stage.advance('PT11M');
    await stage.alertmanager('firing', [firstAlert, secondAlert], messageFields('by-hand'));
    const { id } = await cast.getLastGroup();
    await stage.alertmanager('resolved', [firstAlert], messageFields('by-hand'));
    await ana.api.run('ResolveAlertGroup', { groupId: id });
    expect(await cast.getLastGroup()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'person' } });
    const resolvedAlerts = (await stage.getTimeline(id)).flatMap((event) =>
      event.type === 'AlertGroupResolved' ? [event.data.whileFiring] : [],
    );
    expect(resolvedAlerts).toEqual([false]);
  },
};

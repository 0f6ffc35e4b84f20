import type { Promises } from './keep.js';

const key = (name: string) => ({ groupKey: `{}:{cluster="${name}"}` });
const [one, two] = [1, 2].map((n) => ({ name: 'Leaving', instance: `db-${n}` })) as [Alert, Alert];
interface Alert {
  readonly name: string;
  readonly instance: string;
}

export const anAlertThatLeftItsMessageIsEndingForSixMinutes: Promises = {
  'it still fires for six minutes, says when it resolves, and resolves then while the rest of its group goes on': async (cast) => {
    const { stage, ana } = cast;
    await stage.alertmanager('firing', [one, two], key('leaving'));
    const { id } = await cast.last();
    await ana.api.run('AcknowledgeAlertGroup', { groupId: id });
    await stage.alertmanager('firing', [one], key('leaving'));
    expect(await cast.last()).toMatchObject({ status: 'acknowledged', firing: 2, ending: { alerts: 1, all: false, over: false } });
    const { alerts } = await stage.row('alerts', id);
    expect(alerts.filter(({ endsAt }) => endsAt !== undefined).map(({ labels }) => labels['instance'])).toEqual(['db-2']);
    await stage.advance('PT5M59S');
    expect(await cast.last()).toMatchObject({ firing: 2 });
    await stage.advance('PT2S');
    expect(await cast.last()).toMatchObject({ status: 'acknowledged', firing: 1, ending: null });
    await stage.alertmanager('resolved', [one], key('leaving'));
    expect(await cast.last()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'sender' } });
    await stage.advance('PT11M');
  },

  'a group that is over but for it holds its escalation: when it fires again nobody is rung for that, and the step goes on counting':
    async (cast) => {
      const { stage } = cast;
      expect(await cast.rings(() => stage.alertmanager('firing', [one, two], key('held')))).toEqual([1, 0]);
      await stage.advance('PT2M');
      await stage.alertmanager('resolved', [one], key('held'));
      expect(await cast.last()).toMatchObject({ status: 'firing', firing: 1, ending: { alerts: 1, all: true, over: true } });
      expect(await cast.rings(() => stage.advance('PT5M'))).toEqual([0, 0]);
      expect(await cast.rings(() => stage.alertmanager('firing', [two], key('held')))).toEqual([0, 0]);
      expect(await cast.last()).toMatchObject({ status: 'firing', opening: 1, ending: null });
      expect(await cast.rings(() => stage.advance('PT2M59S'))).toEqual([0, 0]);
      expect(await cast.rings(() => stage.advance('PT2S'))).toEqual([0, 1]);
    },

  'by a message that says all is over and was cut, everything is over at once': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('resolved', [{ ...two, instance: 'db-9' }], { ...key('held'), truncatedAlerts: 1 });
    expect(await cast.last()).toMatchObject({ status: 'resolved', firing: 0 });
    await stage.advance('PT11M');
  },

  'who has it keeps it, also through a restart, and is told once when it is over': async (cast) => {
    const { stage, ana } = cast;
    await stage.alertmanager('firing', [one, two], key('kept'));
    const { id } = await cast.last();
    await ana.api.run('AcknowledgeAlertGroup', { groupId: id });
    await stage.advance('PT15M');
    await stage.alertmanager('resolved', [one], key('kept'));
    const { ending } = await cast.last();
    await stage.restart();
    expect(await cast.last()).toMatchObject({ status: 'acknowledged', ending });
    const heard = await cast.hears(ana, () => stage.advance('PT5M59S'));
    expect(heard).toEqual([]);
    expect(await cast.hears(ana, () => stage.advance('PT2S'))).toEqual(['resolved']);
    expect(await cast.last()).toMatchObject({ status: 'resolved', firing: 0, ending: null, resolvedBy: { by: 'sender' } });
    expect((await stage.timeline(id)).filter(({ type }) => type === 'AlertGroupResolved')).toHaveLength(1);
  },

  'a person resolves it at once, and need not be told that it still fires': async (cast) => {
    const { stage, ana } = cast;
    await stage.advance('PT11M');
    await stage.alertmanager('firing', [one, two], key('by-hand'));
    const { id } = await cast.last();
    await stage.alertmanager('resolved', [one], key('by-hand'));
    await ana.api.run('ResolveAlertGroup', { groupId: id });
    expect(await cast.last()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'person' } });
    const resolved = (await stage.timeline(id)).flatMap((event) => (event.type === 'AlertGroupResolved' ? [event.data.whileFiring] : []));
    expect(resolved).toEqual([false]);
  },
};

import type { Promises } from './cast.js';

const key = { groupKey: '{}:{cluster="several"}' };
const [one, two, three] = [1, 2, 3].map((n) => ({ name: 'Several', instance: `db-${n}` })) as [Alert, Alert, Alert];
interface Alert {
  readonly name: string;
  readonly instance: string;
}

export const aGroupFiresWhileOneOfItsAlertsDoes: Promises = {
  'what ends of it neither resolves it nor stops the escalation': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('firing', [one, two, three], key);
    await stage.alertmanager('firing', [{ ...one, resolved: true }, { ...two, resolved: true }, three], key);
    expect(await cast.getLastGroup()).toMatchObject({ status: 'firing', firing: 1, alerts: 3 });
    expect(await cast.countRings(() => stage.advance('PT5M'))).toEqual([0, 1]);
  },

  'it goes on with one that begins while the last of the others ends': async (cast) => {
    const { stage } = cast;
    const { number } = await cast.getLastGroup();
    await stage.alertmanager('firing', [one, { ...three, resolved: true }], key);
    expect(await cast.getLastGroup()).toMatchObject({ number, status: 'firing', firing: 1, opening: 1 });
  },

  'with its last alert it is resolved, and rings nobody any more': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('resolved', [one], key);
    expect(await cast.getLastGroup()).toMatchObject({ status: 'resolved', firing: 0, resolvedBy: { by: 'sender' } });
    expect(await cast.countRings(() => stage.advance('PT1H'))).toEqual([0, 0]);
  },
};

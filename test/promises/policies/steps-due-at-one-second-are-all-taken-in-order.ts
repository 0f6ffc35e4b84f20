import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Promises } from './cast.js';

const isSecondStep = (event: { readonly type: string; readonly data: object }): event is RecordedOf<'EscalationStepTaken'> =>
  event.type === 'EscalationStepTaken' && (event as RecordedOf<'EscalationStepTaken'>).data.step === 2;

export const stepsDueAtOneSecondAreAllTakenInOrder: Promises = {
  'the alert groups in the order in which their steps were due': async (cast) => {
    const { stage, bo, cleo } = cast;
    await stage.setPolicy([{ page: [bo] }, { page: [cleo] }]);
    const groups: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      groups.push(await cast.openGroupByHand());
      await stage.advance('PT0.05S');
    }
    await stage.advance('PT6M');
    const timelines = await Promise.all(groups.map((id) => stage.getTimeline(id)));
    const ordinals = timelines.map((events) => events.find(isSecondStep)!.ordinal);
    expect(ordinals).toEqual(ordinals.toSorted((a, b) => a - b));
    expect(await Promise.all(groups.map((id) => cast.namesOfPaged(id)))).toEqual(groups.map(() => ['Bo', 'Cleo']));
  },
};

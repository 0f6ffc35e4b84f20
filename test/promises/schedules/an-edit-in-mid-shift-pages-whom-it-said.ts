import type { DraftAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { onDuty, type Duty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

let scheduleId: string;
let draftAnswer: DraftAnswer;
const saidAt = (duty: Duty, at: string): readonly string[] =>
  duty.names(draftAnswer.final.filter(({ from, to }) => from <= at && at < to).map(({ personId }) => personId));

/** Bo leaves the order; Cleo and Dan come into it. */
const editLayer = async ({ ana, cleo, dan }: Duty): Promise<LayerSetting> => {
  const { versions } = await ana.api.row('schedules', scheduleId);
  const layer = versions[0]!.layers[0]!;
  const addedSlots = [cleo, dan].map(({ personId }) => ({ slotId: crypto.randomUUID(), people: [personId] }));
  return { ...layer, rotation: { ...layer.rotation, slots: [layer.rotation.slots[0]!, ...addedSlots] } };
};

export const anEditInMidShiftPagesWhomItSaid: Promises = {
  'is previewed, and the preview writes nothing': async (duty) => {
    scheduleId = await duty.schedule([duty.ana, duty.bo]);
    await duty.createPolicy([onDuty(scheduleId)]);
    const head = await duty.stage.getHead();
    const rules = { timeZone: 'UTC', layers: [await editLayer(duty)] };
    const draft = { ...rules, from: duty.at(0, '10:00'), to: duty.at(3, '10:00') };
    draftAnswer = (await duty.ana.api.request<DraftAnswer>('POST', `/api/schedules/${scheduleId}/draft`, draft)).body;
    expect(await duty.stage.getHead()).toBe(head);
    // the person on call keeps the turn until its end
    expect(draftAnswer.changes[0]).toEqual({ at: duty.at(1, '09:00'), before: [duty.bo.personId], after: [duty.cleo.personId] });
    await duty.ana.api.run('ChangeSchedule', { scheduleId, version: 1, ...rules });
  },

  'pages at each moment whom the preview said': async (duty) => {
    const moments = [duty.at(0, '10:00'), duty.at(1, '08:59'), duty.at(1, '09:00'), duty.at(2, '08:59'), duty.at(2, '09:00')];
    const paged: string[] = [];
    for (const at of moments) {
      await duty.until(at);
      const names = await duty.pagedNames();
      expect([at, names]).toEqual([at, saidAt(duty, at)]);
      paged.push(...names);
    }
    expect(paged).toEqual(['Ana', 'Ana', 'Cleo', 'Cleo', 'Dan']);
  },
};

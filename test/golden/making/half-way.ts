import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { addMail, newestGroup, type Cast } from './cast.js';

/**
 * The final state of a golden folder: everyone is reached by e-mail only, because the mail server’s address is a setting and not on
 * the log. Ana was paged two minutes ago; her second rule, and the step to the person on call, Bo, are still to come; Cleo has
 * another group and will be asked about it.
 */
export const stopHalfWay = async (cast: Cast): Promise<void> => {
  const { stage, bo, cleo } = cast;
  const { ana } = stage;
  for (const [player, address, clockAdvance] of [
    [ana, 'ana@pager.example.org', 'ana@home.example.org'],
    [bo, 'bo@pager.example.org', null],
    [cleo, 'cleo@pager.example.org', null],
  ] as const) {
    const { api, personId, methodId } = player;
    await api.prove();
    await addRules(cast, player, address, 0);
    if (clockAdvance) await addRules(cast, player, clockAdvance, 5);
    await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
  }
  const scheduleId = await createScheduleOn(stage, 'Behind Ana', { anchor: await stage.settle(), turns: [bo] });
  await stage.setPolicy([
    { page: [ana], wait: 10 },
    { page: [{ kind: 'schedule', scheduleId }], wait: 10 },
  ]);
  await stage.alertmanager('firing', [{ name: 'CertificateExpires', instance: 'web-1' }], { groupKey: '{}:{cluster="east"}' });
  await cleo.api.run('AcknowledgeAlertGroup', { groupId: (await newestGroup(cast)).id });
  await stage.generic({ summary: 'Half way', key: 'half-way', labels: { host: 'db-3' } });
  await stage.advance('PT2M');
};

const addRules = async (cast: Cast, player: Cast['bo'], address: string, delayMinutes: number): Promise<void> => {
  const contactMethodId = await addMail(cast, player, address);
  const { personId } = player;
  for (const urgency of ['high', 'low'] as const)
    await player.api.run('AddNotificationRule', { personId, urgency, contactMethodId, delayMinutes });
};

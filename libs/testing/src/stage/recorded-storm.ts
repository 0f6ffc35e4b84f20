import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { eventsOfFolder } from './reenact-folder.js';
import type { RealStage } from './real-stage.js';

const services = 6;
const perService = 30;

/** Resolves when everything has been routed, and is on the list. */
export const atRest = async ({ ana }: RealStage): Promise<void> => {
  for (;;) {
    const { body } = await ana.api.request<HealthAnswer>('GET', '/api/health');
    if (body.reactor.lag === 0 && body.views.lag === 0) return;
  }
};

/**
 * A storm that a real server, in real time, could not keep up with: alerts of several services at once, some of which resolve
 * before anyone could look, while Ana acknowledges and resolves some of what she sees; then one more, calmly. Returns its log.
 */
export const recordStorm = async (stage: RealStage): Promise<readonly Recorded[]> => {
  const paths: string[] = [];
  for (let n = 0; n < services; n += 1) paths.push((await stage.integration('generic', `Service ${n}`)).path);
  const send = (n: number, action: 'trigger' | 'resolve'): Promise<unknown> => {
    const key = `disk-${n}`;
    return stage.ana.api.request('POST', paths[n % services]!, {
      key,
      action,
      summary: `The disk of ${key} is full`,
      severity: 'critical',
    });
  };
  const all = Array.from({ length: services * perService }, (_, n) => n);
  const waves = all.map(async (n) => {
    await send(n, 'trigger');
    if (n % 3 === 0) await send(n, 'resolve');
    if (n % 9 === 0) await send(n, 'trigger');
  });
  let isOver = false;
  const performActs = async (): Promise<void> => {
    for (let isLast = false; !isLast;) {
      isLast = isOver;
      const rows = await stage.ana.api.list('alertGroups', 'where.status=firing');
      for (const [n, { id }] of rows.slice(0, 12).entries()) {
        // the sender may have resolved it in the meantime
        await stage.ana.api.request('POST', `/api/commands/${n % 3 === 0 ? 'ResolveAlertGroup' : 'AcknowledgeAlertGroup'}`, {
          groupId: id,
        });
      }
    }
  };
  const whenActed = performActs();
  await Promise.all(waves);
  isOver = true;
  await whenActed;
  await atRest(stage);
  // however slow the machine was: of this one nothing is left to decide when it is acknowledged
  await send(all.length, 'trigger');
  await atRest(stage);
  const newest = (await stage.ana.api.list('alertGroups', 'where.status=firing&sort=number')).at(-1)!;
  await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: newest.id });
  await atRest(stage);
  await stage.stop();
  return eventsOfFolder(stage.data);
};

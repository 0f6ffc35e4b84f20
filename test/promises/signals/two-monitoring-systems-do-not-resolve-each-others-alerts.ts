import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import type { Cast, Promises } from './cast.js';

const sharedFields = { groupKey: '{}:{cluster="shared"}' };
const disk = [{ name: 'SharedDisk' }];

/** A second Alertmanager of the same service, with byte-identical messages. */
const addOtherSystem = async ({ stage, ana }: Cast): Promise<(status: 'firing' | 'resolved') => Promise<void>> => {
  const { teamId, serviceId } = stage.setUpAnswer;
  const { says } = await ana.api.run('CreateIntegration', { teamId, serviceId, name: 'Other cluster', kind: 'alertmanager' });
  await stage.settle();
  const path = new URL(String(says['address'])).pathname;
  return async (status) => {
    const answer = await stage.tocsin.anonymous.request('POST', path, alertmanagerMessage(status, disk, sharedFields));
    expect(answer.status).toBe(202);
    await stage.settle();
  };
};

export const twoMonitoringSystemsDoNotResolveEachOthersAlerts: Promises = {
  'though their keys and fingerprints are the same': async (cast) => {
    const { stage } = cast;
    const tells = await addOtherSystem(cast);
    await stage.alertmanager('firing', disk, sharedFields);
    const { number } = await cast.getLastGroup();
    await tells('firing');
    expect(await cast.getLastGroup()).toMatchObject({ number: number + 1, status: 'firing' });

    await tells('resolved');
    expect([(await stage.getGroup(number)).status, (await stage.getGroup(number + 1)).status]).toEqual(['firing', 'resolved']);
    // nor does one listing nothing of the other’s
    await tells('firing');
    await stage.alertmanager('resolved', disk, sharedFields);
    expect([(await stage.getGroup(number)).status, (await cast.getLastGroup()).status]).toEqual(['resolved', 'firing']);
  },

  'nor by interfaces of different kinds': async (cast) => {
    const { stage } = cast;
    await stage.generic({ summary: 'By a script', key: 'same-key' });
    const { number } = await cast.getLastGroup();
    await stage.pagerduty('resolve', 'same-key');
    await stage.pagerduty('acknowledge', 'same-key');
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing', holder: null });
  },
};

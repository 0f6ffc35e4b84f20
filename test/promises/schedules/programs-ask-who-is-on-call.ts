import type { OnCallAnswer } from '@tocsin/contracts/schedules/answers.js';
import { Client } from '@tocsin/testing/stage/client.js';
import type { Duty } from '@tocsin/testing/schedules/duty.js';
import type { Promises } from './cast.js';

const tokenOf = async ({ ana, stage }: Duty, scope: 'read' | 'metrics'): Promise<Client> => {
  await ana.api.prove();
  const { says } = await ana.api.run('IssueServiceToken', { name: `Robot ${scope}`, teamId: null, scopes: [scope] });
  await stage.settle();
  return new Client(stage.tocsin.url, String(says['token']), '');
};

export const programsAskWhoIsOnCall: Promises = {
  'by a service token: who was, who is and who will be, with ids and names': async (duty) => {
    const scheduleId = await duty.schedule([duty.ana, duty.bo], { zone: 'Europe/Berlin' });
    await duty.until(duty.at(1, '12:00'));
    const tokenClient = await tokenOf(duty, 'read');
    const namesOnCall: string[] = [];
    for (const at of [duty.at(0, '12:00'), undefined, duty.at(2, '12:00')]) {
      const path = `/api/on-call?schedule=${scheduleId}${at === undefined ? '' : `&at=${at}`}`;
      const { body } = await tokenClient.request<OnCallAnswer>('GET', path);
      const [{ now, timeZone } = { now: [], timeZone: '' }] = body.schedules;
      namesOnCall.push(`${now.map(({ personId }) => body.names[personId]).join()} ${timeZone}`);
    }
    expect(namesOnCall).toEqual(['Ana Europe/Berlin', 'Bo Europe/Berlin', 'Ana Europe/Berlin']);
  },

  'and by the metrics, with people as ids': async (duty) => {
    const scheduleId = await duty.schedule([duty.cleo]);
    const tokenClient = await tokenOf(duty, 'metrics');
    const { body } = await tokenClient.request<string>('GET', '/metrics');
    expect(body).toContain(`tocsin_on_call{schedule="${scheduleId}",person="${duty.cleo.personId}"} 1`);
    expect(body).not.toContain('Cleo');
  },
};

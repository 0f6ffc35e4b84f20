import { v7 } from 'uuid';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { notReadInTime, sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  stage.expectedErrors = notReadInTime;
});
afterAll(() => stage.close());

interface Found {
  readonly rows: readonly { readonly row: { readonly number: number } }[];
  readonly inAlerts?: readonly { readonly text: string }[];
}
const search = (q: string) => stage.ana.api.request<Found>('GET', `/api/views/alertGroups?q=${encodeURIComponent(q)}&sort=number`);
/** Numbers of the groups that a search finds, and the lines of alerts that it names. */
const find = async (q: string) => {
  const { body } = await search(q);
  return [body.rows.map(({ row }) => row.number), body.inAlerts?.map(({ text }) => text)];
};
const send = async (name: string, instances: readonly string[]) => {
  const { path } = await stage.integration('alertmanager');
  const body = alertmanagerMessage(
    'firing',
    instances.map((instance) => ({ name, instance, severity: 'info' })),
    { groupKey: `{}:{alertname="${name}"}`, groupLabels: { alertname: name } },
  );
  expect((await sentAgain(() => stage.tocsin.anonymous.request('POST', path, body))).status).toBe(202);
  await stage.settle();
};

story('a search', (chapter) => {
  chapter('finds a group by any of its alerts, and says by which', async () => {
    await send(
      'HostDown',
      Array.from({ length: 1_500 }, (_, n) => `Web-${n}.eu-1`),
    );
    await send('DiskFull', ['db-1']);
    expect(await find('web-1234')).toEqual([[1], ['instance=Web-1234.eu-1']]);
    expect(await find('instance=web-1234.eu-1')).toEqual([[1], ['instance=Web-1234.eu-1']]);
    expect(await find('web-1234 hostdown')).toEqual([[1], ['instance=Web-1234.eu-1']]);
    expect(await find('web-1234 diskfull')).toEqual([[], []]);
    // by its own text: nothing to explain
    expect(await find('diskfull')).toEqual([[2], []]);
    await send('HostDown', ['late-1']);
    expect(await find('late-1')).toEqual([[1], ['instance=late-1']]);
  });

  chapter('compares the labels of every alert with a pattern', async () => {
    expect(await find('instance=~web-12[0-9]{2}.*')).toEqual([[1], [expect.stringMatching(/^instance=Web-12\d\d\.eu-1$/)]]);
    expect(await find('instance=~db')).toEqual([[], []]);
    expect(await find('instance=~db-\\d+|nothing')).toEqual([[2], ['instance=db-1']]);
    expect(await find('instance!~web.*')).toEqual([[2], []]);
    expect(await search('instance=~(')).toMatchObject({ status: 422, body: { code: 'request.invalid', errors: [{ path: 'q' }] } });
    // exponential for other engines
    expect(await find('instance=~(a+)+$')).toEqual([[], []]);
  });

  chapter('leaves out the groups with an alert that has a label', async () => {
    // of one alert among 1,501, and of a value that only begins like it
    expect(await find('instance!=web-1234.eu-1')).toEqual([[2], []]);
    expect(await find('instance!=WEB-123')).toEqual([[1, 2], []]);
    expect(await find('instance!=db-1')).toEqual([[1], []]);
    expect(await find('alertname!=HostDown')).toEqual([[2], []]);
    expect(await find('colour!=red')).toEqual([[1, 2], []]);
    expect(await find('instance=""')).toEqual([[], []]);
    expect(await find('colour=""')).toEqual([[1, 2], []]);
    expect((await find('instance!=""'))[0]).toEqual([1, 2]);
    // an operator in a quoted word is text
    expect(await find('"instance!=db-1"')).toEqual([[], []]);
    expect(await find('"instance=db-1"')).toEqual([[2], []]);
  });

  chapter('is put together from states, teams, services, labels and words', async () => {
    expect(await find('status:firing team:acme service:"production" instance!=db-1 web-1234')).toEqual([[1], ['instance=Web-1234.eu-1']]);
    expect(await find('status:firing instance=~web-.* instance!~web-1.*')).toEqual([[], []]);
    expect(await find('status:acknowledged web-1234')).toEqual([[], []]);
    expect(await find('team:others web-1234')).toEqual([[], []]);
    expect(await find('service:others instance!=db-1')).toEqual([[], []]);
    expect(await find('urgency:low instance!=web-1234.eu-1 diskfull')).toEqual([[2], []]);
    expect(await find('urgency:high')).toEqual([[], []]);
    // still being typed
    expect(await find('status: web-1234 instance!=')).toEqual([[1], ['instance=Web-1234.eu-1']]);
  });

  chapter('is what an act on all that match goes by', async () => {
    const { ordinal } = (await stage.ana.api.request<{ ordinal: number }>('GET', '/api/views/alertGroups?limit=1')).body;
    await stage.advance('PT1S');
    const filter = new URLSearchParams({ 'where.status': 'firing', q: 'web-1234' }).toString();
    const { says } = await stage.ana.api.run('ActOnFiltered', { bulkActId: v7(), act: 'AcknowledgeAlertGroup', filter, ordinal });
    expect(says).toMatchObject({ matched: 1 });
    await stage.settle();
    expect((await stage.listGroups()).map(({ number, status }) => [number, status])).toEqual([
      [1, 'acknowledged'],
      [2, 'firing'],
    ]);
  });
});

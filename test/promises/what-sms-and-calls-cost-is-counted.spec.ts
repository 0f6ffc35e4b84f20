import type { CostFigures, ReportAnswer } from '@tocsin/contracts/reports/reports.js';
import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import { TwilioStage } from '@tocsin/testing/channels/twilio/twilio-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const [texted, called] = ['+41791234567', '+18765550100'];

let world: TwilioStage;
beforeAll(async () => {
  world = await TwilioStage.begin();
  const { stage } = world;
  await stage.setPolicy([{ page: [stage.ana], wait: 60 }]);
});
afterAll(() => world.close());

const costNow = async (): Promise<CostFigures> => {
  await world.stage.settleFully();
  const { body } = await world.stage.ana.api.request<ReportAnswer>('GET', '/api/reports/cost');
  return body.figures as CostFigures;
};

story('the cost report', (chapter) => {
  chapter('counts codes, of no team, by the country of their number', async () => {
    await world.addNumber(world.stage.ana, texted);
    await world.addNumber(world.stage.ana, called, 'voice');
    const { connectionId } = world;
    const { lines, ...sum } = await costNow();
    expect(sum).toMatchObject({ messages: 1, parts: 1, calls: 1, minutes: 1 });
    expect(lines).toEqual([
      { connectionId, country: '+1876', teamId: null, messages: 0, parts: 0, calls: 1, minutes: 1 },
      { connectionId, country: '+41', teamId: null, messages: 1, parts: 1, calls: 0, minutes: 0 },
    ]);
  });

  chapter('counts pages by team, and a message for several pages once', async () => {
    const { stage } = world;
    await world.open(1, 'Disk is full');
    for (const n of [2, 3]) await stage.generic({ summary: `Disk ${n} is full`, key: `k${n}`, severity: 'critical' });
    await stage.advance('PT2M');
    const { teamId } = stage.setUpAnswer;
    const { lines, messages } = await costNow();
    expect(lines.filter((line) => line.teamId === teamId)).toMatchObject([
      { country: '+1876', calls: world.twilio.calls.length - 1 },
      { country: '+41', messages: world.twilio.messages.length - 1, parts: world.twilio.messages.length - 1 },
    ]);
    expect([messages, messages < 4]).toEqual([world.twilio.messages.length, true]);
  });

  chapter('is a table with names, and the same after a restart', async () => {
    const { stage } = world;
    const before = await costNow();
    await stage.restart();
    expect(await costNow()).toEqual(before);
    const { body } = await stage.ana.api.request<string>('GET', '/api/reports/cost?format=csv');
    expect(body).toMatch(/"?connection"?,"?country"?,"?team"?,"?SMS"?,"?SMS parts"?,"?calls"?,"?begun minutes"?/);
    expect(body).toContain('Twilio');
  });

  chapter('has sums for those who see the connection with its prices, and for nobody else', async () => {
    const { stage, connectionId } = world;
    const { api } = stage.ana;
    await api.prove();
    const { body } = await api.request<ConnectionsShown>('GET', '/api/settings/connections');
    const { kind, name, fields } = body.connections[0]!;
    await api.run('ChangeConnection', { connectionId, kind, name, fields: { ...fields, prices: 'CHF +41 0.07 0.02' } } as never);
    const tableOf = async ({ api: reader }: Player) =>
      (await reader.request<string>('GET', '/api/reports/cost?format=csv')).body.split('\r\n').find((line) => line.includes('+41'))!;
    expect(await tableOf(stage.ana)).toMatch(/Twilio.*,"?0\.\d+"?,"?CHF"?,/);
    const theirs = await tableOf(await stage.addPerson('Bo'));
    expect(theirs).toContain(connectionId);
    expect(theirs).not.toMatch(/Twilio|CHF/);
    expect(theirs).toMatch(/,"?"?,"?"?,"?\d{4}-/);
  });
});

// cluster: short, reads of the whole log
import { createHash } from 'node:crypto';
import {
  reportNames,
  type EventsCounted,
  type LoadFigures,
  type ReportAnswer,
  type ResponseFigures,
} from '@tocsin/contracts/reports/reports.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

type Answer = ReportAnswer & { readonly figures: ResponseFigures };

story('a report', (chapter) => {
  let stage: Stage;
  let bo: Player;
  let first: Answer;
  const report = async (query = ''): Promise<Answer> => {
    const { status, body } = await stage.ana.api.request<Answer>('GET', `/api/reports/response?measures=mtta,time_to_resolve${query}`);
    expect(status).toBe(200);
    return body;
  };
  const loadPinned = (): Promise<Answer> => report(`&from=${first.order.from}&to=${first.order.to}&ordinal=${first.pin.ordinal}`);
  const fileOf = (path: string): Promise<Response> =>
    fetch(`${stage.tocsin.url}/api/reports/${path}`, { headers: { authorization: `Bearer ${stage.ana.api.token}` } });
  const groupNamed = async (title: string) => (await stage.ana.api.list('alertGroups')).find((row) => row.title === title)!;

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [bo] }, { page: [stage.ana] }]);
  });
  afterAll(() => stage.close());

  chapter('counts each opening, from the first moment it could page to the first acknowledge of a person', async () => {
    await stage.generic({ summary: 'Search is down', key: 'search' });
    await stage.advance('PT2M');
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await groupNamed('Search is down')).id });
    await stage.settle();
    await stage.advance('PT3M');
    await stage.generic({ summary: 'Search is down', key: 'search', action: 'resolve' });
    // no one answers: step 2 is taken, and the sender resolves it
    await stage.generic({ summary: 'Mail is slow', key: 'mail' });
    await stage.advance('PT8M');
    await stage.generic({ summary: 'Mail is slow', key: 'mail', action: 'resolve' });
    // still open, and acknowledged by its sender alone
    await stage.pagerduty('trigger', 'disk');
    await stage.pagerduty('acknowledge', 'disk');
    await stage.ana.api.run('SendTestAlert', { contactMethodId: stage.ana.methodId });
    await stage.settle();

    first = await report();
    const { figures } = first;
    expect(figures).toMatchObject({
      openings: 3,
      groups: 3,
      acknowledged: 1,
      acknowledgedOtherwise: 1,
      escalated: 1,
      stillOpen: 1,
      resolvedBy: { person: 0, sender: 2, timer: 0 },
    });
    const [mtta, toResolve] = figures.measures;
    expect(mtta!.all).toEqual({ measured: 1, missing: 2, mean: 120_000, p50: 120_000, p90: 120_000, p95: 120_000, max: 120_000 });
    expect(toResolve!.all).toMatchObject({ measured: 2, missing: 1, p50: 300_000, max: 480_000 });
    expect(figures.longest.map(({ number, took }) => [number, took])).toEqual([[1, 120_000]]);
  });

  chapter('shows its pin, and contains no names and no text of people', async () => {
    expect(first.pin).toMatchObject({
      report: 'response',
      version: 4,
      zones: expect.any(String),
      hash: expect.stringMatching(/^[\da-f]{64}$/),
    });
    expect(JSON.stringify(first.figures)).not.toMatch(/Search|Mail|Ana|Bo/);
  });

  chapter('is the same bytes at the same position, whatever happened since', async () => {
    await bo.api.run('AddNote', { groupId: (await groupNamed('Mail is slow')).id, text: 'It was the queue' });
    await stage.pagerduty('resolve', 'disk');
    await stage.settle();
    expect((await report()).figures.stillOpen).toBe(0);
    expect(await loadPinned()).toEqual(first);
  });

  chapter('has the same bytes after a person was erased, and after the views were lost', async () => {
    const { personId } = bo;
    await stage.ana.api.run('DisablePerson', { personId, leaveGaps: true });
    await stage.settle();
    await stage.ana.api.run('ErasePerson', { personId });
    await stage.settle();
    expect(await loadPinned()).toEqual(first);
    await stage.tocsin.stop();
    await stage.deleteViews();
    await stage.restart();
    await stage.settle();
    expect(await loadPinned()).toEqual(first);
  });

  chapter('has the same bytes to hash for every reader, for every report', async () => {
    const range = `from=${first.order.from}&to=${first.order.to}&ordinal=${first.pin.ordinal}`;
    for (const name of reportNames) {
      const { body } = await stage.ana.api.request<Answer>('GET', `/api/reports/${name}?${range}`);
      const text = await (await fileOf(`${name}?${range}&format=canonical`)).text();
      expect(createHash('sha256').update(text).digest('hex')).toBe(body.pin.hash);
      expect(text).not.toMatch(/Search|Mail|Ana|Bo/);
      expect(JSON.parse(text)).toEqual({ figures: body.figures, order: body.order });
    }
  });

  chapter('shows figures of single people to those who may see them, and says where it is cut', async () => {
    const load = async (player: Player) => {
      const { body } = await player.api.request<ReportAnswer & { figures: LoadFigures }>('GET', '/api/reports/load');
      return { ...body, people: body.figures.people.map(({ personId }) => personId) };
    };
    const anasReport = await load(stage.ana);
    // erased people stay counted
    expect(anasReport.people).toEqual(expect.arrayContaining([bo.personId, stage.ana.personId]));
    expect(anasReport.cut).toBe(false);
    const observer = await load(await stage.addPerson('Cleo', { role: 'observer', isInTeam: false }));
    expect(observer).toMatchObject({ cut: true, people: [] });
    expect(observer.figures.interruptions).toBe(anasReport.figures.interruptions);
  });

  chapter('lists the events behind a number, at its position of the log, and leaves people out as the report does', async () => {
    const at = `from=${first.order.from}&to=${first.order.to}&ordinal=${first.pin.ordinal}`;
    const listEvents = async (player: Player, query: string) => {
      const { status, body } = await player.api.request<EventsCounted>('GET', `/api/reports/load/events?${at}&${query}`);
      return { status, ...body };
    };
    const { body } = await stage.ana.api.request<ReportAnswer & { figures: LoadFigures }>('GET', `/api/reports/load?${at}`);
    const bosFigures = body.figures.people.find(({ personId }) => personId === bo.personId)!;
    expect(bosFigures.interruptions).toBeGreaterThan(0);
    const allEvents = await listEvents(stage.ana, `figure=interruptions&by=person&of=${bo.personId}`);
    expect(allEvents).toMatchObject({ status: 200, cut: false, count: bosFigures.interruptions });
    expect(allEvents.events).toHaveLength(bosFigures.interruptions);
    const [one] = allEvents.events;
    expect(one).toMatchObject({ personId: bo.personId, channel: 'webhook', number: expect.any(Number) });
    // it is the event that the number counted
    const { body: event } = await stage.ana.api.request('GET', `/api/events/${one!.ordinal}`);
    expect(event).toMatchObject({ ordinal: one!.ordinal, type: 'AttemptSent' });
    const dora = await stage.addPerson('Dora', { role: 'observer', isInTeam: false });
    expect(await listEvents(dora, `figure=interruptions&by=person&of=${bo.personId}`)).toMatchObject({ status: 403 });
    const all = await listEvents(dora, 'figure=interruptions');
    expect(all).toMatchObject({ status: 200, cut: true, count: body.figures.interruptions });
    expect(new Set(all.events.map(({ personId }) => personId))).toEqual(new Set([null]));
  });

  chapter('says which numbers of a report count events', async () => {
    const requestReport = (path: string) => stage.ana.api.request('GET', `/api/reports/${path}`);
    expect(await requestReport('load/events?figure=repeats')).toMatchObject({ status: 422, body: { errors: [{ path: 'figure' }] } });
    expect(await requestReport('noise/events?figure=sleep&by=person')).toMatchObject({ status: 422, body: { errors: [{ path: 'by' }] } });
    expect(await requestReport('response/events?figure=sleep')).toMatchObject({ status: 404 });
  });

  chapter('is a table for payroll, with names', async () => {
    const csv = await fileOf('load?format=csv');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(await csv.text()).toContain('"Ana"');
  });

  chapter('measures what its definition says, two definitions side by side over the same past', async () => {
    const { order } = first;
    const { body } = await stage.ana.api.request<Answer>(
      'GET',
      `/api/reports/response?from=${order.from}&to=${order.to}&measures=mtta,opened.first~escalated.first`,
    );
    expect(body.figures.measures.map(({ all }) => all.p50)).toEqual([120_000, 300_000]);
    expect(body.order.measures[1]).toMatchObject({ from: { anchor: 'opened' }, to: { anchor: 'escalated' } });
  });

  chapter('says what is wrong with a question that it can’t answer', async () => {
    const requestReport = (query: string) => stage.ana.api.request('GET', `/api/reports/response?${query}`);
    expect(await requestReport('zone=Nowhere/Town')).toMatchObject({ status: 422, body: { errors: [{ path: 'zone' }] } });
    expect(await requestReport('measures=quickness')).toMatchObject({ status: 422, body: { errors: [{ path: 'measures' }] } });
    expect(await requestReport('from=2026-12-02&to=2026-12-01')).toMatchObject({ status: 422, body: { errors: [{ path: 'from' }] } });
  });
});

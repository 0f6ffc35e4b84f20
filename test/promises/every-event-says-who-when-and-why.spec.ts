// cluster: short, pages of history, and search
import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { eventGroupOf } from '@tocsin/contracts/event-kinds.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let otherPhone: Phone;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [bo] }, { page: [stage.ana] }]);
  // a code that is never entered: if it were entered immediately, its delivery might not be recorded
  otherPhone = await Phone.start();
  const { says } = await bo.api.run('AddContactMethod', { kind: 'webhook', personId: bo.personId, address: otherPhone.url });
  await otherPhone.waitForCode(String(says['contactMethodId']));
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  const { id: groupId } = await stage.getGroup();
  await stage.advance('PT6M');
  await bo.api.run('AcknowledgeAlertGroup', { groupId });
  await bo.api.run('AddNote', { groupId, text: 'The backup filled it. **Cleaning** <b>up</b>.' });
  await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
});
afterAll(async () => {
  await stage.close();
  await otherPhone.close();
});

const listAllEvents = async (): Promise<readonly RecordedFact[]> => {
  const { body } = await stage.ana.api.request<{ events: RecordedFact[]; next: number | null }>('GET', '/api/events?limit=200');
  expect(body.next).toBeNull();
  return body.events.toReversed();
};

story('what caused an event', (chapter) => {
  chapter('follows what a timer did back to what had planned it, and an answer to its attempt', async () => {
    const events = await listAllEvents();
    const causes = new Map(events.map((event) => [event.id, event]));
    const causesOf = (type: RecordedFact['type']) =>
      new Set(events.filter((event) => event.type === type).map(({ meta }) => causes.get(meta.causationId ?? '')?.type));
    // the first step is taken with what opens the group
    expect(causesOf('EscalationStepTaken')).toEqual(new Set(['SignalsRouted', 'EscalationStepPlanned']));
    expect(causesOf('AttemptStarted')).toEqual(new Set(['AttemptPlanned']));
    expect(causesOf('AttemptDelivered')).toEqual(new Set(['AttemptStarted']));
    expect(causesOf('VerificationSent')).toEqual(new Set(['VerificationAsked']));
  });

  chapter(
    'says of every event of an alert group to what it belongs: its first signal, or the command of whoever asked for it',
    async () => {
      const { says } = await stage.ana.api.run('PageSomeone', { title: 'Come and look', personIds: [bo.personId] });
      await stage.settle();
      await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: String(says['groupId']) });
      await stage.settle();
      const events = await listAllEvents();
      const signal = events.find(({ type }) => type === 'SignalReceived')!;
      const requestEvent = events.find(({ type }) => type === 'PageRequested')!;
      const listRelated = (groupId: string) => [
        ...new Set(events.filter(({ stream }) => stream === `alertGroup-${groupId}`).map(({ meta }) => meta.correlationId)),
      ];
      expect(listRelated((await stage.getGroup(1)).id)).toEqual([signal.id]);
      expect(listRelated(String(says['groupId']))).toEqual([requestEvent.meta.commandId]);
      // a person’s request stays their own command
      const acknowledgeEvent = events.find(({ type, meta }) => type === 'AlertGroupAcknowledged' && meta.actor.id === stage.ana.personId)!;
      expect(acknowledgeEvent.meta.commandId).not.toBe(acknowledgeEvent.meta.correlationId);
    },
  );
});

describe('the history', () => {
  it('has every event since the first, in order, with who did it, when, and what caused it', async () => {
    const events = await listAllEvents();
    expect(events[0]).toMatchObject({ type: 'LogOpened', ordinal: 1, data: { format: 4 } });
    expect(events.map(({ ordinal }) => ordinal)).toEqual(events.map((_, index) => index + 1));
    const ids = new Set(events.map(({ id }) => id));
    for (const { meta } of events) {
      expect(meta.actor.kind).toMatch(/^(person|sender|system)$/);
      expect(meta.actor.id).not.toBe('');
      expect(meta.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      if (meta.causationId !== null) expect([...ids]).toContain(meta.causationId);
    }
  });

  it('has no event without a cause but what came from outside: signals, acts, and that a server began', async () => {
    const eventsWithoutCause = (await listAllEvents()).filter(({ meta }) => meta.causationId === null);
    const externalActors = new Set(eventsWithoutCause.map(({ type, meta }) => (meta.actor.kind === 'system' ? type : meta.actor.kind)));
    expect([...externalActors].toSorted()).toEqual(['LogOpened', 'ReactorStarted', 'person', 'sender']);
    expect(new Set(eventsWithoutCause.filter(({ meta }) => meta.actor.kind === 'sender').map(({ type }) => type))).toEqual(
      new Set(['SignalReceived']),
    );
  });

  it('follows a page back to the signal that caused it', async () => {
    const byId = new Map((await listAllEvents()).map((event) => [event.id, event]));
    const openEvent = [...byId.values()].find(({ type }) => type === 'AlertGroupOpened')!;
    const routingEvent = byId.get(openEvent.meta.causationId!)!;
    expect(routingEvent.type).toBe('SignalsRouted');
    expect(openEvent.meta.actor.kind).toBe('sender');
    const from = (openEvent as Extract<RecordedFact, { type: 'AlertGroupOpened' }>).data.origin;
    expect(from.kind === 'signal' && byId.get(from.signal.eventId)?.type).toBe('SignalReceived');
  });

  it('tells of one alert group what happened, in the order that it happened', async () => {
    const timeline = await stage.getTimeline((await stage.getGroup()).id);
    const types = timeline.map(({ type }) => type);
    const expectedTypes = [
      'AlertGroupOpened',
      'PageStarted',
      'AttemptDelivered',
      'AlertGroupAcknowledged',
      'NoteAdded',
      'AlertGroupResolved',
    ];
    expect([...new Set(types.filter((type) => expectedTypes.includes(type)))]).toEqual(expectedTypes);
    const note = timeline.find(({ type }) => type === 'NoteAdded')!;
    expect(note).toMatchObject({
      data: { text: 'The backup filled it. **Cleaning** <b>up</b>.' },
      meta: { actor: { kind: 'person', id: bo.personId } },
    });
  });

  it('is filtered by person and by kind of event', async () => {
    const { body } = await bo.api.request<{ events: RecordedFact[] }>(
      'GET',
      `/api/events?actor=${bo.personId}&type=NoteAdded&type=AlertGroupAcknowledged`,
    );
    expect(body.events.map(({ type }) => type)).toEqual(['NoteAdded', 'AlertGroupAcknowledged']);
  });

  const searchEvents = async (query: string): Promise<readonly string[]> => {
    const { status, body } = await bo.api.request<{ events: RecordedFact[] }>('GET', `/api/events?limit=200&${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body.events.map(({ type }) => type);
  };

  it('is narrowed to a group of events, and to words that stand in them; what is encrypted is decrypted for whoever may read it', async () => {
    const alerts = new Set(await searchEvents('group=alerts'));
    expect(alerts).toContain('AlertGroupOpened');
    expect(alerts).toContain('NoteAdded');
    for (const type of alerts) expect(eventGroupOf(type)).toBe('alerts');
    expect(await searchEvents('group=alerts&type=NoteAdded&type=PageStarted')).toEqual(['NoteAdded']);

    expect(await searchEvents('q=DISKfull%20unacknowledged')).toEqual([]);
    expect(new Set(await searchEvents('q=diskfull&group=alerts'))).toContain('AlertGroupOpened');
    expect(await searchEvents('q=note%20added')).toEqual(['NoteAdded']);
    expect(await searchEvents('q=backup')).toEqual(['NoteAdded']);
    const search = () => bo.api.request<{ decrypted: { events: number; most: number } }>('GET', '/api/events?q=backup');
    const { body } = await sentAgain(search);
    expect(body.decrypted).toEqual({ events: expect.any(Number) as number, most: 1_000 });
    // another’s address, and the secret that a code is kept under
    for (const word of ['ana@example.org', 'Ref']) expect([word, await searchEvents(`q=${word}`)]).toEqual([word, []]);
  });

  it('is narrowed to everything about a person, a team or a source, of groups, too', async () => {
    const { teamId, serviceId } = stage.setUpAnswer;
    const { id: groupId } = await stage.getGroup();
    const { body } = await bo.api.request<{ events: RecordedFact[] }>('GET', `/api/events?limit=200&about=${groupId}`);
    const types = new Set(body.events.map(({ type }) => type));
    expect(types).toContain('AlertGroupAcknowledged');
    for (const id of [teamId, serviceId])
      expect(await searchEvents(`about=${id}&type=AlertGroupAcknowledged`)).toEqual(['AlertGroupAcknowledged']);
    expect(await searchEvents(`about=${teamId}&about=${bo.personId}&type=NoteAdded&type=NotificationRuleAdded`)).toEqual(['NoteAdded']);
    expect(await searchEvents(`about=${teamId}&q=filled`)).toEqual(['NoteAdded']);
    expect(await bo.api.request('GET', '/api/events?about=nobody')).toMatchObject({ status: 422 });
  });

  it('is narrowed to a time, and to what is newer than an event', async () => {
    const events = await listAllEvents();
    const { at } = events.find(({ type }) => type === 'AlertGroupAcknowledged')!.meta;
    const [until, from] = [await searchEvents(`to=${at}`), await searchEvents(`from=${encodeURIComponent(at.replace('Z', '+00:00'))}`)];
    expect(until.length + from.length).toBe(events.length);
    expect(from).toContain('AlertGroupAcknowledged');
    expect(until).not.toContain('AlertGroupAcknowledged');
    const { body } = await bo.api.request<{ events: RecordedFact[]; head: number }>('GET', `/api/events?after=${events.length - 2}`);
    expect(body.events.map(({ ordinal }) => ordinal)).toEqual([events.length, events.length - 1]);
    expect(body.head).toBe(events.length);
    expect(await searchEvents(`from=${at}&to=${at}`)).toEqual([]);
  });

  it('is exported as it is read, as lines of JSON or as a table in which nothing is a formula', async () => {
    await bo.api.run('RenamePerson', { personId: bo.personId, name: '=cmd|calc' });
    const events = (await listAllEvents()).toReversed();
    const ndjson = await bo.api.request<string>('GET', '/api/events/export?format=ndjson');
    expect(ndjson.headers.get('content-disposition')).toMatch(/^attachment; filename="tocsin-history-\d{4}-\d\d-\d\d\.ndjson"$/);
    const page = await bo.api.request<{ events: RecordedFact[] }>('GET', '/api/events?limit=200');
    expect(
      ndjson.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(page.body.events);
    expect(ndjson.headers.get('link')).toBeNull();

    const csv = await bo.api.request<string>('GET', '/api/events/export?format=csv');
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines[0]).toBe('"ordinal","at","group","event","type","who","actorKind","actorId","stream","data"');
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(events.map(({ ordinal }) => ordinal));
    expect(csv.body).toContain(`"People","Person renamed","PersonRenamed","'=cmd|calc","person"`);
    expect(csv.body).not.toMatch(/,"[=+@-]/);

    const exportText = await bo.api.request<string>('GET', `/api/events/export?format=ndjson&group=alerts&actor=${bo.personId}&q=note`);
    expect(
      exportText.body
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as RecordedFact).type),
    ).toEqual(['NoteAdded']);
    expect(await bo.api.request('GET', '/api/events/export?format=xlsx')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'format' }] },
    });
  });

  it('leaves kinds of events out, and refuses those that there are not', async () => {
    const { body } = await bo.api.request<{ events: RecordedFact[] }>('GET', `/api/events?actor=${bo.personId}&without=NoteAdded`);
    expect(body.events.map(({ type }) => type)).toContain('AlertGroupAcknowledged');
    expect(body.events.map(({ type }) => type)).not.toContain('NoteAdded');
    const answer = await bo.api.request('GET', '/api/events?without=NoSuchEvent');
    expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid', errors: [{ path: 'without' }] } });
  });

  it('holds no secret: no password, no key, no code', async () => {
    const text = JSON.stringify(await listAllEvents());
    const { key } = await stage.integration('alertmanager');
    expect(text).not.toContain(key);
    expect(text).not.toContain('correct horse battery');
    expect(text).not.toContain(bo.phone.lastCode());
    expect(text).not.toContain('argon2');
  });
});

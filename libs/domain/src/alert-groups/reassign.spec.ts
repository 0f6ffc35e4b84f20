import { alertmanager, alertOf } from '../routing/signals.fixture.js';
import { ana, bo, Harbour, mia, pages, reachedBy, teamId, zoe } from './groups.fixture.js';

/** A group that Ana holds. */
const held = (setting: ConstructorParameters<typeof Harbour>[0] = {}): Harbour => {
  const harbour = new Harbour({ steps: [pages([ana])], ...setting });
  harbour.receives(alertmanager([alertOf('Disk')]));
  harbour.act('AcknowledgeAlertGroup', {}, ana);
  harbour.news();
  return harbour;
};
const toBo = (harbour: Harbour) => harbour.act('ReassignAlertGroup', { personId: bo }, ana);

describe('reassigning', () => {
  it('pages the other, and leaves it with whoever has it until they accept', () => {
    const harbour = held();
    toBo(harbour);
    expect(harbour.paged()).toEqual([bo]);
    expect(harbour.row()).toMatchObject({ holder: { personId: ana }, reassigning: { personId: bo } });
  });

  it.each([
    ['acknowledging', 'AcknowledgeAlertGroup'],
    ['taking it over', 'TakeOverAlertGroup'],
    ['answering', 'AnswerPage'],
  ])('is accepted by %s', (_how, type) => {
    const harbour = held();
    toBo(harbour);
    const { pageId } = harbour.group().pages.at(-1)!;
    harbour.act(type, type === 'AnswerPage' ? { pageId } : {}, bo);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: bo }, paging: [] });
    expect(harbour.row()).not.toHaveProperty('reassigning');
    expect(harbour.all('AlertGroupTakenOver').map(({ data }) => [data.from, data.accepted])).toEqual([
      [{ kind: 'person', personId: ana }, true],
    ]);
    harbour.passes(6);
    expect(harbour.all('ReassignmentLapsed')).toEqual([]);
  });

  it('that nobody accepts in five minutes stays where it is, and says so', () => {
    const harbour = held({
      contacts: {
        [bo]: reachedBy(
          bo,
          ['email'],
          [
            ['high', 0, 0],
            ['high', 0, 15],
          ],
        ),
      },
    });
    toBo(harbour);
    harbour.news();
    harbour.passes(5);
    expect(harbour.all('ReassignmentLapsed').map(({ data }) => [data.personId, data.holder])).toEqual([
      [bo, { kind: 'person', personId: ana }],
    ]);
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana }, paging: [] });
    expect(harbour.row()).not.toHaveProperty('reassigning');
    expect(harbour.all('PageStarted').at(-1)!.data).toMatchObject({
      personId: ana,
      quiet: true,
      cause: { kind: 'not_accepted', personId: bo },
    });
    expect(harbour.idleTimers()).toEqual([]);
  });

  it('ends when somebody else takes it over, it is snoozed, or it fires again', () => {
    const taken = held();
    toBo(taken);
    taken.act('TakeOverAlertGroup', {}, mia);
    expect(taken.row()).toMatchObject({ holder: { personId: mia }, paging: [] });
    const snoozed = held();
    toBo(snoozed);
    snoozed.act('SnoozeAlertGroup', { minutes: 30 }, ana);
    expect(snoozed.row()).toMatchObject({ status: 'snoozed', paging: [] });
    const givenBack = held();
    toBo(givenBack);
    givenBack.act('UnacknowledgeAlertGroup', {}, ana);
    for (const harbour of [taken, snoozed, givenBack]) {
      expect(harbour.row()).not.toHaveProperty('reassigning');
      harbour.passes(6);
      expect(harbour.all('ReassignmentLapsed')).toEqual([]);
      expect(harbour.idleTimers()).toEqual([]);
    }
  });

  it('to another asks the first one no more', () => {
    const harbour = held();
    toBo(harbour);
    harbour.act('ReassignAlertGroup', { personId: mia }, ana);
    expect(harbour.row()).toMatchObject({ paging: [mia], reassigning: { personId: mia } });
  });

  it('is refused where the other can’t be paged, and is taking over where it is oneself', () => {
    const harbour = held({ contacts: { [bo]: [] } });
    expect(harbour.refusal(toBo(harbour))).toBe('person.not_reachable');
    expect(harbour.refusal(harbour.act('ReassignAlertGroup', { personId: zoe }, ana))).toBe('person.observes');
    harbour.act('ReassignAlertGroup', { personId: mia }, mia);
    expect(harbour.row()).toMatchObject({ holder: { personId: mia } });
    harbour.act('UnacknowledgeAlertGroup', {}, mia);
    expect(harbour.refusal(harbour.act('ReassignAlertGroup', { personId: ana }, mia))).toBe('alert_group.not_acknowledged');
  });
});

describe('adding responders', () => {
  const team = { kind: 'team', teamId } as const;
  const person = (personId: string) => ({ kind: 'person', personId }) as const;

  it('pages all whom the targets mean, each once, although somebody has it', () => {
    const harbour = held();
    harbour.act('AddResponders', { targets: [person(bo), team] }, mia);
    expect(harbour.paged().toSorted()).toEqual([ana, bo, mia].toSorted());
    expect(harbour.row()).toMatchObject({ status: 'acknowledged', holder: { personId: ana } });
  });

  it('names who can’t be reached, and is refused where that is everybody', () => {
    const harbour = held({ contacts: { [bo]: [] } });
    expect(harbour.refusal(harbour.act('AddResponders', { targets: [person(bo)] }, mia))).toBe('person.not_reachable');
    harbour.act('AddResponders', { targets: [person(bo), person(mia)] }, ana);
    expect(harbour.all('RespondersAdded').map(({ data }) => data.notReachable)).toEqual([[{ personId: bo, reason: 'delivery.no_method' }]]);
    expect(harbour.paged()).toEqual([mia]);
  });
});

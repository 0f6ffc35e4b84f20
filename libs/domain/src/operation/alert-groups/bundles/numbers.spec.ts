import type { Fact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { bySystem } from '../../../configuration.fixture.js';
import { domain } from '../../../registry.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, bo, mia, rio, Scenario, methodOf, pages, contactsOfPerson, serviceOf, type Method, type Setting } from '../groups.fixture.js';
import { Audit } from '../../../observers/auditor/audit.js';
import type { AttemptOutcome } from '../paging/attempts.js';

const number = '+41791234567';
const noAnswer: AttemptOutcome = { ok: false, reason: 'delivery.no_answer', detail: '', retry: false };

/** A person whose phones are all this number, proved. */
const at = (personId: string, methods: readonly Method[], rules: Parameters<typeof contactsOfPerson>[2] = [], phone = number) =>
  contactsOfPerson(personId, methods, rules).flatMap((fact): readonly Fact[] => {
    if (fact.type !== 'ContactMethodAdded' || (fact.data.kind !== 'sms' && fact.data.kind !== 'voice')) return [fact];
    const { contactMethodId } = fact.data;
    const numberId = phone === number ? methodOf(ana, 0) : contactMethodId;
    return [
      { ...fact, data: { ...fact.data, address: phone } },
      { type: 'ContactMethodVerified', data: { personId, contactMethodId, numberId } },
    ];
  });

/** Ana and Bo are paged together, by what they have. */
const household = (
  ofAna: readonly Method[],
  ofBo: readonly Method[],
  { phone = number, rules = [] }: { phone?: string; rules?: Parameters<typeof contactsOfPerson>[2] } = {},
): Scenario =>
  new Scenario({
    steps: [pages([ana, bo], { waitMinutes: 600 })],
    contacts: { [ana]: at(ana, ofAna), [bo]: at(bo, ofBo, rules, phone) },
    services: 40,
  });

let names = 0;
const opens = (one: Scenario, severity: 'critical' | 'warning' = 'critical', service = 0): void => {
  names += 1;
  one.receives({ ...alertmanager([alertOf(`Disk${names}`, { severity })], { key: `n${names}` }), serviceId: serviceOf(service) });
};

/** When what went out to whom, by the place of their contact method: seconds since the beginning. */
const sent = (one: Scenario): readonly string[] =>
  one.all('AttemptStarted').map(({ data: { ring }, meta }) => {
    const who = ring!.personId === ana ? 'Ana' : 'Bo';
    const nth = ring!.contactMethodId === methodOf(ring!.personId, 0) ? 0 : 1;
    return `${who} ${nth} at ${(Date.parse(meta.at) - Date.parse('2026-11-21T03:12:00.000Z')) / duration.second}`;
  });

const isSound = (one: Scenario): void => {
  expect(one.idleTimers()).toEqual([]);
  const audit = new Audit();
  for (const event of one.world.events) audit.take(event);
  const { findings, overdue } = audit.report(one.world.now);
  expect([...findings, ...overdue]).toEqual([]);
};

describe('a phone that two people share', () => {
  it('gets one call at a time: the second waits for a minute, and says why', () => {
    const one = household(['voice'], ['voice']);
    opens(one);
    expect(sent(one)).toHaveLength(1);
    expect(one.all('AttemptWaits').map(({ data }) => [data.throttled, data.waitsForNumber])).toEqual([[true, 'call']]);
    one.passes(2);
    expect(sent(one).map((line) => line.split(' at ')[1])).toEqual(['0', '60']);
    isSound(one);
  });

  it('gets the calls of three people one after the other, none lost', () => {
    const one = new Scenario({
      steps: [pages([ana, bo, mia], { waitMinutes: 600 })],
      contacts: { [ana]: at(ana, ['voice']), [bo]: at(bo, ['voice']), [mia]: at(mia, ['voice']) },
    });
    opens(one);
    one.passes(5);
    expect(one.all('AttemptStarted').map(({ meta }) => Date.parse(meta.at) - Date.parse('2026-11-21T03:12:00.000Z'))).toEqual([
      0,
      duration.minute,
      2 * duration.minute,
    ]);
    isSound(one);
  });

  it('is free at once when the call failed', () => {
    const one = household(['voice'], ['voice']);
    one.provider = ({ personId }) => (personId === ana ? noAnswer : { ok: true, state: 'sent', providerId: null });
    opens(one);
    one.passes(2);
    expect(sent(one).filter((line) => line.startsWith('Bo'))).toHaveLength(1);
    isSound(one);
  });

  it('is passed over where the second has another method that rings: that one is taken at once', () => {
    const one = household(['voice'], ['voice', 'sms'], { rules: [['high', 0, 0]] });
    opens(one);
    expect(sent(one)).toEqual(['Ana 0 at 0', 'Bo 1 at 0']);
    expect(one.all('AttemptCancelled').map(({ data }) => data.reason)).toEqual(['delivery.number_in_use']);
    one.passes(2);
    isSound(one);
  });

  it('does not hold up a person with another number, nor another kind of message to the same one', () => {
    const apart = household(['voice'], ['voice'], { phone: '+41790000000' });
    opens(apart);
    expect(sent(apart)).toEqual(['Ana 0 at 0', 'Bo 0 at 0']);
    const kinds = household(['voice'], ['sms']);
    opens(kinds);
    expect(sent(kinds)).toEqual(['Ana 0 at 0', 'Bo 0 at 0']);
  });

  it('has one limit for SMS, whoever they are for: five in a quarter of an hour', () => {
    const one = household(['sms'], ['sms']);
    for (let n = 0; n < 4; n += 1) {
      opens(one, 'warning');
      one.passes(2);
    }
    expect(sent(one)).toHaveLength(5);
    const waits = one.all('AttemptWaits').filter(({ data }) => data.throttled);
    expect(waits.length).toBeGreaterThan(0);
    expect(waits.some(({ data }) => data.waitsForNumber === 'limit')).toBe(true);
    one.passes(60);
    const times = one.all('AttemptStarted').map(({ meta }) => Date.parse(meta.at));
    const rings = new Map(one.all('AttemptStarted').map(({ data, meta }) => [data.ring!.id, Date.parse(meta.at)]));
    for (const from of rings.values())
      expect([...rings.values()].filter((time) => time >= from && time < from + 15 * duration.minute).length).toBeLessThanOrEqual(5);
    expect(times.length).toBe(8);
    isSound(one);
  });

  it('never stops the first page of high urgency of the other: it goes out over the limit', () => {
    const one = household(['sms'], ['sms']);
    for (let n = 0; n < 3; n += 1) {
      opens(one, 'warning');
      one.passes(2);
    }
    opens(one, 'critical', 7);
    one.passes(0);
    const high = one.all('AttemptStarted').filter(({ data }) => data.ring!.line === 'high');
    expect(new Set(high.map(({ data }) => data.ring!.personId))).toEqual(new Set([ana, bo]));
    one.passes(60);
    isSound(one);
  });
});

describe('a phone that two people share, once one of them is erased', () => {
  it.each<[string, readonly Method[], number]>([
    ['calls', ['voice'], 1],
    ['SMS', ['sms'], 4],
  ])('is decided about as before: %s', (_what, methods, times) => {
    const one = household(methods, methods);
    for (let n = 0; n < times; n += 1) {
      opens(one, times === 1 ? 'critical' : 'warning');
      one.passes(2);
    }
    expect(one.all('AttemptWaits').some(({ data }) => data.waitsForNumber)).toBe(true);
    const erased = one.world.events.map((event) =>
      event.type === 'ContactMethodAdded' ? { ...event, data: { ...(event.data as object), address: ERASED } } : event,
    );
    const { differences, checked } = reenact(domain, erased);
    expect(checked).toBeGreaterThan(0);
    expect(differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  });
});

describe('a number in use, where its person has another method that rings', () => {
  const rings = ['voice', 'sms'] as const;
  const withSteps = (steps: NonNullable<Setting['steps']>, rules: Parameters<typeof contactsOfPerson>[2]): Scenario =>
    new Scenario({ steps, contacts: { [ana]: at(ana, ['voice']), [bo]: at(bo, rings, rules) }, services: 40 });

  it('does not cost them the call that somebody asks for: what goes out anyway is no substitute', () => {
    const one = withSteps(
      [pages([ana], { waitMinutes: 600 })],
      [
        ['high', 0, 0],
        ['high', 1, 0],
      ],
    );
    opens(one);
    one.passes(0.25);
    one.act('AddResponder', { personId: bo }, ana);
    one.passes(2);
    expect(sent(one)).toEqual(['Ana 0 at 0', 'Bo 1 at 15', 'Bo 0 at 60']);
    isSound(one);
  });

  it('does not turn a call that is sent again into a text', () => {
    const one = withSteps(
      [pages([bo], { waitMinutes: 600 })],
      [
        ['high', 0, 0],
        ['high', 1, 30],
      ],
    );
    opens(one);
    one.passes(2);
    one.act('AddResponder', { personId: ana }, bo);
    one.passes(0.25);
    const { pageId, attempts } = one.ladder().pages[0]!;
    one.act('ResendMessage', { pageId, messageId: attempts[0]!.slot }, ana);
    one.passes(2);
    expect(sent(one)).toEqual(['Bo 0 at 0', 'Ana 0 at 120', 'Bo 0 at 180']);
    isSound(one);
  });

  it('keeps the call where the other would wait behind an earlier message', () => {
    const one = withSteps([pages([ana, bo], { waitMinutes: 600 })], [['high', 0, 0]]);
    opens(one);
    one.passes(0.25);
    opens(one);
    expect(sent(one)).toEqual(['Ana 0 at 0', 'Bo 1 at 0']);
    expect(one.all('AttemptCancelled')).toHaveLength(1);
    expect(one.all('AttemptWaits').some(({ data }) => data.contactMethodId === methodOf(bo, 0) && data.waitsForNumber === 'call')).toBe(
      true,
    );
    one.passes(5);
    isSound(one);
  });
});

describe('a page that waits for its number', () => {
  it('goes out within seconds of the end of the call before it', () => {
    const one = household(['voice'], ['voice']);
    one.provider = ({ personId }) => (personId === ana ? null : { ok: true, state: 'sent', providerId: null });
    opens(one);
    one.passes(1 / 3);
    const { groupId, attemptId } = one.all('AttemptStarted')[0]!.data;
    one.world.run({ type: 'RecordAttempt', data: { groupId, attemptId, outcome: noAnswer } }, { actor: bySystem });
    one.passes(2);
    expect(sent(one).filter((line) => line.startsWith('Bo'))).toEqual(['Bo 0 at 30']);
    isSound(one);
  });

  it('does not let the escalation run on: nobody has heard of it', () => {
    const one = new Scenario({
      steps: [pages([bo], { waitMinutes: 1 }), pages([mia])],
      contacts: { [ana]: at(ana, ['voice']), [rio]: at(rio, ['voice']), [bo]: at(bo, ['voice']) },
      services: 40,
    });
    opens(one);
    for (const personId of [ana, rio]) one.act('AddResponder', { personId }, bo);
    one.passes(1 / 6);
    opens(one, 'critical', 5);
    const { groupId } = one.group();
    one.passes(6);
    const called = one.all('AttemptStarted').find(({ data }) => data.groupId === groupId)!;
    const next = one.all('PageStarted').find(({ data }) => data.groupId === groupId && data.personId === mia)!;
    expect(called.data.ring!.personId).toBe(bo);
    expect(Date.parse(called.meta.at) - Date.parse('2026-11-21T03:12:00.000Z')).toBeGreaterThan(70 * duration.second);
    expect(Date.parse(next.meta.at) - Date.parse(called.meta.at)).toBe(duration.minute);
    isSound(one);
  });
});

describe('calls to one person', () => {
  it('never ring into one another: what is asked for by hand waits for the end of the one before', () => {
    const one = household(['voice'], ['email']);
    opens(one);
    one.passes(0.25);
    one.act('EscalateAlertGroup', {}, bo);
    opens(one, 'critical', 5);
    one.passes(5);
    const calls = one.all('AttemptStarted').filter(({ data }) => data.ring!.personId === ana);
    const starts = [...new Map(calls.map(({ data, meta }) => [data.ring!.id, Date.parse(meta.at)])).values()];
    for (const [n, start] of starts.entries()) if (n > 0) expect(start - starts[n - 1]!).toBeGreaterThanOrEqual(duration.minute);
    expect(starts.length).toBeGreaterThan(1);
    isSound(one);
  });
});

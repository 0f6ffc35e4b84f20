import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { domain } from '../../registry.js';
import { named, QuietScenario } from '../alert-groups/aspects/mutes/quiet.fixture.js';
import { ana, as, bo, methodOf, ola, teamId, zoe } from '../alert-groups/groups.fixture.js';
import { serviceId } from '../routing/signals.fixture.js';

const follow = (scenario: QuietScenario, personId: string, contactMethodId: string | null = null) =>
  scenario.run('FollowService', { personId, serviceId, contactMethodId }, as(personId));
const told = (scenario: QuietScenario) => scenario.all('FollowerNotified').map(({ data }) => data);
/** What one follower was told, message by message. */
const messagesTo = (scenario: QuietScenario, personId: string) =>
  told(scenario)
    .filter((one) => one.personId === personId)
    .map(({ news, more }) => [...news.map(({ what }) => what), ...(more > 0 ? [more] : [])]);
const start = (...followers: readonly string[]): QuietScenario => {
  const scenario = new QuietScenario();
  for (const personId of followers) follow(scenario, personId);
  return scenario;
};
/** Nothing was decided that is not decided again from the log. */
const expectSound = (scenario: QuietScenario): void =>
  expect(reenact(domain, scenario.world.events).differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);

describe('a follower of a service', () => {
  it('hears that an alert group opens, is acknowledged and is resolved, and is not paged', () => {
    const scenario = start(zoe);
    scenario.fires('a', 'Disk');
    scenario.passes(5);
    scenario.act('AcknowledgeAlertGroup');
    scenario.passes(5);
    scenario.ends('a', 'Disk');
    scenario.passes(5);
    expect(messagesTo(scenario, zoe)).toEqual([['opened'], ['acknowledged'], ['resolved']]);
    expect(scenario.all('PageStarted').map(({ data }) => data.personId)).not.toContain(zoe);
    expectSound(scenario);
  });

  it('is told of many as one: at once of the first, after five minutes of the rest', () => {
    const scenario = start(zoe);
    for (const n of Array.from({ length: 14 }, (_none, at) => at)) scenario.fires(`k${n}`, `Disk ${n}`);
    scenario.passes(4);
    expect(messagesTo(scenario, zoe)).toEqual([['opened']]);
    scenario.passes(1);
    expect(messagesTo(scenario, zoe)).toEqual([['opened'], [...Array.from({ length: 10 }, () => 'opened'), 3]]);
    scenario.passes(60);
    expect(messagesTo(scenario, zoe)).toHaveLength(2);
  });

  it('hears the newest state of a group alone', () => {
    const scenario = start(zoe);
    scenario.fires('a', 'Disk');
    scenario.fires('b', 'Roof');
    scenario.ends('b', 'Roof');
    scenario.passes(5);
    expect(messagesTo(scenario, zoe)).toEqual([['opened'], ['resolved']]);
  });

  it('hears nothing of what is muted, neither its end, until it fires', () => {
    const scenario = start(zoe);
    scenario.silence(1, 30, named('Disk'));
    scenario.silence(2, 30, named('Roof'));
    scenario.fires('a', 'Disk');
    scenario.fires('b', 'Roof');
    scenario.ends('a', 'Disk');
    scenario.passes(29);
    expect(told(scenario)).toEqual([]);
    scenario.passes(10);
    expect(messagesTo(scenario, zoe)).toEqual([['opened']]);
  });

  it('hears nothing of a test', () => {
    const scenario = start(zoe);
    scenario.run('SendTestAlert', { serviceId, wholePolicy: false }, as(ola));
    scenario.passes(30);
    expect(told(scenario)).toEqual([]);
  });

  it('hears nothing while disabled, nothing of an archived service, and nothing once it is unfollowed', () => {
    const scenario = start(zoe, ola);
    scenario.knows({ type: 'PersonDisabled', data: { personId: zoe, standsIn: [], replacementId: null } });
    scenario.fires('a', 'Disk');
    scenario.passes(5);
    expect(told(scenario).map(({ personId }) => personId)).toEqual([ola]);
    scenario.run('UnfollowService', { personId: ola, serviceId }, as(ola));
    scenario.fires('b', 'Roof');
    scenario.passes(5);
    expect(told(scenario)).toHaveLength(1);
    follow(scenario, ola);
    scenario.knows({ type: 'ServiceArchived', data: { teamId, serviceId } });
    scenario.fires('c', 'Wall');
    scenario.passes(30);
    expect(told(scenario)).toHaveLength(1);
    scenario.knows({ type: 'ServiceRestored', data: { teamId, serviceId } });
    scenario.fires('d', 'Door');
    scenario.passes(5);
    expect(messagesTo(scenario, ola).at(-1)).toContain('opened');
  });

  it('hears nothing while they have switched followed services off', () => {
    const scenario = start(zoe, ola);
    const choose = (on: boolean) => scenario.run('ChooseNotice', { personId: zoe, kind: 'followed', on, contactMethodId: null }, as(zoe));
    choose(false);
    scenario.fires('a', 'Disk');
    scenario.passes(5);
    choose(true);
    scenario.fires('b', 'Roof');
    scenario.passes(5);
    expect([messagesTo(scenario, zoe), messagesTo(scenario, ola)]).toEqual([[['opened']], [['opened'], ['opened']]]);
    expectSound(scenario);
  });

  it('is forgotten when erased', () => {
    const scenario = start(zoe);
    scenario.knows({ type: 'PersonErased', data: { personId: zoe } });
    scenario.fires('a', 'Disk');
    scenario.passes(5);
    expect(told(scenario)).toEqual([]);
  });

  it('hears of linked groups as one, and of their end when the last ends', () => {
    const scenario = start(zoe);
    scenario.fires('a', 'Disk');
    scenario.fires('b', 'Roof');
    scenario.passes(6);
    const groups = scenario.all('AlertGroupOpened').map(({ data }) => data.groupId);
    scenario.run('LinkAlertGroup', { groupId: groups[1], toGroupId: groups[0] }, as(ola));
    scenario.run('AcknowledgeAlertGroup', { groupId: groups[0] }, as(ana));
    scenario.passes(6);
    expect(messagesTo(scenario, zoe)).toEqual([['opened'], ['opened'], ['acknowledged']]);
    scenario.ends('b', 'Roof');
    scenario.passes(6);
    expect(messagesTo(scenario, zoe)).toHaveLength(3);
    scenario.ends('a', 'Disk');
    scenario.passes(6);
    expect(messagesTo(scenario, zoe).slice(3)).toEqual([['resolved']]);
  });

  it('is told by what they chose, and by mail once that no longer works', () => {
    const scenario = new QuietScenario({ contacts: { [bo]: [] } });
    const add = (n: number, kind: object) =>
      scenario.run('AddContactMethod', { personId: bo, contactMethodId: methodOf(bo, n), ...kind }, as(bo));
    add(0, { kind: 'push', address: 'https://push.example.org/1', secretRef: 's' });
    add(1, { kind: 'webhook', address: 'https://gateway.example.org', secretRef: 's' });
    expect(follow(scenario, bo, methodOf(bo, 1))).toMatchObject({ refused: { code: 'contact_method.takes_no_news' } });
    expect(follow(scenario, bo, methodOf(bo, 0)).kind).toBe('done');
    scenario.fires('a', 'Disk');
    scenario.run('RemoveContactMethod', { personId: bo, contactMethodId: methodOf(bo, 0) }, as(bo));
    scenario.fires('b', 'Roof');
    scenario.passes(5);
    expect(told(scenario).map(({ contactMethodId }) => contactMethodId)).toEqual([methodOf(bo, 0), null]);
  });
});

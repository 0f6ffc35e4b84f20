import type { Fact } from '@tocsin/contracts/catalogue.js';
import { byBo, idOf } from '../../configuration.fixture.js';
import { DutyWorld } from '../../setup/schedules/duty-world.fixture.js';
import { weekly } from '../../setup/schedules/facts.fixture.js';
import { newestZonesVersion } from '../../setup/schedules/shared/wall-clock.js';
import { teamId } from '../../setup/teams/facts.fixture.js';

const subscriptionId = idOf('5ab');
const second = idOf('5d');

/** A channel of a chat, and a schedule that hands off on Mondays at 08:00 UTC. */
const duty = (more: object = {}): DutyWorld => {
  const world = new DutyWorld();
  const data = {
    subscriptionId,
    teamId,
    name: '#ops',
    host: 'C0OPS',
    addressRef: 'a',
    secretRef: 's',
    kinds: [],
    receiver: 'slack',
    after: 0,
  };
  world.has(`eventSubscription-${subscriptionId}`, { type: 'EventSubscriptionCreated', data: { ...data, ...more } } as Fact);
  world.creates();
  world.world.advanceTo('2026-11-18T11:00:00.000Z');
  return world;
};
const choose = (world: DutyWorld, posts: object | null) => world.does('ChooseOnCallPosts', { subscriptionId, posts });
const posted = (world: DutyWorld): readonly string[] =>
  world.world.events.flatMap(({ type, meta, data }) =>
    type === 'OnCallPosted' ? [`${meta.at.slice(0, 19)} ${(data as { scheduleIds: readonly string[] }).scheduleIds.length}`] : [],
  );

describe('who is on call, posted in a channel', () => {
  it('follows handoffs; several at one moment are one message', () => {
    const world = duty();
    expect(choose(world, { when: 'handoffs' })).toBe('done');
    expect(choose(world, { when: 'handoffs' })).toBe('nothing');
    world.does('CreateSchedule', {
      teamId,
      scheduleId: second,
      name: 'Second',
      externalKey: null,
      timeZone: 'Europe/Berlin',
      layers: [weekly],
    });
    world.world.advanceTo('2026-11-24T00:00:00.000Z');
    expect(posted(world).at(-1)).toBe('2026-11-23T08:00:15 2');
    const before = posted(world).length;
    choose(world, null);
    world.world.advanceTo('2026-12-01T00:00:00.000Z');
    expect(posted(world)).toHaveLength(before);
    expect(world.again()).toEqual([]);
  });

  it('comes once a day at the chosen minute, also after days without a server', () => {
    const world = duty();
    expect(choose(world, { when: 'daily', minute: 540, timeZone: 'Europe/Berlin' })).toBe('done');
    world.world.advanceTo('2026-11-20T07:00:00.000Z');
    world.world.awayUntil('2026-11-22T12:00:00.000Z');
    world.world.advanceTo('2026-11-23T12:00:00.000Z');
    expect(posted(world)).toEqual(['2026-11-19T08:00:00 0', '2026-11-22T12:00:00 0', '2026-11-23T08:00:00 0']);
    for (const { zones } of [...world.all('OnCallPostsChosen'), ...world.all('OnCallPosted')]) expect(zones).toBe(newestZonesVersion());
    expect(world.again()).toEqual([]);
  });

  it('says nothing while the store is held, and goes on when it went live', () => {
    const [daily, handoffs] = [duty(), duty()];
    choose(daily, { when: 'daily', minute: 540, timeZone: 'Europe/Berlin' });
    choose(handoffs, { when: 'handoffs' });
    for (const world of [daily, handoffs]) {
      world.has('organisation', { type: 'StoreRestored', data: { backupAt: world.world.now, program: '0.2.0' } });
      world.world.advanceTo('2026-11-24T12:00:00.000Z');
      expect(posted(world)).toEqual([]);
      world.has('organisation', { type: 'StoreWentLive', data: { heldSince: world.world.now } });
      world.world.advanceTo('2026-12-01T00:00:00.000Z');
    }
    expect(posted(daily).slice(0, 2)).toEqual(['2026-11-24T12:00:00 0', '2026-11-25T08:00:00 0']);
    expect(posted(handoffs)).toEqual(['2026-11-30T08:00:15 1']);
    expect([...daily.again(), ...handoffs.again()]).toEqual([]);
  });

  it('is refused for a program, an unknown zone, and who may not configure it', () => {
    expect(choose(duty({ receiver: undefined, host: 'https://t.example.org' }), { when: 'handoffs' })).toBe('event_subscription.no_chat');
    expect(choose(duty(), { when: 'daily', minute: 1, timeZone: 'Europe/Nowhere' })).toBe('schedule.zone_unknown');
    expect(duty().does('ChooseOnCallPosts', { subscriptionId, posts: null }, byBo)).toBe('permission.denied');
  });

  it('says nothing of another team’s schedules', () => {
    const world = duty({ teamId: idOf('7ea1') });
    choose(world, { when: 'handoffs' });
    world.world.advanceTo('2026-11-24T00:00:00.000Z');
    expect(posted(world)).toEqual([]);
  });
});

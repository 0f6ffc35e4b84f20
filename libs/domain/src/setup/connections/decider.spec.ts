import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import type { ConnectionFact } from '@tocsin/contracts/connections/noun.js';
import { foldRows, given } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, byOwner, idOf, recordedFacts } from '../../configuration.fixture.js';
import { connectionsDecider } from './decider.js';
import {
  groupChosen,
  groupReleased,
  groupSet,
  slackAdded,
  slackId,
  twilioAdded,
  twilioChanged,
  twilioId,
  twilioRemoved,
} from './facts.fixture.js';
import { connectionsView } from './views.js';

const owner = { actor: byOwner };
const add = { type: 'AddConnection', data: twilioAdded.data };
const change = { type: 'ChangeConnection', data: { ...twilioChanged.data, keepsSecret: true } };
const remove = { type: 'RemoveConnection', data: { connectionId: twilioId } };

describe('a connection', () => {
  it('is added by owners and admins, and the same again is nothing new', () => {
    for (const actor of [byOwner, byAdmin]) expect(given(connectionsDecider).when(add, { actor }).facts()).toEqual([twilioAdded]);
    expect(given(connectionsDecider, [twilioAdded]).when(add, owner).nothing()).toBe(true);
  });

  it('is set up by nobody else', () => {
    for (const command of [add, change, remove])
      expect(given(connectionsDecider, [twilioAdded]).when(command, { actor: byBo }).refusal()).toBe('permission.denied');
  });

  it('is the only one of its kind', () => {
    const another = { ...add, data: { ...add.data, connectionId: idOf('7b') } };
    expect(given(connectionsDecider, [twilioAdded]).when(another, owner).refusal()).toBe('connection.kind_taken');
    expect(given(connectionsDecider, [twilioAdded, twilioRemoved]).when(another, owner).facts()).toHaveLength(1);
  });

  it('keeps its secret while that is the one that is there', () => {
    expect(given(connectionsDecider, [twilioAdded]).when(change, owner).facts()).toEqual([twilioChanged]);
    expect(given(connectionsDecider, [twilioAdded, twilioChanged]).when(change, owner).nothing()).toBe(true);
    const replaced = { ...twilioChanged, data: { ...twilioChanged.data, secretRef: 'connection:2' } };
    expect(given(connectionsDecider, [twilioAdded, replaced]).when(change, owner).refusal()).toBe('connection.secret_missing');
  });

  it('can’t become one of another kind', () => {
    const asSlack = { ...change, data: { ...change.data, kind: 'slack', fields: { baseUrl: 'https://slack.com/api' } } };
    expect(given(connectionsDecider, [twilioAdded]).when(asSlack, owner).refusal()).toBe('connection.not_found');
  });

  it('is not there once it is removed', () => {
    expect(given(connectionsDecider, [twilioAdded]).when(remove, owner).facts()).toEqual([twilioRemoved]);
    for (const command of [change, remove])
      expect(given(connectionsDecider, [twilioAdded, twilioRemoved]).when(command, owner).refusal()).toBe('connection.not_found');
  });

  it('is a row with its fields, and with no more than the reference of its secret', () => {
    const { connectionId: id, ...row } = twilioAdded.data;
    expect([...foldRows(connectionsView, recordedFacts([twilioAdded, twilioChanged]))]).toEqual([[id, { id, ...row, name: 'Twilio EU' }]]);
    expect([...foldRows(connectionsView, recordedFacts([twilioAdded, twilioRemoved]))]).toEqual([]);
  });
});

describe('a user group', () => {
  const record = (personIds: readonly string[]) => ({ type: 'RecordUserGroup', data: { ...groupReleased.data, personIds } });
  const choose = { type: 'ChooseUserGroup', data: groupChosen.data };
  const reads = { schedules: { get: () => ({ removed: false }) } } as never;
  const release = { type: 'ReleaseUserGroup', data: { connectionId: slackId, groupId: groupChosen.data.groupId } };
  const chosen = [slackAdded, groupChosen];

  it('is chosen and released by owners and admins alone', () => {
    for (const command of [choose, release])
      expect(given(connectionsDecider, chosen).when(command, { actor: byBo }).refusal()).toBe('permission.denied');
    expect(
      given(connectionsDecider, chosen)
        .when(choose, { ...owner, reads })
        .nothing(),
    ).toBe(true);
    expect(given(connectionsDecider, chosen).when(release, owner).facts()).toEqual([groupReleased]);
    expect(
      given(connectionsDecider, [...chosen, groupReleased])
        .when(release, owner)
        .refusal(),
    ).toBe('user_group.not_found');
  });

  it('is one of a connection to Slack that is there', () => {
    expect(given(connectionsDecider).when(choose, owner).refusal()).toBe('connection.not_found');
    const ofTwilio = { ...choose, data: { ...choose.data, connectionId: twilioId } };
    expect(given(connectionsDecider, [twilioAdded]).when(ofTwilio, owner).refusal()).toBe('connection.not_found');
  });

  it('is one of so many of a connection', () => {
    const full = Array.from({ length: connectionLimits.userGroupsPerConnection }, (_, n) => ({
      ...groupChosen,
      data: { ...groupChosen.data, groupId: `S0${n}` },
    }));
    const more = { ...choose, data: { ...choose.data, groupId: 'S0MORE' } };
    expect(
      given(connectionsDecider, [slackAdded, ...full])
        .when(more, { ...owner, reads })
        .refusal(),
    ).toBe('limit.user_groups');
  });

  it('has schedules that are there', () => {
    const without = { schedules: { get: () => undefined } } as never;
    expect(
      given(connectionsDecider, [slackAdded])
        .when(choose, { ...owner, reads })
        .facts(),
    ).toEqual([groupChosen]);
    expect(
      given(connectionsDecider, [slackAdded])
        .when(choose, { ...owner, reads: without })
        .refusal(),
    ).toBe('schedule.not_found');
  });

  it('records who it was set to, once, and nothing once it is released', () => {
    const set = given(connectionsDecider, chosen).when(record(groupSet.data.personIds)).facts();
    expect(set).toEqual([groupSet]);
    expect(
      given(connectionsDecider, [...chosen, groupSet])
        .when(record(groupSet.data.personIds))
        .nothing(),
    ).toBe(true);
    expect(
      given(connectionsDecider, [...chosen, groupSet])
        .when(record([]))
        .facts(),
    ).toHaveLength(1);
    expect(
      given(connectionsDecider, [...chosen, groupReleased])
        .when(record([]))
        .nothing(),
    ).toBe(true);
  });

  it('goes with its connection, and stays through a change', () => {
    const changed = { type: 'ConnectionChanged', data: { ...slackAdded.data, name: 'Slack EU' } } as ConnectionFact;
    expect([...foldRows(connectionsView, recordedFacts([...chosen, groupSet, changed])).values()]).toMatchObject([
      { name: 'Slack EU', userGroups: [{ handle: 'oncall', set: { personIds: groupSet.data.personIds } }] },
    ]);
    expect([...foldRows(connectionsView, recordedFacts([...chosen, groupReleased])).values()]).toMatchObject([{ userGroups: [] }]);
  });
});

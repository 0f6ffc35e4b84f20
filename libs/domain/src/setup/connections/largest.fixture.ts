import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import { reference, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { teamCreated } from '@tocsin/testing/largest/facts.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { bySystem, LargeWorld, longName, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';

const connection = {
  connectionId: nth('7a', 0),
  name: longName(),
  fields: { baseUrl: `https://${'b'.repeat(192)}`, accountSid: 'A'.repeat(64), sender: '+123456789012345' },
  secretRef: reference(),
};
const connected: Fact = { type: 'ConnectionAdded', data: { kind: 'twilio', ...connection } };
const slack = { ...connection, connectionId: nth('7b', 0), kind: 'slack' as const, fields: { baseUrl: `https://${'b'.repeat(192)}` } };
const schedules = many(connectionLimits.schedulesOfUserGroup, (n): Fact => ({
  type: 'ScheduleCreated',
  data: { teamId: team(0), scheduleId: nth('5a', n), name: longName(n), externalKey: null, timeZone: 'UTC', layers: [], zones: '2026c' },
}));
const chosen = (n: number) => ({
  connectionId: slack.connectionId,
  groupId: `S${`${n}`.padStart(20, '0')}`,
  handle: longName(n),
  scheduleIds: many(connectionLimits.schedulesOfUserGroup, (at) => nth('5a', at)),
  channel: `C${'0'.repeat(20)}`,
});
const withGroups = (): LargeWorld =>
  peopleWorld()
    .has(`team-${team(0)}`, teamCreated(team(0)), ...schedules)
    .has('connections', { type: 'ConnectionAdded', data: slack })
    .has('connections', ...many(connectionLimits.userGroupsPerConnection - 1, (n): Fact => ({ type: 'UserGroupChosen', data: chosen(n) })));

const withConnection = (): LargeWorld => peopleWorld().has('connections', connected);

export const largest: LargestCases = {
  AddConnection: () => ({ large: peopleWorld(), data: connected.data }),
  ChangeConnection: () => ({ large: withConnection(), data: { ...connection, name: longName(1), keepsSecret: true } }),
  NoteSmsParts: () => {
    const charge = { unit: 'part', count: 200, connectionId: nth('7a', 0), country: '+1876' } as const;
    const sent: Fact = { type: 'VerificationSent', data: { personId: nth('01', 0), contactMethodId: nth('02', 0), charge } };
    const large = peopleWorld().has(`person-${nth('01', 0)}`, sent);
    // the owners were told of it: asked again, it is told again
    const sentBy = large.world.events.findLast(({ type }) => type === sent.type)!.id;
    return { large, data: { connectionId: nth('7a', 0), sentBy }, actor: bySystem };
  },
  EndConnectionAnswers: () => {
    const { connectionId, name } = connection;
    const large = withConnection().has('connections', { type: 'ConnectionRemoved', data: { connectionId, name } });
    const { id: plannedBy, meta } = large.world.events.at(-1)!;
    const dueAt = addMillis(meta.at, connectionLimits.answeredAfterRemoval);
    large.world.now = dueAt;
    return { large, data: { connectionId, dueAt, plannedBy }, actor: bySystem };
  },
  RemoveConnection: () => ({ large: withConnection(), data: { connectionId: connection.connectionId } }),
  ChooseUserGroup: () => ({ large: withGroups(), data: { ...chosen(0), channel: `C${'1'.repeat(20)}` } }),
  ReleaseUserGroup: () => ({ large: withGroups(), data: { connectionId: slack.connectionId, groupId: chosen(0).groupId } }),
  RecordUserGroup: () => ({
    large: withGroups(),
    data: {
      connectionId: slack.connectionId,
      groupId: chosen(0).groupId,
      handle: longName(),
      personIds: many(connectionLimits.userGroupMembers, person),
    },
    actor: bySystem,
  }),
};

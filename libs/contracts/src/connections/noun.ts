import { z } from 'zod';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant, name, typedName } from '../ids.js';
import { command, event, type Messages } from '../message.js';
import { slackChannel, slackUserGroup } from '../slack-ids.js';
import * as connectionLimits from './limits.js';
import { connectionKindNames, connectionKinds, type ConnectionKind } from './kinds.js';

export { refusals } from './refusals.js';

const about = { connectionId: id };
/** Settings that are no secret, by field; and the vault reference of the secret ones. */
const settings = { name, fields: z.record(z.string(), z.string()), secretRef: z.string() };

/** A user group of the workspace, and who it ought to have. `channel`: is told when that is nobody, as a group can’t be empty. */
export const userGroup = z.object({
  groupId: slackUserGroup,
  handle: z.string().min(1).max(connectionLimits.userGroupHandleCharacters),
  scheduleIds: z.array(id).min(1).max(connectionLimits.schedulesOfUserGroup),
  channel: slackChannel,
});
export type UserGroup = z.infer<typeof userGroup>;

/** Facts of the stream `connections`: the accounts outside that messages are sent through. */
export const events = {
  ConnectionAdded: event(
    1,
    ['settings', 'Connection added'],
    'An account outside was connected: messages of its kind are sent through it.',
    z.object({ ...about, kind: z.enum(connectionKindNames), ...settings }),
  ),
  ConnectionChanged: event(
    1,
    ['settings', 'Connection changed'],
    'The name, the fields or the secret of a connection were changed.',
    z.object({ ...about, ...settings }),
  ),
  ConnectionRemoved: event(
    1,
    ['settings', 'Connection removed'],
    'A connection was removed: nothing is sent through it any more.',
    z.object({ ...about, name }),
  ),
  ConnectionAnswersEnded: event(
    1,
    ['settings', 'Removed connection closed'],
    'A day after a connection was removed: what was sent through it can’t be answered any more, and its secrets are deleted.',
    z.object({ ...about, name }),
  ),
  UserGroupChosen: event(
    1,
    ['settings', 'User group chosen'],
    'A user group of the chat has the people on call in these schedules as its members from now on.',
    z.object({ ...about, ...userGroup.shape }),
  ),
  UserGroupReleased: event(
    1,
    ['settings', 'User group released'],
    'The members of a user group are left as they are from now on.',
    z.object({ ...about, groupId: userGroup.shape.groupId, handle: userGroup.shape.handle }),
  ),
  UserGroupSet: event(
    1,
    ['settings', 'User group set'],
    'The members of a user group were replaced by these people; nobody: they were left as they are, and the channel was told.',
    z.object({
      ...about,
      groupId: userGroup.shape.groupId,
      handle: userGroup.shape.handle,
      personIds: z.array(id).max(connectionLimits.userGroupMembers),
    }),
  ),
  SmsPartsExceeded: event(
    1,
    ['settings', 'Many SMS in a day'],
    'On one day (UTC) 200 parts of SMS were sent, or a doubling of that: the owners are told.',
    z.object({
      /** Of the message that made it so many. */
      ...about,
      day: z.iso.date(),
      parts: z.number().int(),
      /** The event by which that message was sent. */
      sentBy: id,
    }),
  ),
};
export type ConnectionFact = Messages<typeof events>;

/** What is typed of one kind. Secrets that are left out of a change or a test are the stored ones. */
const typedOf = <K extends ConnectionKind, Fields extends z.ZodRawShape, Secrets extends z.ZodRawShape, To extends z.ZodType>(
  kind: K,
  { fields, secrets, testTo }: { fields: z.ZodObject<Fields>; secrets: z.ZodObject<Secrets>; testTo: To },
) => {
  const common = { kind: z.literal(kind), name: typedName };
  const some = z.strictObject({ ...fields.shape, ...secrets.partial().shape });
  return {
    added: z.strictObject({ connectionId: id.optional(), ...common, fields: z.strictObject({ ...fields.shape, ...secrets.shape }) }),
    changed: z.strictObject({ ...about, ...common, fields: some }),
    tested: z.strictObject({ connectionId: id.nullable(), kind: z.literal(kind), fields: some, to: testTo }),
  };
};

type Kinds = typeof connectionKinds;
type ShapeOf<O> = O extends z.ZodObject<infer Shape extends z.ZodRawShape> ? Shape : never;
type Typed<K extends ConnectionKind> = ReturnType<
  typeof typedOf<K, ShapeOf<Kinds[K]['fields']>, ShapeOf<Kinds[K]['secrets']>, Extract<Kinds[K]['testTo'], z.ZodType>>
>;
type Part = keyof Typed<ConnectionKind>;
type OfAnyKind<P extends Part> = { [K in ConnectionKind]: Typed<K>[P] }[ConnectionKind];

// the compiler can’t see that a kind and its fields belong together
const typed = connectionKindNames.map((kind) => typedOf(kind, connectionKinds[kind] as never)) as unknown as readonly {
  readonly [P in Part]: OfAnyKind<P>;
}[];
/** Of whichever kind. */
const ofKinds = <P extends Part>(part: P) =>
  z.discriminatedUnion('kind', typed.map((one) => one[part]) as unknown as [OfAnyKind<P>, ...OfAnyKind<P>[]]);

export const commands = {
  AddConnection: command('Connect an account outside', 'connections.configure', ofKinds('added')),
  ChangeConnection: command('Change a connection', 'connections.configure', ofKinds('changed')),
  RemoveConnection: command('Remove a connection', 'connections.configure', z.strictObject(about)),
  ChooseUserGroup: command(
    'Keep a user group of the chat at who is on call in schedules; `group`: its ID or its handle',
    'connections.configure',
    z.strictObject({
      ...about,
      group: z.string().trim().min(1).max(connectionLimits.userGroupHandleCharacters),
      scheduleIds: userGroup.shape.scheduleIds,
      channel: slackChannel,
    }),
  ),
  ReleaseUserGroup: command(
    'Leave the members of a user group as they are',
    'connections.configure',
    z.strictObject({ ...about, groupId: slackUserGroup }),
  ),
};

const example = { baseUrl: 'https://api.twilio.com', accountSid: `AC${'0'.repeat(32)}`, sender: '+14155550100', countries: '+1 +41' };

export const examples: Examples<typeof commands> = {
  AddConnection: { body: { kind: 'twilio', name: 'Twilio', fields: { ...example, authToken: 'of the account' } } },
  ChangeConnection: {
    body: { connectionId: ids.other, kind: 'twilio', name: 'Twilio', fields: example },
    refusedAs: 'connection.not_found',
  },
  RemoveConnection: { body: { connectionId: ids.other }, refusedAs: 'connection.not_found' },
  ChooseUserGroup: {
    body: { connectionId: ids.other, group: '@oncall', scheduleIds: [ids.other], channel: 'C012AB3CD' },
    refusedAs: 'connection.not_found',
  },
  ReleaseUserGroup: { body: { connectionId: ids.other, groupId: 'S012AB3CD' }, refusedAs: 'connection.not_found' },
};

/** In memory only. */
export interface ConnectionRow {
  readonly id: string;
  readonly kind: (typeof connectionKindNames)[number];
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly secretRef: string;
  readonly userGroups?: readonly (UserGroup & {
    /** Who it was set to last; nobody: it was left as it is. Absent: it was not set yet. */
    readonly set?: { readonly at: string; readonly personIds: readonly string[] };
  })[];
}

/** In memory only: a connection that was removed has the time until which what was sent through it is answered. */
export interface EndingConnectionRow extends ConnectionRow {
  readonly removed?: { readonly dueAt: string; readonly plannedBy: string };
}

/** In memory only: the parts of SMS of the last day with any. */
export interface SmsPartsRow {
  readonly day: string;
  readonly parts: number;
  /** By the event of each message with which the day passed a level: the parts until then. */
  readonly crossed: Readonly<Record<string, number>>;
}

/** The last call through a connection. */
const connectionState = z.object({
  at: instant,
  ok: z.boolean(),
  detail: z.string(),
  /** Since when nothing is sent through it but one message every 30 s as a try, because its provider refuses the account or fails; null: it is used. */
  stoppedSince: instant.nullable(),
});
export type ConnectionState = z.infer<typeof connectionState>;

/** The answer of `GET /api/settings/connections`, without secrets. */
export const connectionsShown = z.object({
  connections: z.array(
    z.object({
      ...about,
      kind: z.enum(connectionKindNames),
      name: z.string(),
      fields: z.record(z.string(), z.string()),
      /** Since the start of this server; null: nothing was sent. */
      state: connectionState.nullable(),
      /** The people whose contact methods need it. */
      people: z.number().int(),
      /** The address that the provider calls for replies; null: this server has no public https address, so nothing comes back. */
      inbound: z.string().nullable(),
      /** How answers come by a connection that this server holds open; null: its kind needs none. */
      listening: z.object({ since: instant, problem: z.string().nullable() }).nullable(),
      userGroups: z.array(
        userGroup.extend({
          /** On call now. `isLinked`: by a verified account in the chat; others can’t be members. */
          onCall: z.array(z.object({ personId: id, isLinked: z.boolean() })),
          set: z.object({ at: instant, personIds: z.array(id) }).nullable(),
          /** Why it isn’t as it ought to be; null: it is, or soon will be. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  ),
});
export type ConnectionsShown = z.infer<typeof connectionsShown>;

/** `POST /api/settings/connections/test`: as it was typed. `connectionId`: whose stored secret is used; null: none. */
export const connectionTest = ofKinds('tested');
export type ConnectionTest = z.infer<typeof connectionTest>;

/** `why`: the error, and the fix; null when the provider accepted the message. */
export const connectionTestResult = z.object({ ok: z.boolean(), why: z.string().nullable() });
export type ConnectionTestResult = z.infer<typeof connectionTestResult>;

import { z } from 'zod';
import { typedEmail } from '../email-address.js';
import { contactKinds, contactTraits, isRelayed, throughOf, type ContactKind } from './kinds.js';
import { favourite, relaysAs, ruleDelay, urgency } from './events.js';
import { id, typedName } from '../ids.js';
import { typedChoice } from '../notices/choices.js';
import { limits } from '../limits.js';
import { linkedChats } from './chat-accounts.js';
import * as contactLimits from './limits.js';
import { command } from '../message.js';
import { phoneNumber } from '../phone-number.js';
import { accountSchema, type connectionKinds } from '../connections/kinds.js';
import { exampleIds as ids, type Examples } from '../examples.js';

const keyOf = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${bytes}}={0,2}$`));

/** Result of `PushManager.subscribe()`: the endpoint, and the keys to encrypt for. */
const pushSubscription = {
  address: z.url({ protocol: /^https?$/ }).max(2_000),
  keys: z.strictObject({ p256dh: keyOf(87), auth: keyOf(22) }),
};

/** Initial rules of a method; absent ones are not added. Without any rule, a high-urgency page uses every verified method at once. */
const firstRules = z
  .array(z.strictObject({ ruleId: id.optional(), urgency, delayMinutes: ruleDelay }))
  .max(contactLimits.notificationRulesPerPerson)
  .optional();

const server = z.url({ protocol: /^https?$/ }).max(1_000);
const token = z.string().trim().min(1).max(contactLimits.accessTokenCharacters);

/** Fields for adding a method, by kind of address. */
const addressFields = {
  none: {},
  email: { address: typedEmail.max(200) },
  url: { address: z.url({ protocol: /^https?$/ }).max(2_000) },
  topic: {
    server,
    topic: z
      .string()
      .trim()
      .regex(/^[-_A-Za-z0-9]{1,64}$/, 'Up to 64 letters, digits, - and _.'),
    token: token.optional(),
  },
  server: { server, token },
  phone: { address: phoneNumber },
  member: {},
  userKey: {},
  hook: { hook: z.url({ protocol: /^https?$/ }).max(2_000) },
  device: { ...pushSubscription, label: z.string().trim().min(1).max(contactLimits.deviceLabelCharacters).optional() },
};
type Connections = typeof connectionKinds;
type AllContactTraits = typeof contactTraits;
/** An account as its connection names it. */
type AccountFields<K extends ContactKind> = AllContactTraits[K] extends {
  readonly address: 'member' | 'userKey';
  readonly through: infer C extends keyof Connections;
}
  ? Connections[C] extends { readonly account: infer A extends z.ZodType }
    ? { readonly address: A }
    : never
  : unknown;
const accountFields = (kind: ContactKind): { readonly address?: z.ZodType } => {
  const [through] = throughOf(kind);
  const account = through === undefined ? undefined : accountSchema(through);
  const { address } = contactTraits[kind];
  return account && (address === 'member' || address === 'userKey') ? { address: account } : {};
};
/** Only for kinds whose receiver may relay messages. */
const relayFields = { relaysAs: relaysAs.optional() };

const commonFields = <K extends ContactKind>(kind: K) => ({
  kind: z.literal(kind),
  personId: id,
  contactMethodId: id.optional(),
});

type MethodFields<K extends ContactKind> = ReturnType<typeof commonFields<K>> &
  (typeof addressFields)[AllContactTraits[K]['address']] &
  AccountFields<K> &
  (AllContactTraits[K] extends { readonly throttle: 'relayed' } ? typeof relayFields : unknown) & { readonly rules: typeof firstRules };
type Strict<Shape> = Shape extends z.ZodRawShape ? z.ZodObject<Shape, z.core.$strict> : never;
type MethodSchema = { [K in ContactKind]: Strict<{ [F in keyof MethodFields<K>]: MethodFields<K>[F] }> }[ContactKind];

/** Command schema for a method of this kind, derived from its traits. */
const methodSchema = (kind: ContactKind): MethodSchema => {
  const relay = isRelayed(kind) ? relayFields : {};
  return z.strictObject({
    ...commonFields(kind),
    ...addressFields[contactTraits[kind].address],
    ...accountFields(kind),
    ...relay,
    rules: firstRules,
  }) as MethodSchema;
};

const ofPerson = z.strictObject({ personId: id, ...favourite.shape });

const ofOffer = z.strictObject({ personId: id, offerId: id });

export const contactCommands = {
  AddContactMethod: command(
    'Add a contact method',
    'self.configure',
    z.discriminatedUnion('kind', contactKinds.map(methodSchema) as [MethodSchema, ...MethodSchema[]]),
  ),
  RenewPushSubscription: command(
    'Renew the push subscription of a device',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id, ...pushSubscription }),
  ),
  AskVerification: command('Send the code again', 'self.configure', z.strictObject({ personId: id, contactMethodId: id })),
  VerifyContactMethod: command(
    'Verify a contact method',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id, code: z.string().trim().min(4).max(12) }),
  ),
  RemoveContactMethod: command('Remove a contact method', 'self.configure', z.strictObject({ personId: id, contactMethodId: id })),
  LinkChatAccount: command(
    'Link the account in a chat that was shown this code',
    'self.secure',
    z.strictObject({ personId: id, code: z.string().trim().min(1).max(contactLimits.linkCodeCharacters) }),
  ),
  UnlinkChatAccount: command('Unlink an account in a chat', 'self.configure', z.strictObject({ personId: id, chat: z.enum(linkedChats) })),
  SwitchOffContactMethod: command(
    'Switch a contact method off: it is not used for pages, and its rules are kept',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id }),
  ),
  SwitchOnContactMethod: command(
    'Switch a contact method on again',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id }),
  ),
  ChooseWebhookRelay: command(
    'Set whether the receiver of a webhook sends an SMS or makes a call; null: neither',
    'self.configure',
    z.strictObject({ personId: id, contactMethodId: id, relaysAs: relaysAs.nullable() }),
  ),
  AddNotificationRule: command(
    'Add a notification rule',
    'self.configure',
    z.strictObject({ personId: id, ruleId: id.optional(), urgency, contactMethodId: id, delayMinutes: ruleDelay }),
  ),
  ChangeNotificationRule: command(
    'Change a notification rule',
    'self.configure',
    z.strictObject({ personId: id, ruleId: id, delayMinutes: ruleDelay }),
  ),
  RemoveNotificationRule: command('Remove a notification rule', 'self.configure', z.strictObject({ personId: id, ruleId: id })),
  SaveSearch: command(
    'Save a search of the list under a name; an existing name is overwritten',
    'self.configure',
    z.strictObject({ personId: id, searchId: id.optional(), name: typedName, query: z.string().min(1).max(limits.searchCharacters) }),
  ),
  ForgetSearch: command('Remove a saved search', 'self.configure', z.strictObject({ personId: id, searchId: id })),
  AddFavourite: command('Mark a service, a policy or a schedule as a favourite', 'self.configure', ofPerson),
  RemoveFavourite: command('Remove a favourite', 'self.configure', ofPerson),
  FollowService: command(
    'Follow a service: hear quietly what becomes of its alert groups',
    'self.configure',
    z.strictObject({
      personId: id,
      serviceId: id,
      /** Null: by mail, to the address of the account. */ contactMethodId: id.nullable().default(null),
    }),
  ),
  UnfollowService: command('Stop following a service', 'self.configure', z.strictObject({ personId: id, serviceId: id })),
  ChooseNotice: command(
    'Choose whether, when and by what you hear of one kind of message that is no page',
    'self.configure',
    typedChoice.extend({ personId: id }),
  ),
  PlanNightTest: command('Send yourself a page at 3:00 at night, once', 'self.secure', z.strictObject({ personId: id })),
  CancelNightTest: command('Cancel the night test', 'self.configure', z.strictObject({ personId: id })),
  AllowRehearsalPages: command('Agree to be paged by services that rehearse', 'self.secure', z.strictObject({ personId: id })),
  DeclineRehearsalPages: command('No longer be paged by services that rehearse', 'self.configure', z.strictObject({ personId: id })),
  UsePhoneOffer: command(
    'Add the phone number that you had in another system as a contact method, and get its code',
    'self.secure',
    ofOffer.extend({ contactMethodId: id.optional() }),
  ),
  DeclinePhoneOffer: command('Delete the phone number that you had in another system', 'self.secure', ofOffer),
};

const ofMethod = { personId: ids.person, contactMethodId: ids.other };
const withoutMethod = { refusedAs: 'contact_method.not_found' } as const;
const withoutRule = { refusedAs: 'notification_rule.not_found' } as const;

export const contactExamples: Examples<typeof contactCommands> = {
  AddContactMethod: { about: 'account', body: { kind: 'browser', personId: ids.person } },
  RenewPushSubscription: {
    about: 'account',
    body: { ...ofMethod, address: 'https://push.example.org/device', keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } },
    ...withoutMethod,
  },
  AskVerification: { about: 'account', body: ofMethod, ...withoutMethod },
  VerifyContactMethod: { about: 'account', body: { ...ofMethod, code: '123456' }, ...withoutMethod },
  RemoveContactMethod: { about: 'account', body: ofMethod, ...withoutMethod },
  LinkChatAccount: { about: 'oneself', body: { personId: ids.person, code: 'typed.wrong' }, refusedAs: 'contact_method.wrong_code' },
  UnlinkChatAccount: { about: 'account', body: { personId: ids.person, chat: 'mattermost' } },
  SwitchOffContactMethod: { about: 'account', body: ofMethod, ...withoutMethod },
  SwitchOnContactMethod: { about: 'account', body: ofMethod, ...withoutMethod },
  ChooseWebhookRelay: { about: 'account', body: { ...ofMethod, relaysAs: 'sms' }, ...withoutMethod },
  AddNotificationRule: { about: 'account', body: { ...ofMethod, urgency: 'high', delayMinutes: 0 }, ...withoutMethod },
  ChangeNotificationRule: { about: 'account', body: { personId: ids.person, ruleId: ids.other, delayMinutes: 5 }, ...withoutRule },
  RemoveNotificationRule: { about: 'account', body: { personId: ids.person, ruleId: ids.other }, ...withoutRule },
  SaveSearch: { about: 'account', body: { personId: ids.person, name: 'Disks', query: 'q=disk' } },
  ForgetSearch: { about: 'account', body: { personId: ids.person, searchId: ids.other }, refusedAs: 'saved_search.not_found' },
  AddFavourite: { about: 'account', body: { personId: ids.person, kind: 'service', subjectId: ids.service } },
  RemoveFavourite: { about: 'account', body: { personId: ids.person, kind: 'service', subjectId: ids.service } },
  FollowService: { about: 'account', body: { personId: ids.person, serviceId: ids.service, contactMethodId: null } },
  UnfollowService: { about: 'account', body: { personId: ids.person, serviceId: ids.service } },
  ChooseNotice: { about: 'account', body: { personId: ids.person, kind: 'going_on', on: true, contactMethodId: null, leads: [720, 60] } },
  PlanNightTest: { about: 'oneself', body: { personId: ids.person } },
  CancelNightTest: { about: 'account', body: { personId: ids.person } },
  AllowRehearsalPages: { about: 'oneself', body: { personId: ids.person } },
  DeclineRehearsalPages: { about: 'account', body: { personId: ids.person } },
  UsePhoneOffer: { about: 'oneself', body: { personId: ids.person, offerId: ids.other }, refusedAs: 'phone_offer.not_found' },
  DeclinePhoneOffer: { about: 'oneself', body: { personId: ids.person, offerId: ids.other }, refusedAs: 'phone_offer.not_found' },
};

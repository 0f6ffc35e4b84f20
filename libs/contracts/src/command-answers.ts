import { z } from 'zod';
import { holder } from './alert-groups/holder.js';
import type { CommandType } from './catalogue.js';
import { integrationAddress } from './http.js';
import { instant } from './ids.js';

const mailed = z.boolean().meta({ description: 'Whether this server could send it by mail.' });
const signingSecret = z.string().meta({ description: 'The secret that signs requests to it. Shown only once.' });
const token = z.object({ token: z.string().meta({ description: 'Shown only now.' }), expiresAt: instant });
const pingAddress = z.object({ address: z.url().meta({ description: 'Where the job pings.' }) });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).readonly().meta({ description: 'Shown only now.' }) });

/** Results of a command in `says`, beside the ids, number and version of what it created. */
export const commandAnswers = {
  ActOnFiltered: z.object({ matched: z.number().int().meta({ description: 'How many alert groups matched.' }) }),
  InvitePerson: z.object({ invitation: z.url().meta({ description: 'The link to join with.' }), mailed }),
  MakePasswordResetLink: z.object({ link: z.url(), mailed }),
  AddContactMethod: z.object({ signingSecret: signingSecret.optional() }),
  IssuePersonalToken: token,
  IssueServiceToken: token,
  MakeCalendarFeed: z.object({ address: z.url().meta({ description: 'The address of the feed. Shown only now.' }) }),
  TurnOnTwoFactor: recoveryCodes,
  MakeRecoveryCodes: recoveryCodes,
  CreateIntegration: integrationAddress,
  IssueIntegrationKey: integrationAddress,
  RevealIntegrationKey: integrationAddress.partial(),
  CreateHeartbeat: pingAddress,
  IssueHeartbeatKey: pingAddress,
  RevealHeartbeatKey: pingAddress.partial(),
  CreateEventSubscription: z.object({ signingSecret }),
  RotateEventSubscriptionSecret: z.object({ signingSecret }),
} as const satisfies Partial<Record<CommandType, z.ZodObject>>;

type Answers = typeof commandAnswers;
/** The answer of a command that returns nothing of its own. */
export type NoAnswer = Readonly<Record<string, never>>;
export type CommandAnswer<T extends CommandType> = T extends keyof Answers ? z.infer<Answers[T]> : NoAnswer;

/** Results that any command may return. */
export const commandAnswer = z.looseObject({
  nothingNew: z.literal(true).optional().meta({ description: 'Nothing changed: nothing was recorded.' }),
  number: z.number().int().optional().meta({ description: 'The number of the alert group.' }),
  version: z.number().int().optional().meta({ description: 'The new version of what was changed.' }),
  holder: holder.nullish().meta({ description: 'Who is assigned to the alert group.' }),
  since: instant.nullish().meta({ description: 'Since when they are assigned.' }),
  mine: z.boolean().optional().meta({ description: 'Whether you are assigned to the alert group.' }),
  until: instant.optional().meta({ description: 'When the request to take over the alert group ends.' }),
  noise: z.boolean().optional().meta({ description: 'Whether the alert group is marked as noise.' }),
  undone: z.literal(true).optional().meta({ description: 'It was undone before.' }),
  matched: z.int().optional().meta({ description: 'How many alert groups matched.' }),
  state: z.string().optional().meta({ description: 'The state of the page that was answered.' }),
  outcome: z.string().optional().meta({ description: 'What became of it.' }),
  expiresAt: instant.optional().meta({ description: 'When the code that was sent before ends.' }),
  earlierInvitation: z.enum(['ended', 'expired', 'withdrawn']).optional().meta({ description: 'What happened to the previous link.' }),
});

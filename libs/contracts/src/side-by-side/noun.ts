import { z } from 'zod';
import type { Examples } from '../examples.js';
import { id, instant } from '../ids.js';
import { command, event, type Messages } from '../message.js';
import { foreignSystemNames, type ForeignSystemName } from '../moving-in/systems.js';
import { pairedAs } from './differences.js';
import * as sideBySideLimits from './limits.js';

export { refusals } from './refusals.js';

const system = z.enum(foreignSystemNames);
const { most } = sideBySideLimits;

/** What each system tells of whom it notified, and so what can be compared. Null: only who was on call, which the move itself compares. */
export const told: Readonly<Record<ForeignSystemName, string | null>> = {
  pagerduty: 'its log entries of notifications: whom, when and by which method, not whether it arrived',
  goalert: 'its message logs: whom, when and by which method',
  opsgenie: 'the recipients of an alert: whom and when, with the last state alone',
  jsm: null,
  oncall: null,
};

/** An alert there, and what it is compared with: a group, or nothing. `rowId`: the group’s, or one of its own. */
const pair = z.object({
  rowId: id,
  groupId: id.nullable(),
  alertId: z.string().max(200).nullable(),
  serviceId: id,
  at: instant,
  as: pairedAs,
  /** Acknowledged or resolved there. */
  endedAt: instant.nullable(),
});
export type ComparedPair = z.infer<typeof pair>;

/** Facts of a stream `oldSystem-<system>`. */
export const events = {
  OldSystemConnected: event(
    1,
    ['settings', 'Old system connected'],
    'The system that Tocsin replaces is read, to compare whom each of both notifies. Its address and the token are in the vault.',
    z.object({ system, host: z.string().max(300), tokenRef: z.string(), endedRef: z.string().optional() }),
  ),
  OldSystemDisconnected: event(
    1,
    ['settings', 'Old system disconnected'],
    'The system that Tocsin replaces is no longer read, and the token was deleted.',
    z.object({ system, endedRef: z.string() }),
  ),
  OldSystemRead: event(
    1,
    ['signals', 'Old system read'],
    'What the old system told of whom it notified was read and compared.',
    z.object({
      system,
      from: instant,
      /** Exclusive. */
      to: instant,
      pairs: z.array(pair).max(most.pairs),
      /** Messages there, of the pairs. Person null: nobody whom Tocsin knows. */
      pages: z.array(z.object({ rowId: id, personId: id.nullable(), at: instant, method: z.string().max(40) })).max(most.pages),
      /** Groups of which it tells nothing, or nothing more. */
      compared: z.array(id).max(most.compared),
    }),
  ),
  OldSystemNotRead: event(
    1,
    ['signals', 'Old system could not be read'],
    'The old system could not be read: nothing since is compared before it can be.',
    z.object({ system, why: z.string().max(200) }),
  ),
};
export type SideBySideFact = Messages<typeof events>;

const line = z.string().trim().min(1).max(500);

export const commands = {
  ConnectOldSystem: command(
    'Read the system that Tocsin replaces, to compare whom it notifies',
    'import.manage',
    z.strictObject({
      system: z.enum(['pagerduty', 'goalert', 'opsgenie']),
      /** Left out: the system’s own. */
      address: line.optional(),
      /** Read rights are enough. */
      token: z.string().trim().min(1).max(5_000),
    }),
  ),
  DisconnectOldSystem: command('Read the system that Tocsin replaces no longer', 'import.manage', z.strictObject({ system })),
};

export const examples: Examples<typeof commands> = {
  ConnectOldSystem: { body: { system: 'pagerduty', address: 'https://api.example.org', token: 'u+abcdefghij' } },
  DisconnectOldSystem: { body: { system: 'goalert' }, refusedAs: 'old_system.not_connected' },
};

/** A system that is read. Id: its name. */
export const oldSystemRow = z.object({
  id: system,
  host: z.string(),
  tokenRef: z.string(),
  since: instant,
  /** Everything before is compared. */
  readUpTo: instant,
  /** Null: the last reading worked. */
  failing: z.object({ since: instant, why: z.string() }).nullable(),
  /** Of its stream. */
  revision: z.number().int(),
});
export type OldSystemRow = z.infer<typeof oldSystemRow>;

/** As the API returns it. */
export const oldSystemShown = oldSystemRow.omit({ tokenRef: true, revision: true });
export type OldSystemShown = z.infer<typeof oldSystemShown>;

/** Response rows by view name. */
export const views = { oldSystems: oldSystemShown };

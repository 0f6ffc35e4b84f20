import { z } from 'zod';
import { id, instant } from '../ids.js';
import { event, type Messages } from '../message.js';
import { muteKinds } from './mutes.js';

/** The part of the alert groups that one event lists, and the last of them where more follow. */
const part = {
  groups: z.array(id),
  more: id.nullable(),
};

/** Facts of a stream `fanOut-<id>`: the alert groups for which something follows from the event with this id. */
export const fanOutEvents = {
  PersonReleasedFromGroups: event(
    1,
    ['people', 'Person released from alert groups'],
    'A disabled person or new observer is released from alert groups in batches: from these, which are assigned to them or page them.',
    z.object({ personId: id, because: z.enum(['disabled', 'observes']), ...part }),
  ),
  PolicyAppliedToOpenGroups: event(
    1,
    ['teams', 'Policy applied to open alert groups'],
    'A policy is applied to open alert groups in batches: these are the next ones.',
    z.object({
      teamId: id,
      policyId: id,
      version: z.number().int(),
      /** Groups of one service whose policy was replaced; null: all groups of the policy. */
      serviceId: id.nullable(),
      ...part,
    }),
  ),
  MutesAppliedToOpenGroups: event(
    1,
    ['alerts', 'Mutes applied to open alert groups'],
    'Something that mutes alerts began, ended or was changed: these open alert groups are reviewed, in batches.',
    z.object({
      /** `silence`, `maintenance`, an inhibition rule, or an alert that inhibits. */
      kind: z.enum(muteKinds),
      /** The team whose groups they are; null: of all teams. */
      teamId: id.nullable(),
      ...part,
    }),
  ),
  ContactsChangedWhilePaged: event(
    1,
    ['paging', 'Contact methods changed during a page'],
    'The person changed how they are reached while they were being paged: the pages of these alert groups follow.',
    z.object({ personId: id, ...part }),
  ),
  OpenGroupsFollowedClock: event(
    1,
    ['system', 'Alert groups follow the clock'],
    'A clock was set back. The timers of open alert groups are moved with it, in batches: these are the next ones.',
    z.object({
      /** The clock showed `from` when it was set back to `to`. */
      from: instant,
      to: instant,
      ...part,
    }),
  ),
};
export type FanOutFact = Messages<typeof fanOutEvents>;

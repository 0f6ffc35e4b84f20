import { z } from 'zod';
import { command, event, writtenField, type Messages } from '../message.js';
import { id, personal } from '../ids.js';
import * as bulkActLimits from './limits.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export { refusals } from './refusals.js';

export const filteredActs = ['AcknowledgeAlertGroup', 'ResolveAlertGroup'] as const;
export type FilteredAct = (typeof filteredActs)[number];

/** Why a group was left out. `changed`: someone acknowledged or resolved it in the meantime. */
export const leftOutReasons = ['changed', 'denied', 'not_found'] as const;
const leftOut = z.object({ groupId: id, number: z.number().int().nullable(), why: z.enum(leftOutReasons) });

/** Facts of a stream `bulkAct-<id>`: one act on many alert groups, worked in batches. */
export const events = {
  BulkActStarted: event(
    1,
    ['alerts', 'Act on all that match a filter'],
    'Someone acts on all alert groups that match a filter.',
    z.object({
      bulkActId: id,
      act: z.enum(filteredActs),
      /** The query string of a list: `where.status=firing&q=disk`. */
      filter: personal(z.string()),
      /** Log position of the filter. */
      ordinal: z.number().int(),
      groupIds: z.array(id).max(bulkActLimits.bulkByFilter),
    }),
    [writtenField('filter')],
  ),
  BulkActWorked: event(
    1,
    ['alerts', 'Batch of a bulk action done'],
    'A batch of the alert groups was processed: each one gets the action, and those that changed in the meantime are left out.',
    z.object({
      bulkActId: id,
      act: z.enum([...filteredActs, 'UnacknowledgeAlertGroup', 'ReopenAlertGroup']),
      /** Whether the act is being undone. */
      undo: z.boolean(),
      /** Number of processed groups, and of remaining ones. */
      upTo: z.number().int(),
      left: z.number().int(),
      groupIds: z.array(id),
      /** Groups that were acknowledged: undo assigns them back. */
      held: z.array(id),
      leftOut: z.array(leftOut),
    }),
  ),
  BulkActGroupLeftOut: event(
    1,
    ['alerts', 'Alert group left out of a bulk action'],
    'An alert group changed before the bulk action reached it, so the action did nothing to it.',
    z.object({ bulkActId: id, ...leftOut.shape }),
  ),
  BulkActUndone: event(1, ['alerts', 'Bulk action undone'], 'The bulk action on alert groups was undone.', z.object({ bulkActId: id })),
};
export type BulkActFact = Messages<typeof events>;

export const commands = {
  ActOnFiltered: command(
    'Act on all that match a filter',
    'alert_group.act_on_filtered',
    z.strictObject({
      bulkActId: id,
      act: z.enum(filteredActs),
      filter: z.string().max(2_048),
      /** The `ordinal` of the list that was seen: what matched then is acted on, and nothing that came later. */
      ordinal: z.number().int().min(1),
    }),
  ),
  UndoBulkAct: command('Undo a bulk action', 'alert_group.act_on_filtered', z.strictObject({ bulkActId: id })),
};

export const examples: Examples<typeof commands> = {
  ActOnFiltered: { body: { bulkActId: ids.group, act: 'AcknowledgeAlertGroup', filter: 'q=disk', ordinal: 1 } },
  UndoBulkAct: { body: { bulkActId: ids.other }, refusedAs: 'bulk_act.not_found' },
};

/** Result. Id: the bulk act’s. */
export const bulkActRow = z.object({
  id,
  act: z.enum(filteredActs),
  matched: z.number().int(),
  /** Groups that have been worked, and of those the ones that the act follows for. */
  worked: z.number().int(),
  done: z.number().int(),
  /** The first skipped groups, and their number. */
  leftOut: z.array(leftOut),
  leftOutCount: z.number().int(),
  undone: z.boolean(),
});
export type BulkActRow = z.infer<typeof bulkActRow>;

/** Response rows by view name. */
export const views = { bulkActs: bulkActRow };

import { z } from 'zod';
import { id, instant } from '../ids.js';
import { command, event } from '../message.js';

/** An edition of the zone table, such as `2026c`. */
export const edition = z.string().min(1).max(16);

/** Facts that could name an edition and don’t were computed by this one. */
export const firstEdition = '2026c';

/** An announced handoff that moved: its old and new time; null: removed, or new. */
const movedHandoff = z.object({
  before: instant.nullable(),
  after: instant.nullable(),
  /** Who is on call from then on; the first of many. */ people: z.array(id),
});
export type MovedHandoff = z.infer<typeof movedHandoff>;

const moved = {
  /** The first of them. */
  moved: z.array(movedHandoff),
  /** Number of moved ones among the compared ones. */
  movedCount: z.number().int(),
};

/** Events of a schedule’s stream about the time zone tables it is computed with. */
export const zoneTableEvents = {
  ZoneTableTaken: event(
    1,
    ['teams', 'Time zone data of a schedule replaced'],
    'Another edition of the time zone data was taken: it applies from then on, and these planned handoffs moved.',
    z.object({ scheduleId: id, before: edition, zones: edition, effectiveFrom: instant, ...moved }),
  ),
};

export const zoneTableCommands = {
  TakeZoneTable: command(
    'Use a newer edition of the time zone data for a schedule',
    'service.configure',
    z.strictObject({ scheduleId: id, zones: edition }),
  ),
};

/** `GET /api/schedules/:id/zone-table`: by which edition it is computed, and what taking the newest one would move. */
export const zoneTableAnswer = z.object({ scheduleId: id, zones: edition, newest: edition, ...moved });
export type ZoneTableAnswer = z.infer<typeof zoneTableAnswer>;

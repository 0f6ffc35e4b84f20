import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { addMillis, toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../../reads.js';
import { isSystem, refusePermission } from '../../rules/permissions.js';
import { rankOfUrgency } from '../../rules/ranks.js';
import { refuse } from '../../rules/refuse.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import type { ContactCommand } from './commands.js';
import { clockOf } from './weekly-summary.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;
type ContactDecision = Decision<ContactFact>;

/** Three in the morning. */
const nightHour = 3;

/** The next three o’clock on the person’s wall clock: where clocks skip it, the first instant after. */
const nextNight = (context: ConfigurationContext, personId: string): { readonly dueAt: string; readonly zones: string } => {
  const { clock, zones } = clockOf(context, personId);
  const today = clock.date(toMillis(context.now));
  const tonight = clock.startOf(today, nightHour);
  return { dueAt: toInstant(tonight > toMillis(context.now) ? tonight : clock.startOf(today + 1, nightHour)), zones };
};

/** Nobody is woken by another person’s wish. */
export const planNightTest = ({ personId }: Data<'PlanNightTest'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (context.actor.kind !== 'person' || context.actor.id !== personId) return refusePermission('the person');
  if (context.reads.people.get(personId)?.role === 'observer') return refuse('person.observes');
  if (!row.methods.some(isUsable)) return refuse('person.not_reachable');
  return row.nightTest ? new Nothing() : [{ type: 'NightTestPlanned', data: { personId, ...nextNight(context, personId) } }];
};

export const cancelNightTest = (data: Data<'CancelNightTest'>, { nightTest }: ContactRow): ContactDecision =>
  nightTest ? [{ type: 'NightTestCancelled', data }] : new Nothing();

/** Their time zone was changed: three o’clock is at another time. */
export const followZone = ({ personId }: Data<'MoveNightTest'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  if (!row.nightTest || row.nightTest.dueAt <= context.now) return new Nothing();
  const planned = nextNight(context, personId);
  return planned.dueAt === row.nightTest.dueAt ? new Nothing() : [{ type: 'NightTestPlanned', data: { personId, ...planned } }];
};

/** After downtime it is too late: a test in the morning tests nothing. */
export const runNightTest = (data: Data<'RunNightTest'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { personId, dueAt, plannedBy } = data;
  const { now, reads } = context;
  if (row.nightTest?.dueAt !== dueAt || row.nightTest.plannedBy !== plannedBy || dueAt > now) return new Nothing();
  const isLate = addMillis(dueAt, contactLimits.nightTestLate) < now;
  const canRun = !isLate && reads.people.get(personId)?.state === 'active' && row.methods.some(isUsable);
  return [{ type: canRun ? 'NightTestBegan' : 'NightTestMissed', data: { personId } }];
};

/** It is a page like others: nothing more urgent waits for it. */
export const nightTestTimersOf = ({ id: personId, nightTest }: ContactRow): readonly Timer[] =>
  nightTest
    ? [
        {
          name: 'night test',
          ...nightTest,
          rank: rankOfUrgency('low', true),
          command: { type: 'RunNightTest', data: { personId, ...nightTest } },
        },
      ]
    : [];

import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { choiceOf, defaultMinute, hasMethodChoice, type NoticeChoice } from '@tocsin/contracts/notices/choices.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../../reads.js';
import { isSystem, refusePermission } from '../../rules/permissions.js';
import { machineRank } from '../../rules/ranks.js';
import { refuse } from '../../rules/refuse.js';
import { nextMinuteOfDay } from '../schedules/shared/next-minute.js';
import type { ContactCommand } from './commands.js';
import { refuseMethod } from './follows.js';
import { clockOf, turnOffSummary, turnOnSummary } from './weekly-summary.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;
type ContactDecision = Decision<ContactFact>;

/** Six in the evening: the night that a morning summary is about begins. */
const nightBegins = 18;

/** The next such minute of the day on the person’s wall clock, after an instant. */
const nextMorning = (context: ConfigurationContext, personId: string, { minute = defaultMinute }: NoticeChoice) => {
  const { zones, clock } = clockOf(context, personId);
  return { dueAt: nextMinuteOfDay(clock, context.now, minute), zones };
};

const refuseBy = ({ kind, on, contactMethodId }: NoticeChoice, row: ContactRow): Refusal | null => {
  // what no longer works must not keep anybody from switching it off
  if (!on || contactMethodId === null) return null;
  return hasMethodChoice(kind) ? refuseMethod(contactMethodId, row) : refuse('contact_method.takes_no_news', {}, 'contactMethodId');
};

export const chooseNotice = (
  { personId, ...choice }: Data<'ChooseNotice'>,
  row: ContactRow,
  context: ConfigurationContext,
): ContactDecision => {
  const refusal = refuseBy(choice, row);
  if (refusal) return refusal;
  if (choice.kind === 'weekly_summary') return choice.on ? turnOnSummary(personId, row, context) : turnOffSummary(personId, row);
  if (JSON.stringify(choice) === JSON.stringify(choiceOf(row, choice.kind))) return new Nothing();
  const next = choice.kind === 'morning_summary' && choice.on ? nextMorning(context, personId, choice) : {};
  return [{ type: 'NoticeChosen', data: { personId, ...choice, ...next } }];
};

/** Their time zone was changed. One that is due already is sent first. */
export const planMorning = ({ personId }: Data<'PlanMorningSummary'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  if (!row.morning || row.morning.dueAt <= context.now) return new Nothing();
  const next = nextMorning(context, personId, choiceOf(row, 'morning_summary'));
  return next.dueAt === row.morning.dueAt ? new Nothing() : [{ type: 'MorningSummaryPlanned', data: { personId, ...next } }];
};

/** However late, it is one message: about the night that ended last. */
export const reviewMorning = (data: Data<'ReviewMorningSummary'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { personId, dueAt, plannedBy } = data;
  if (row.morning?.dueAt !== dueAt || row.morning.plannedBy !== plannedBy || dueAt > context.now) return new Nothing();
  const choice = choiceOf(row, 'morning_summary');
  if (context.reads.people.get(personId)?.state !== 'active') return [{ type: 'NoticeChosen', data: { personId, ...choice, on: false } }];
  const { timeZone, clock } = clockOf(context, personId);
  const from = toInstant(clock.startOf(clock.date(toMillis(context.now)) - 1, nightBegins));
  const { dueAt: nextAt, zones } = nextMorning(context, personId, choice);
  return [{ type: 'MorningSummaryDue', data: { personId, from, to: context.now, timeZone, zones, nextAt } }];
};

/** It pages no one, so it is due after everything that does. */
export const morningTimersOf = ({ id: personId, morning }: ContactRow): readonly Timer[] =>
  morning
    ? [
        {
          name: 'morning summary',
          ...morning,
          rank: machineRank,
          command: { type: 'ReviewMorningSummary', data: { personId, ...morning } },
        },
      ]
    : [];

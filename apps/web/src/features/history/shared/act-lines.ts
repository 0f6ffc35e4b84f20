import type { EventType } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Names } from '../../../data/words/names.js';
import { sentenceOf } from './sentences.js';

/** One line of a list of events: an event, with other events of its act. */
export interface ActLine {
  readonly event: Recorded;
  /** Said behind the sentence. */
  readonly also: string | null;
}

/** Acts that answer the pages of their actor, and may stop the escalation. */
const acts: readonly EventType[] = [
  'AlertGroupAcknowledged',
  'AlertGroupAcknowledgedToo',
  'AlertGroupSnoozed',
  'AlertGroupTakenOver',
  'ResponderJoined',
  'AlertGroupResolved',
  'AcknowledgementRenewed',
];
/** Changes of a schedule, each followed by the next handoff. */
const scheduleActs: readonly EventType[] = [
  'OnCallChanged',
  'ScheduleBegan',
  'ScheduleChanged',
  'ScheduleChangeWithdrawn',
  'OverridesAdded',
  'OverridesImported',
  'OverrideChanged',
  'OverrideRemoved',
  'TemporaryScheduleAdded',
  'TemporaryScheduleChanged',
  'TemporaryScheduleRemoved',
  'CoverRequested',
  'CoverAccepted',
  'CoverDeclined',
  'CoverWithdrawn',
];
/** Event types whose line is omitted because another event of the same command implies it. */
const impliedBy: Readonly<Partial<Record<string, readonly EventType[]>>> = {
  PageAnswered: [...acts, 'AlertGroupEscalated'],
  PageCancelled: ['ReassignmentLapsed'],
  EscalationStopped: acts,
  AlertGroupReturnedToFiring: ['AlertGroupEscalated', 'AlertGroupUnsnoozed'],
  PageStarted: ['EscalationStepTaken', 'ReassignmentRequested', 'ReassignmentLapsed', 'RespondersAdded'],
  AttemptPlanned: ['MessageResent'],
  HandoffPlanned: scheduleActs,
  ScheduleVersionTookEffect: ['ScheduleChanged'],
  OverridesAdded: ['CoverAccepted'],
  TemporaryScheduleChanged: ['CoverAccepted'],
} satisfies Partial<Record<EventType, readonly EventType[]>>;

const actKey = (commandId: string, type: string): string => `${commandId} ${type}`;

/** One line per act: events of the same command are merged. */
export function actLines(events: readonly Recorded[]): readonly ActLine[] {
  const recorded = new Set(events.map(({ type, meta }) => actKey(meta.commandId, type)));
  return events
    .filter(({ type, meta }) => !impliedBy[type]?.some((leader) => recorded.has(actKey(meta.commandId, leader))))
    .map((event) => {
      const isStop = acts.some((act) => act === event.type) && recorded.has(actKey(event.meta.commandId, 'EscalationStopped'));
      return { event, also: isStop ? 'escalation stopped' : null };
    });
}

/** `Ana acknowledged it · escalation stopped` */
export function actSentence({ event, also }: ActLine, names: Names): string {
  const sentence = sentenceOf(event, names);
  return also ? `${sentence.replace(/\.$/, '')} · ${also}` : sentence;
}

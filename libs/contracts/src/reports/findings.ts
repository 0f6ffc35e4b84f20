import { formatPercent, plural, durationText } from './words.js';
import type { CostFigures, DeliveryFigures, LoadFigures, NoiseFigures, ReportOrder, ResponseFigures } from './reports.js';

/** The finding of the report, in one or two sentences. */
export function responseFinding({ openings, acknowledged, escalated, measures: [first] }: ResponseFigures): string {
  if (openings === 0) return 'No alert group was opened in this period.';
  const all = first?.all;
  if (!all || all.p50 === null || all.p90 === null)
    return `${plural(openings, 'alert group')}; no one acknowledged ${openings === 1 ? 'it' : 'any'}.`;
  const half =
    all.measured === 1
      ? `1 alert group was acknowledged, after ${durationText(all.p50)}.`
      : `Half were acknowledged within ${durationText(all.p50)} (90 % within ${durationText(all.p90)}).`;
  const rest = openings - acknowledged;
  const othersText =
    rest === 0 ? '' : ` ${rest.toLocaleString('en')} of ${openings.toLocaleString('en')} never ${rest === 1 ? 'was' : 'were'}.`;
  return `${half}${othersText}${escalated === 0 ? '' : ` ${formatPercent(escalated, openings)} escalated.`}`;
}

/** Filters of the figures, and whether people are hidden in them. */
export interface LoadScope {
  readonly cut: boolean;
  readonly order: Pick<ReportOrder, 'service' | 'services' | 'urgency'>;
}

/** Schedules can only be filtered by team: people on call may be interrupted by others than one service or urgency. */
const hasEvenShare = ({ cut, order }: LoadScope): boolean =>
  !cut && order.service === null && order.services === undefined && order.urgency === null;

/** Does not name the most interrupted person if `people` is empty, and no even share without `scope`. */
export function loadFinding({ interruptions, sleep, people }: LoadFigures, nameOf: (id: string) => string, scope?: LoadScope): string {
  if (interruptions === 0) return 'No one was interrupted in this period.';
  const [most] = people.toSorted((a, b) => b.interruptions - a.interruptions);
  const even = scope && hasEvenShare(scope) ? `; an even share would be ${formatPercent(1, people.length)}` : '';
  const busiestText =
    most && people.length > 1 && most.interruptions > 0
      ? ` ${nameOf(most.personId)} had ${formatPercent(most.interruptions, interruptions)} of them${even}.`
      : '';
  return `${plural(interruptions, 'interruption')}, ${formatPercent(sleep, interruptions)} of them in sleep hours.${busiestText}`;
}

const numbers = ['No', 'One', 'Two', 'Three'];

export function noiseFinding({ all, rules }: NoiseFigures): string {
  if (all.openings === 0) return 'No alert group was opened in this period.';
  const actionableText = `${formatPercent(all.actionable, all.openings)} of ${plural(all.openings, 'alert')} needed someone.`;
  const atNight = rules
    .toSorted((a, b) => b.sleep - a.sleep)
    .slice(0, 3)
    .filter(({ sleep }) => sleep > 0);
  if (all.sleep === 0) return `${actionableText} No pages in sleep hours.`;
  const share = formatPercent(
    atNight.reduce((sum, { sleep }) => sum + sleep, 0),
    all.sleep,
  );
  return `${numbers[atNight.length]} ${atNight.length === 1 ? 'rule' : 'rules'} made ${share} of the night pages. ${actionableText}`;
}

export function deliveryFinding({ channels, steps }: DeliveryFigures): string {
  const attempts = channels.reduce((sum, one) => sum + one.attempts, 0);
  const failedCount = channels.reduce((sum, one) => sum + one.failed, 0);
  if (attempts === 0) return 'Nothing was sent in this period.';
  const sent =
    failedCount === 0
      ? `All ${plural(attempts, 'notification was', 'notifications were')} sent`
      : `${formatPercent(failedCount, attempts)} of ${plural(attempts, 'notification')} failed`;
  const late =
    steps.late === 0 ? 'no escalation step was late' : `${plural(steps.late, 'escalation step was', 'escalation steps were')} late`;
  const missedCount = steps.due - steps.done;
  return `${sent}; ${late}${missedCount === 0 ? '' : `, ${plural(missedCount, 'was', 'were')} missed`}.`;
}

export function costFinding({ messages, parts, calls, minutes }: CostFigures): string {
  if (messages + calls === 0) return 'No SMS and no calls in this period.';
  const sms = `${plural(messages, 'SMS', 'SMS')}${parts === messages ? '' : ` of ${plural(parts, 'part')}`}`;
  return `${sms} and ${plural(calls, 'call')}${minutes === calls ? '' : ` of ${plural(minutes, 'begun minute')}`} were sent.`;
}

import type { AuditFinding, AuditReport, DueKind } from '@tocsin/contracts/auditor/audit.js';
import { Link } from '@tanstack/react-router';
import { Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';

const dueWords: Readonly<Record<DueKind, string>> = {
  route: 'Routing of an alert',
  open: 'Alert group opened',
  escalate: 'Planning of an escalation',
  step: 'An escalation step',
  part: 'Next batch of a step',
  attempt: 'A notification',
  call: 'A webhook call of a step',
  answer: 'The outcome of a notification',
  reassignment: 'The end of a reassignment',
  reminder: 'A reminder for the assignee',
  ack_timeout: 'An acknowledgement timeout',
  snooze: 'The end of a snooze',
  settling: 'Page for what still fires after a silence',
  flapping: 'End of flapping',
  hold: 'Page for what still fires after the hold of a route',
  lapse: 'The end of alerts that are no longer sent',
  storm_return: 'Re-page of an acknowledged storm',
  update: 'An update for the assignee',
};
const length = (millis: number): string =>
  millis < 60_000 ? `${(millis / 1_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s` : `${Math.round(millis / 60_000)} min`;
const kinds: Readonly<Record<AuditFinding['kind'], (finding: AuditFinding) => string>> = {
  late: ({ lateBy, endedAt }) => (endedAt === null ? `is overdue by ${length(lateBy)}` : `was ${length(lateBy)} late`),
  never: ({ lateBy }) => (lateBy > 0 ? `was never done, overdue by ${length(lateBy)}` : 'was never done'),
  not_planned: () => 'was done although it was cancelled or not planned',
  not_paged: () => 'listed people who were not paged',
};

/** `11,992 of 11,997 pages and timers ran on time, 5 didn’t run` */
export function auditHeadline({ due, done, late, never }: AuditReport['all']): string {
  if (due === 0) return 'No pages or timers were due yet.';
  const [n, all] = [done.toLocaleString('en'), due.toLocaleString('en')];
  const lateText = late === 0 ? '' : `, ${late.toLocaleString('en')} ${late === 1 ? 'was' : 'were'} late`;
  const neverText = never === 0 ? '' : `, ${never.toLocaleString('en')} didn’t run`;
  return done === due ? `All ${all} pages and timers ran on time.` : `${n} of ${all} pages and timers ran on time${lateText}${neverText}.`;
}

/** Whether everything due was done, computed from the log alone. */
export function AuditSection({ audit }: { audit: AuditReport | null }) {
  if (audit === null) return null;
  const { all, lateness, ordinal, overdue, findings, absences } = audit;
  const [away] = absences;
  return (
    <Section title="Audit">
      <p className={`pt-1 ${overdue.length > 0 ? 'text-warn' : ''}`}>{auditHeadline(all)}</p>
      <p className="text-muted">
        {all.due > 0 && `99% within ${length(lateness.p99)}, at most ${length(lateness.most)} late. `}
        Audited up to event {ordinal.toLocaleString()}.
      </p>
      {away && (
        <p className="text-muted">
          Tocsin was down from <At at={away.from} /> to <At at={away.to} />; that time is not counted as late.
        </p>
      )}
      <ul className="grid gap-2 pt-1">
        {[...overdue, ...findings.slice(0, 20)].map((finding) => (
          <li key={`${finding.kind} ${finding.ordinal} ${finding.what} ${finding.endedAt}`} className="border-b border-line pb-2">
            <p className="break-words">
              {finding.number !== null && (
                <Link to="/alerts/$number" params={{ number: String(finding.number) }} className="link font-medium">
                  #{finding.number}
                </Link>
              )}{' '}
              {dueWords[finding.what]} {kinds[finding.kind](finding)}
            </p>
            <p className="text-muted">
              Due <At at={finding.dueAt} />, event {finding.ordinal}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

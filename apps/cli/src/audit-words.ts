import type { AuditCounts, AuditFinding, AuditReport, DueKind } from '@tocsin/contracts/auditor/audit.js';
import { duration } from '@tocsin/contracts/duration.js';

const dueWords: Readonly<Record<DueKind, string>> = {
  route: 'alert routing',
  open: 'alert group opening',
  escalate: 'escalation planning',
  step: 'escalation step',
  part: 'next batch of a step',
  attempt: 'notification attempt',
  call: 'webhook call of a step',
  answer: 'outcome of an attempt',
  reassignment: 'end of a reassignment',
  reminder: 'reminder for the assignee',
  ack_timeout: 'acknowledgement timeout',
  snooze: 'end of a snooze',
  settling: 'page after a silence',
  flapping: 'end of flapping',
  hold: 'end of a hold by a route',
  lapse: 'end of alerts that are no longer sent',
  storm_return: 're-page of a storm',
  update: 'update for the assignee',
};

const formatLength = (millis: number): string => {
  if (millis < duration.minute) return `${(millis / 1_000).toLocaleString('en', { maximumFractionDigits: 2 })} s`;
  if (millis < 2 * duration.hour) return `${Math.round(millis / duration.minute)} min`;
  return `${Math.round(millis / duration.hour)} h`;
};

const count = (n: number): string => n.toLocaleString('en');

const formatCounts = ({ due, done, late, never, away }: AuditCounts): string => {
  const whileAway = away > 0 ? `, ${count(away)} due while Tocsin was down` : '';
  return `${count(due)} due, ${count(done)} on time, ${count(late)} late, ${count(never)} never${whileAway}`;
};

const kinds: Readonly<Record<AuditFinding['kind'], (finding: AuditFinding) => string>> = {
  late: ({ lateBy, outcome }) => (outcome === null ? `overdue by ${formatLength(lateBy)}` : `${formatLength(lateBy)} late (${outcome})`),
  never: ({ lateBy }) => (lateBy > 0 ? `never done, overdue by ${formatLength(lateBy)}` : 'never done'),
  not_planned: () => 'done although it was not planned, or cancelled',
  not_paged: () => 'listed people who were not paged',
};

const lineOf = (finding: AuditFinding): string => {
  const group = finding.number === null ? '' : ` #${finding.number}`;
  return `  ${finding.dueAt}${group} ${dueWords[finding.what]}: ${kinds[finding.kind](finding)} (event ${finding.ordinal})\n`;
};

const formatSection = (title: string, lines: readonly string[]): string => (lines.length === 0 ? '' : `\n${title}\n${lines.join('')}`);

/** A report as text for the terminal. */
export const auditWords = (
  { at, ordinal, all, lateness, hours, overdue, overdueMuch, findings, absences }: AuditReport,
  from?: string,
): string => {
  const { p50, p95, p99, most } = lateness;
  const more = overdueMuch > overdue.length ? [`  and ${overdueMuch - overdue.length} more\n`] : [];
  return [
    `Audit ${from === undefined ? '' : `from ${from} `}to ${at}, up to event ${count(ordinal)}\n`,
    `${formatCounts(all)}\n`,
    all.due === 0
      ? ''
      : `Lateness: half within ${formatLength(p50)}, 95% within ${formatLength(p95)}, 99% within ${formatLength(p99)}, at most ${formatLength(most)}\n`,
    formatSection(
      'By day (UTC)',
      hours.map(({ hour, ...counts }) => `  ${hour.slice(0, 10)}  ${formatCounts(counts)}\n`),
    ),
    formatSection(
      'Tocsin was down',
      absences.map((absence) => `  ${absence.from} to ${absence.to}\n`),
    ),
    formatSection('Overdue', [...overdue.map(lineOf), ...more]),
    formatSection('Findings, newest first', findings.map(lineOf)),
    all.due > 0 && findings.length + overdue.length === 0 ? 'Everything that was due was done on time.\n' : '',
  ].join('');
};

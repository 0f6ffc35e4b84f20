import type { Severity } from '@tocsin/contracts/severities.js';

/**
 * Severity names of senders: Prometheus rules, PagerDuty, Opsgenie P1–P5, syslog, Zabbix, Nagios, and words that people put into
 * labels.
 */
const severityByWord: Readonly<Record<Severity, string>> = {
  critical: 'critical crit fatal emergency emerg panic page disaster alert urgent blocker highest down sev0 sev1 p0 p1 s0 s1',
  error: 'error err failure failed major high severe sev2 p2 s2',
  warning: 'warning warn minor average moderate medium degraded ticket sev3 p3 s3',
  info: 'info informational information notice note low lowest trivial debug none ok normal notclassified sev4 sev5 p4 p5 s4 s5',
};

const table = new Map<string, Severity>(
  (['critical', 'error', 'warning', 'info'] as const).flatMap((severity) =>
    severityByWord[severity].split(' ').map((word) => [word, severity] as const),
  ),
);

/** Maps a sender’s word to our four severities. An unknown word counts as error: better too loud than lost. */
export const severityOf = (word: string): Severity =>
  table.get(word) ?? table.get(word.toLowerCase().replaceAll(/[\s_-]+/g, '')) ?? 'error';

import type { AuditReport } from '@tocsin/contracts/auditor/audit.js';
import { isAlarming } from '@tocsin/domain/observers/auditor/tally.js';

const maxGroups = 5;

/** The sentence on `/readyz` and the health page. */
export const alarmWords = ({ overdueMuch }: AuditReport): string =>
  overdueMuch === 0
    ? 'the audit found something that was late or wrong less than 10 minutes ago'
    : `the audit finds ${overdueMuch} overdue by a minute or more`;

export const alarmSubject = ({ overdueMuch }: AuditReport): string => {
  if (overdueMuch === 0) return 'a page was late or wrong';
  return overdueMuch === 1 ? '1 page is overdue' : `${overdueMuch} pages are overdue`;
};

/** The alert groups concerned; long lists are shortened. */
export const groupsOf = ({ overdueMuch, overdue, findings }: AuditReport): string => {
  const about = overdueMuch > 0 ? overdue : findings.filter(isAlarming);
  return [...new Set(about.map(({ number }) => (number === null ? 'an alert' : `#${number}`)))].slice(0, maxGroups).join(', ');
};

import { refuseUnrecognized } from '../../format.js';
import { asLine, asList, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { nothing } from '../../reading.js';
import { readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';

const projectOf = (value: unknown): string | null => {
  const project = asObject(value);
  return project ? (asLine(project['slug']) ?? asLine(project['name'])) : asLine(value);
};

const titled = (project: string | null, title: string | null): string => [project, title ?? 'An issue'].filter(Boolean).join(': ');

/** An issue alert: it fires only, so the issue’s own webhook ends it. */
const readEvent = (event: JsonFields, rule: unknown, fallbackProject: unknown): WebhookReading => {
  const id = asTrimmedText(event['issue_id']) ?? asTrimmedText(event['groupID']) ?? asTrimmedText(event['id']);
  const project = projectOf(event['project_slug']) ?? projectOf(event['project_name']) ?? projectOf(fallbackProject);
  const tags = (asList(event['tags']) ?? []).flatMap((tag) => {
    const pair = asList(tag);
    const name = asTrimmedText(pair?.[0]);
    return name === null ? [] : [[name, pair![1]] as const];
  });
  if (id === null) return refuseUnrecognized('The event names no `issue_id`.');
  return readAlert({
    action: 'trigger',
    key: `issue/${id}`,
    summary: titled(project, asLine(event['title']) ?? asLine(event['message'])),
    name: rule,
    severity: event['level'],
    labels: { project, rule, culprit: event['culprit'], environment: event['environment'], ...Object.fromEntries(tags) },
    links: [
      ['source', event['web_url'], 'Event'],
      ['other', event['issue_url'], 'Issue'],
    ],
    details: asTrimmedText(event['message']) ?? asTrimmedText(event['culprit']),
    // the button “Create a sample event”, and the test of the older plugin
    test: tags.some(([name, value]) => name === 'sample_event' && value === 'yes'),
  });
};

const isIssueOver: ReadonlySet<string | null> = new Set(['resolved', 'archived', 'ignored']);

/** Created, assigned and unresolved say nothing: what pages is decided by alert rules. */
const readIssue = (action: string | null, issue: JsonFields): WebhookReading => {
  const id = asTrimmedText(issue['id']);
  if (!isIssueOver.has(action) || id === null) return nothing;
  return readAlert({
    action: 'resolve',
    key: `issue/${id}`,
    summary: titled(projectOf(issue['project']), asLine(issue['title'])),
    severity: issue['level'],
    links: [['source', issue['permalink'] ?? issue['web_url'], 'Issue']],
  });
};

const readMetric = (action: string | null, data: JsonFields, alert: JsonFields): WebhookReading => {
  const rule = asObject(alert['alert_rule']) ?? {};
  const projects = (asList(alert['projects']) ?? []).map(projectOf).filter((name) => name !== null);
  const title = asLine(data['description_title']) ?? asLine(alert['title']) ?? asLine(rule['name']) ?? 'A metric alert';
  const id = asTrimmedText(alert['identifier']) ?? asTrimmedText(alert['id']);
  if (id === null) return refuseUnrecognized('The metric alert has no `identifier`.');
  return readAlert({
    action: action === 'resolved' ? 'resolve' : 'trigger',
    key: `metric/${id}`,
    summary: titled(projects.join(', ') || null, title),
    name: rule['name'],
    severity: action === 'open' ? 'error' : action,
    labels: { project: projects.join(', '), rule: rule['name'], environment: rule['environment'] },
    links: [['source', data['web_url'], 'Sentry']],
    details: data['description_text'],
  });
};

/** Sentry’s webhooks of an internal integration, by their bodies, and of the older plugin. Sender: docs.sentry.io, integration platform webhooks. */
export const sentryWebhook = webhookFormat({
  kind: 'sentry',
  says: 'Sentry’s webhook',
  read(sent) {
    const data = asObject(sent['data']) ?? {};
    const action = asTrimmedText(sent['action']);
    const [event, issue, metric] = [asObject(data['event']), asObject(data['issue']), asObject(data['metric_alert'])];
    if (metric) return readMetric(action, data, metric);
    if (event) return readEvent(event, data['triggered_rule'], null);
    if (issue) return readIssue(action, issue);
    const older = asObject(sent['event']);
    if (older)
      return readEvent(
        { web_url: sent['url'], culprit: sent['culprit'], level: sent['level'], ...older, issue_id: sent['id'] ?? older['issue_id'] },
        asList(sent['triggering_rules'])?.[0],
        sent['project_slug'] ?? sent['project'],
      );
    // set-up, comments, and what is to come
    return action === null && !('installation' in sent)
      ? refuseUnrecognized('The body is not a webhook of Sentry: it has no `action`.')
      : nothing;
  },
});

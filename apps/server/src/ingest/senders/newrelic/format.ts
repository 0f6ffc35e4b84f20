import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { refuseMissing } from '../../format.js';
import { asLine, asList, asObject, type JsonFields } from '../../parsing/lenient-fields.js';
import { joined, readAlert, webhookFormat } from '../../webhook-format.js';

const actions: Readonly<Record<string, Signal['action']>> = { acknowledged: 'acknowledge', deactivated: 'resolve', closed: 'resolve' };

const first = (fields: JsonFields, ...names: readonly string[]): string | null =>
  names.reduce<string | null>((found, name) => found ?? asLine(asList(fields[name])?.[0] ?? fields[name]), null);

const entitiesOf = (fields: JsonFields): string | null => {
  const named = (asList(fields['targets']) ?? []).map((target) => asLine(asObject(target)?.['name']));
  const impacted = (asList(fields['impactedEntities']) ?? []).map(asLine);
  return [...named, ...impacted].filter((name) => name !== null).join(', ') || null;
};

/** New Relic’s webhook of a workflow (`id`, `state`), and the older one of a channel (`incident_id`, `current_state`). */
export const newrelicIssue = webhookFormat({
  kind: 'newrelic',
  says: 'New Relic’s webhook',
  body: 'form',
  read(sent) {
    const id = first(sent, 'issueId', 'id', 'issue_id', 'incident_id', 'incidentId');
    if (id === null) return refuseMissing('id', 'The body has no `id` of an issue: leave the template at its default.');
    const state = first(sent, 'state', 'current_state', 'currentState')?.toLowerCase() ?? '';
    const where = entitiesOf(sent);
    const condition = first(sent, 'condition_name', 'alertConditionNames');
    const title = first(sent, 'title', 'details', 'condition_name', 'annotations') ?? `Issue ${id}`;
    return readAlert({
      action: actions[state] ?? 'trigger',
      key: `issue/${id}`,
      summary: joined([title, where === null || title.includes(where) ? null : `(${where})`], ' '),
      name: condition,
      severity: first(sent, 'priority', 'severity'),
      labels: {
        source: where,
        policy: first(sent, 'policy_name', 'alertPolicyNames'),
        condition,
        workflow: first(sent, 'workflowName'),
        account: first(sent, 'account_name', 'accountName'),
      },
      links: [
        ['source', sent['issueUrl'] ?? sent['incident_url'] ?? sent['issuePageUrl'], 'New Relic'],
        ['runbook', sent['runbook_url'] ?? sent['runbookUrl'], 'Runbook'],
        ['image', sent['violation_chart_url'], 'Graph'],
      ],
      details: first(sent, 'details', 'description', 'alertDescription'),
      test: state === 'test' || /^test(?: notification)?$/i.test(first(sent, 'event_type') ?? '') || /notification test/i.test(title),
    });
  },
});

import type { Severity } from '@tocsin/contracts/severities.js';
import { refuseUnrecognized } from '../../format.js';
import { asLine, asList, asObject, asTrimmedText, firstLine, type JsonFields } from '../../parsing/lenient-fields.js';
import { joined, readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';

/** Azure counts from 0, and calls 3 informational. */
const severities: Readonly<Record<string, Severity>> = {
  sev0: 'critical',
  sev1: 'error',
  sev2: 'warning',
  sev3: 'info',
  sev4: 'info',
  '0': 'critical',
  '1': 'error',
  '2': 'warning',
  '3': 'info',
  '4': 'info',
};
const isOver: ReadonlySet<string> = new Set(['resolved', 'deactivated']);
const actionOf = (word: unknown): 'trigger' | 'resolve' => (isOver.has(asTrimmedText(word)?.toLowerCase() ?? '') ? 'resolve' : 'trigger');

/** The last part of `/subscriptions/…/virtualmachines/db-1`. */
const lastOf = (id: unknown): string | null => asLine(id)?.split('/').at(-1) || null;

const endedStages: ReadonlySet<string> = new Set(['resolved', 'complete', 'completed', 'canceled', 'rca']);

interface Health {
  readonly key: string | null;
  readonly title: string | null;
  readonly action: 'trigger' | 'resolve';
}

/** Several events tell of one incident, each as a new alert that fires: its id and its stage stand in the event. Null: it is another event. */
const healthOf = (activity: JsonFields): Health | null => {
  const source = asTrimmedText(activity['eventSource'])?.toLowerCase();
  if (source !== 'servicehealth' && source !== 'resourcehealth') return null;
  const properties = asObject(activity['properties']) ?? {};
  const isAvailable = asTrimmedText(properties['currentHealthStatus'])?.toLowerCase() === 'available';
  const stage = asTrimmedText(properties['stage']) ?? asTrimmedText(activity['status']) ?? '';
  const id = source === 'servicehealth' ? firstLine({ ...activity, ...properties }, 'trackingId', 'correlationId') : null;
  return {
    key: id === null ? null : `incident/${id}`,
    title: asLine(properties['title']),
    action: isAvailable || endedStages.has(stage.toLowerCase()) ? 'resolve' : 'trigger',
  };
};

const idOf = (essentials: JsonFields): string | null => asTrimmedText(essentials['alertId']) ?? asTrimmedText(essentials['originAlertId']);

const readCommon = (essentials: JsonFields, context: unknown): WebhookReading => {
  const rule = asLine(essentials['alertRule']) ?? 'An alert';
  const targets = (asList(essentials['configurationItems']) ?? asList(essentials['alertTargetIDs']) ?? []).map(lastOf).filter(Boolean);
  const description = asTrimmedText(essentials['description']);
  const health = healthOf(asObject(context) ?? {});
  return readAlert({
    action: health?.action ?? actionOf(essentials['monitorCondition']),
    key: (health ? health.key : idOf(essentials)) ?? joined([rule, ...targets], '/'),
    summary: joined([health?.title ?? rule, targets.join(', ') || null], ' on '),
    name: rule,
    severity: essentials['severity'],
    severities,
    labels: {
      source: targets.join(', '),
      service: essentials['monitoringService'],
      signal: essentials['signalType'],
      resource_group: essentials['targetResourceGroup'],
      resource_type: essentials['targetResourceType'],
    },
    links: [['source', essentials['investigationLink'], 'Azure']],
    details: description === null ? context : { description, context },
    test: isSample(essentials),
  });
};

/** The older schemas: metric alerts, classic ones, log searches and the activity log. */
const readOlder = (data: JsonFields, context: JsonFields, status: unknown): WebhookReading => {
  const all = { ...data, ...asObject(context['activityLog']), ...context };
  const rule = firstLine(all, 'name', 'AlertRuleName', 'operationName') ?? 'An alert';
  const resourceId = firstLine(all, 'resourceId', 'ResourceId');
  const resource = firstLine(all, 'resourceName') ?? lastOf(resourceId);
  const health = healthOf(all);
  const key = joined([asTrimmedText(context['id']) ?? (health ? 'health' : rule), resourceId], '|');
  return readAlert({
    action: health?.action ?? actionOf(status),
    key: health?.key ?? key,
    summary: joined([health?.title ?? rule, resource], ' on '),
    name: rule,
    severity: firstLine(all, 'severity', 'Severity'),
    severities,
    labels: {
      source: resource,
      region: all['resourceRegion'],
      resource_group: all['resourceGroupName'],
      resource_type: all['resourceType'],
    },
    links: [['source', firstLine(all, 'portalLink', 'LinkToSearchResults'), 'Azure']],
    details: firstLine(all, 'description', 'Description') ?? context['condition'],
  });
};

/** Of Cost Management, by the same action groups: it is never over. */
const readBudget = (data: JsonFields): WebhookReading => {
  const name = firstLine(data, 'BudgetName') ?? 'A budget';
  const [spent, budget, unit] = ['SpendingAmount', 'Budget', 'Unit'].map((field) => asLine(data[field]));
  return readAlert({
    action: 'trigger',
    key: joined(['budget', asTrimmedText(data['SubscriptionId']), name, asTrimmedText(data['BudgetStartDate'])], '/'),
    summary: `${name}: ${spent ?? 'too much'} of ${budget ?? 'the budget'} ${unit ?? ''} spent`,
    name,
    severity: 'warning',
    labels: { subscription: data['SubscriptionName'], resource_group: data['ResourceGroup'] },
    details: data,
  });
};

/** The subscription in the samples that the test of an action group sends. */
const isSample = (essentials: JsonFields): boolean => /\/1{8}-1{4}-1{4}-1{4}-1{12}\//.test(asTrimmedText(essentials['alertId']) ?? '');

/** Azure Monitor’s action group, in the common alert schema and in the older ones. Sender: learn.microsoft.com, alerts common schema. */
export const azureAlert = webhookFormat({
  kind: 'azure-monitor',
  says: 'Azure Monitor’s action group',
  read(sent) {
    const data = asObject(sent['data']) ?? sent;
    const essentials = asObject(data['essentials']);
    if (essentials) return readCommon(essentials, data['alertContext']);
    const context = asObject(data['context']);
    if (context || 'AlertRuleName' in data) return readOlder(data, context ?? {}, data['status'] ?? sent['status']);
    if ('BudgetName' in data) return readBudget(data);
    return refuseUnrecognized('The body is neither the common alert schema nor an older one of Azure Monitor.');
  },
});

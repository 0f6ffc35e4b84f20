import { refuseMissing } from '../../format.js';
import { asObject, asTrimmedText, firstLine, type JsonFields } from '../../parsing/lenient-fields.js';
import { joined, readAlert, webhookFormat } from '../../webhook-format.js';

/** By a push subscription of Pub/Sub, the message is base64. */
const unpacked = (sent: JsonFields): JsonFields => {
  const data = asObject(sent['message'])?.['data'];
  try {
    return typeof data === 'string' ? (asObject(JSON.parse(Buffer.from(data, 'base64').toString('utf8'))) ?? sent) : sent;
  } catch {
    return sent;
  }
};

/** Google Cloud Monitoring’s webhook. Its test button says `test` for a version. Sender: cloud.google.com/monitoring, webhook schema. */
export const googleIncident = webhookFormat({
  kind: 'google-cloud',
  says: 'Google Cloud Monitoring’s webhook',
  read(posted) {
    const sent = unpacked(posted);
    const incident = asObject(sent['incident']);
    const id = asTrimmedText(incident?.['incident_id']);
    if (!incident || id === null) return refuseMissing('incident.incident_id', 'The body has no `incident` with an `incident_id`.');
    const resource = asObject(incident['resource']) ?? {};
    const documentation = asObject(incident['documentation']) ?? {};
    const policy = firstLine(incident, 'policy_name');
    const where = firstLine(incident, 'resource_display_name', 'resource_name');
    return readAlert({
      action: asTrimmedText(incident['state'])?.toLowerCase() === 'closed' ? 'resolve' : 'trigger',
      key: `incident/${id}`,
      summary: firstLine(documentation, 'subject') ?? firstLine(incident, 'summary') ?? joined([policy ?? 'An incident', where], ' on '),
      name: firstLine(incident, 'policy_name', 'condition_name'),
      severity: incident['severity'],
      startsAt: incident['started_at'],
      labels: {
        source: where,
        policy,
        condition: incident['condition_name'],
        project: incident['scoping_project_id'],
        resource_type: resource['type'] ?? incident['resource_type_display_name'],
        ...asObject(resource['labels']),
        ...asObject(incident['policy_user_labels']),
      },
      links: [['source', incident['url'], 'Google Cloud']],
      details:
        documentation['content'] ?? (typeof incident['documentation'] === 'string' ? incident['documentation'] : incident['summary']),
      test: sent['version'] === 'test',
    });
  },
});

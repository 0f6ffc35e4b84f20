import type { Refusals } from '../refusal.js';

export const refusals = {
  'heartbeat.not_found': [404, 'There is no such heartbeat.', 'Look in /heartbeats.'],
  'heartbeat.name_taken': [409, 'The integration has a heartbeat of this name already.', 'Choose another name.'],
  'heartbeat.slug_taken': [409, 'The integration has a heartbeat with this slug already.', 'Choose another slug.'],
  'heartbeat.other_integration': [422, 'Integrations of this kind take no pings.', 'Choose one of Healthchecks or Opsgenie.'],
  'heartbeat.cron_invalid': [422, 'The cron expression can’t be used: {reason}.', 'Use five fields: minute, hour, day, month, weekday.'],
  'heartbeat.zone_unknown': [422, 'There is no time zone of this name.', 'Use a name as Europe/Berlin.'],
  'heartbeat.key_not_found': [404, 'The heartbeat has no such active key.', 'Look on its page.'],
  'limit.heartbeats': [409, 'A service has at most {limit} heartbeats.', 'Remove one first.'],
  'limit.heartbeat_keys': [409, 'A heartbeat has at most {limit} active keys.', 'Revoke one first.'],
  'integration.has_heartbeats': [409, 'Heartbeats belong to this integration: {heartbeats}.', 'Remove them first.'],
} as const satisfies Refusals;

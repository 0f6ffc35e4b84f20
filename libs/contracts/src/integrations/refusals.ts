import type { Refusals } from '../refusal.js';

export const refusals = {
  'integration.not_found': [404, 'There is no such integration.', 'Check the service.'],
  'limit.integrations': [409, 'A service has at most {limit} integrations.', 'Remove one first.'],
  'limit.integration_keys': [409, 'An integration has at most {limit} active keys.', 'Revoke one first.'],
  'integration.name_taken': [409, 'The team has an integration of this name already.', 'Choose another name.'],
  'integration.key_not_found': [404, 'The integration has no such active key.', 'Check the service.'],
  'integration.takes_no_mail': [422, 'This integration is not for mails.', 'Create an integration for mails.'],
  'ingest.unknown_key': [401, 'The integration key is not known.', 'Copy the address from the integration’s page.'],
  'ingest.other_kind': [
    400,
    'The integration key belongs to an integration of another kind.',
    'Copy the address from the integration’s page.',
  ],
  'ingest.not_an_object': [400, 'The body is valid JSON, but not an object.', 'Send one JSON object in each request.'],
  'ingest.missing_field': [400, 'A required field is missing: {field}.', 'See the integration’s page for an example.'],
  'relay.not_https': [422, 'A relay needs https; http is for private addresses.', 'Use an address with https.'],
  'relay.to_itself': [422, 'This is the address of Tocsin itself.', 'Use the address of the other system.'],
  'relay.credential_missing': [422, 'A header or field needs its value, and a value its place: one of both.', 'Enter both, or neither.'],
} as const satisfies Refusals;

import { configBodyType } from '../config-files/plan.js';
import { textParameter } from './query.js';
import { computedRefusals, inRoom, okAnswer } from './route.js';

/** Configuration as files. Plans and exports are made on a thread of their own. */
export const configRoutes = inRoom('views', [
  {
    method: 'POST',
    path: '/api/config/plan',
    says: 'What configuration files would change, and who would be on call instead of whom. Nothing is changed. The body is JSON as for apply. Mistakes are in the answer, each with file and line. Addresses are names for those who may not read them.',
    permission: 'everything.read',
    bodyTypes: [configBodyType],
    answers: okAnswer('The plan.', 'ConfigPlan'),
    refusals: [...computedRefusals, 'request.invalid', 'request.too_large', 'request.unsupported_media_type'],
  },
  {
    method: 'POST',
    path: '/api/config/apply',
    says: 'Apply configuration files. The commands are tried first, all of them, and then carried out one after the other: `GET /api/views/configApplies/:id` has the progress. `expect`: the digest of the plan that was reviewed; it goes on only if changes and people are the same. `applyId` null: there was nothing to do, or there are errors.',
    permission: 'config.apply',
    bodyTypes: [configBodyType],
    answers: [{ status: 202, says: 'The plan, and what was started.', shape: 'ConfigApplyAnswer' }],
    refusals: [
      ...computedRefusals,
      'request.invalid',
      'request.too_large',
      'request.unsupported_media_type',
      'config.apply_running',
      'config.expired',
      'config.stale',
      'conflict.busy',
      'person.email_taken',
      'connection.secret_missing',
      'session.proof_needed',
    ],
  },
  {
    method: 'GET',
    path: '/api/config/export',
    says: 'The configuration as files, which change nothing when they are applied. For those who may apply files; where an address is not theirs to read, the name stands.',
    permission: 'config.apply',
    query: { team: textParameter('Only this team. Default: all.', 80) },
    answers: okAnswer('Files.', 'ConfigFiles'),
    refusals: [...computedRefusals],
  },
  {
    method: 'GET',
    path: '/api/config/drift',
    says: 'What files own and somebody edited since they were applied: the next apply undoes it.',
    permission: 'everything.read',
    answers: okAnswer('Edited things, with the fields that differ.', 'ConfigDrift'),
  },
  {
    method: 'GET',
    path: '/api/config/schema',
    says: 'The JSON Schema of configuration files, for editors.',
    permission: 'everything.read',
    answers: okAnswer('JSON Schema.', 'ConfigSchema'),
  },
]);

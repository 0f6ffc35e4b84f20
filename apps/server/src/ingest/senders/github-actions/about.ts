import type { Sender } from '../sender.js';
import { workflowRun } from './format.js';

export const githubActions: Sender = {
  id: 'github-actions',
  name: 'GitHub Actions',
  about: 'Failed workflow runs, by a webhook of a repository or an organisation',
  format: workflowRun,
  steps: [
    {
      says: 'In GitHub, open Settings > Webhooks > Add webhook, and paste this into Payload URL. Choose the content type application/json.',
      snippet: '{address}\n',
    },
    { says: 'Choose Let me select individual events, and of these only Workflow runs.', snippet: null },
    {
      says: 'A failed run opens an alert group, which the next successful run of the same workflow and branch resolves. Failures outside of the default branch are of severity info.',
      snippet: null,
    },
  ],
  test: 'Re-run a failed workflow, or press Redeliver at a delivery of the webhook.',
  resolves: 'The next successful run of the same workflow and branch resolves.',
  traps: ['Cancelled and skipped runs change nothing.', 'GitHub does not repeat a delivery that failed: press Redeliver.'],
  snippet: null,
  example: () => ({
    action: 'completed',
    workflow_run: { id: 1, workflow_id: 1, name: 'Trying Tocsin out', head_branch: 'main', conclusion: 'failure' },
    repository: { full_name: 'example/try-tocsin', default_branch: 'main' },
  }),
};

import { refuseUnrecognized } from '../../format.js';
import { asLine, asObject, asTrimmedText, type JsonFields } from '../../parsing/lenient-fields.js';
import { nothing } from '../../reading.js';
import { joined, readAlert, webhookFormat, type WebhookReading } from '../../webhook-format.js';

const conclusions: Readonly<Record<string, 'trigger' | 'resolve'>> = {
  failure: 'trigger',
  timed_out: 'trigger',
  startup_failure: 'trigger',
  success: 'resolve',
};

/** With the content type of a form, the body is JSON in one field. */
const unpacked = (sent: JsonFields): JsonFields => {
  try {
    return typeof sent['payload'] === 'string' ? (asObject(JSON.parse(sent['payload'])) ?? sent) : sent;
  } catch {
    return sent;
  }
};

/** A fork’s branch of the same name is another one: `somebody/shop:main`. */
const branchOf = (run: JsonFields, where: string | null): string | null => {
  const [branch, head] = [asLine(run['head_branch']), asLine(asObject(run['head_repository'])?.['full_name'])];
  return head === null || head === where ? branch : joined([head, branch], ':');
};

const readRun = (run: JsonFields, repository: JsonFields): WebhookReading => {
  const conclusion = asTrimmedText(run['conclusion']) ?? '';
  const action = conclusions[conclusion];
  if (!action) return nothing;
  const name = asLine(run['name']) ?? 'A workflow';
  const where = asLine(repository['full_name']);
  const branch = branchOf(run, where);
  // a failed branch of somebody’s is theirs to see, not to be woken for
  const isDefault = branch === null || branch === asLine(repository['default_branch']);
  const commit = asObject(run['head_commit']) ?? {};
  return readAlert({
    action,
    key: joined([where, asTrimmedText(run['workflow_id']) ?? name, branch], '/'),
    summary: `${name} ${action === 'resolve' ? 'succeeded' : 'failed'} on ${joined([where, branch], ', ')}`,
    name,
    severity: isDefault ? 'error' : 'info',
    labels: {
      source: where,
      branch,
      conclusion,
      event: run['event'],
      run: run['run_number'],
      attempt: run['run_attempt'],
      commit: asTrimmedText(run['head_sha'])?.slice(0, 12),
      actor: asObject(run['actor'])?.['login'],
    },
    links: [['source', run['html_url'], 'Run']],
    details: asTrimmedText(run['display_title']) ?? asTrimmedText(commit['message']),
  });
};

/** GitHub’s webhook `workflow_run`; other events, and its ping, change nothing. Sender: docs.github.com, webhook events and payloads. */
export const workflowRun = webhookFormat({
  kind: 'github-actions',
  says: 'GitHub’s webhook of workflow runs',
  body: 'form',
  read(sent) {
    const body = unpacked(sent);
    const [run, repository] = [asObject(body['workflow_run']), asObject(body['repository'])];
    if (run) return body['action'] === 'completed' ? readRun(run, repository ?? {}) : nothing;
    return repository || 'zen' in body || 'hook' in body ? nothing : refuseUnrecognized('The body is not a webhook of GitHub.');
  },
});

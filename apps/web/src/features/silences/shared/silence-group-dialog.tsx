import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import { useRow } from '../../../data/cache/use-view.js';
import { StartSilenceDialog } from './start-silence-dialog.js';

/** Labels that all alerts of the group share, as conditions. */
const toMatchers = (labels: Readonly<Record<string, string>>): readonly LabelMatcher[] =>
  Object.entries(labels)
    .filter(([label]) => label !== 'severity')
    .map(([label, value]): LabelMatcher => ({ label, operator: '=', value }))
    .slice(0, silenceLimits.matchers);

export function SilenceGroupDialog({ row, onClose }: { row: AlertGroupRow; onClose: () => void }) {
  const alerts = useRow('alerts', row.id).data?.row;
  return alerts ? (
    <StartSilenceDialog teamId={row.teamId} groupId={row.id} matchers={toMatchers(alerts.commonLabels)} onClose={onClose} />
  ) : null;
}

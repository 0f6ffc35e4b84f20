import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as inhibitionLimits from '@tocsin/contracts/inhibition/limits.js';
import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { count } from '../../../data/words/sentence.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { newMatcher } from '../../policies/shared/matcher-line.js';
import { Conditions } from '../../silences/shared/conditions.js';
import { TeamChoice, useTeamsFor } from '../../silences/shared/team-choice.js';
import { usePreview } from '../../silences/shared/use-preview.js';

const isIncomplete = (matchers: readonly LabelMatcher[]): boolean => matchers.some(({ label }) => label.trim() === '');
const labelsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))].slice(0, inhibitionLimits.equalLabels);

/** Makes or changes an inhibition rule. */
export function InhibitionDialog({ row, onClose }: { row?: InhibitionRuleRow; onClose: () => void }) {
  const teams = useTeamsFor('service.configure');
  const [teamId, setTeamId] = useState<string | null>(row ? row.teamId : (teams[0]?.id ?? ''));
  const [name, setName] = useState(row?.name ?? '');
  const [source, setSource] = useState<readonly LabelMatcher[]>(row?.source ?? [newMatcher]);
  const [target, setTarget] = useState<readonly LabelMatcher[]>(row?.target ?? [newMatcher]);
  const [equal, setEqual] = useState(row?.equal.join(', ') ?? '');
  const save = useCommand('SaveInhibitionRule', 'save the inhibition rule');
  const labels = labelsIn(equal);
  const preview = usePreview({ teamId, matchers: target, labels });
  const send = () => {
    const settings = { name, source: [...source], target: [...target], equal: labels, isOn: row?.isOn ?? true };
    save.mutate({ ...(row ? { ruleId: row.id } : {}), teamId, ...settings }, { onSuccess: onClose });
  };
  return (
    <Dialog title={row ? `Edit ${row.name}` : 'New inhibition rule'} wide onClose={onClose}>
      <p className="mb-4 text-muted">
        While an alert fires, muted or not, others that match are muted. Alerts that would inhibit each other do not.
      </p>
      <div className="space-y-4">
        <TextField label="Name" autoFocus value={name} onChange={({ target: { value } }) => setName(value)} />
        {!row && <TeamChoice value={teamId} onChange={setTeamId} permission="service.configure" />}
      </div>
      <Conditions legend="While these fire" matchers={source} most={inhibitionLimits.matchers} onChange={setSource} />
      <Conditions legend="mute these" matchers={target} most={inhibitionLimits.matchers} onChange={setTarget} />
      <TextField
        label="With the same labels"
        hint="Separated by commas. A label that both lack is equal."
        value={equal}
        onChange={({ target: { value } }) => setEqual(value)}
      />
      {preview && (
        <p className="mt-2 text-muted">
          {count(preview.past.alerts, 'alert')} of the last {preview.past.days} days could be muted
          {Object.entries(preview.lacking).map(([label, lacking]) => lacking > 0 && ` · ${lacking} without ${label}`)}
        </p>
      )}
      <DialogButtons>
        <Button
          kind="act"
          busy={save.isPending}
          whyNot={
            (name.trim() === '' && 'Name the rule') || ((isIncomplete(source) || isIncomplete(target)) && 'Name a label and its value')
          }
          onClick={send}
        >
          Save rule
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

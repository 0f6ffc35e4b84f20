import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { useNames } from '../../../data/words/names.js';
import { Button } from '../../../ui/button.js';
import { DateField } from '../../../ui/date-field.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { CheckList } from '../../../ui/resource/check-list.js';
import { SelectField } from '../../../ui/select.js';
import { ZoneField } from '../../../ui/zone-field.js';
import { Confirmation } from '../../silences/shared/confirmation.js';
import { Conditions } from '../../silences/shared/conditions.js';
import { TeamChoice, useTeamDraft } from '../../silences/shared/team-choice.js';
import { usePreview } from '../../silences/shared/use-preview.js';
import { draftOf, isOffered, newDraft, recurrences, named, settingsOf, whyNot, type MaintenanceDraft } from './maintenance-draft.js';
import { OwnedByFile } from '../../config-files/shared/owned-by-file.js';

interface Props {
  /** The window that is edited; left out: a new one. */
  row?: MaintenanceRow;
  /** The service that a new one is for. */
  serviceId?: string | undefined;
  onClose: () => void;
}
interface FieldsProps {
  draft: MaintenanceDraft;
  onChange: (change: Partial<MaintenanceDraft>) => void;
}

/** Plans or changes a maintenance window. */
export function MaintenanceDialog({ row, serviceId, onClose }: Props) {
  const names = useNames();
  const teamOfService = serviceId === undefined ? undefined : names.serviceRow(serviceId)?.teamId;
  const [draft, put] = useTeamDraft('silence.start', () => (row ? draftOf(row) : newDraft(teamOfService ?? '', serviceId)));
  const plan = useCommand('PlanMaintenance', 'plan the maintenance');
  const change = useCommand('ChangeMaintenance', 'change the maintenance');
  const { covered, isAsked } = useCovered(draft);
  const send = () => {
    if (row) change.mutate({ windowId: row.id, version: row.version, ...settingsOf(draft, covered) }, { onSuccess: onClose });
    else plan.mutate({ teamId: draft.teamId, ...settingsOf(draft, covered) }, { onSuccess: onClose });
  };
  return (
    <Dialog title={row ? `Edit ${row.name}` : 'New maintenance window'} wide onClose={onClose}>
      <div className="space-y-4">
        {row && <OwnedByFile id={row.id} />}
        <TextField label="Name" value={draft.name} onChange={({ target }) => put({ name: target.value })} />
        {!row && <TeamChoice value={draft.teamId} permission="silence.start" onChange={(teamId) => put({ teamId, services: [] })} />}
        <Services draft={draft} onChange={put} />
      </div>
      <Conditions matchers={draft.matchers} most={maintenanceLimits.matchers} onChange={(matchers) => put({ matchers })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="From" kind="datetime" zone={draft.zone} value={draft.from} onChange={(from) => put({ from })} />
        <DateField label="To" kind="datetime" zone={draft.zone} value={draft.to} onChange={(to) => put({ to })} />
        <ZoneField label="Time zone" value={draft.zone} onChoose={(zone) => put({ zone })} />
        <Recurrence draft={draft} onChange={put} />
        <SelectField
          label="Alerts"
          className="sm:col-span-2"
          value={draft.behaviour}
          onChange={({ target }) => put({ behaviour: target.value as MaintenanceRow['behaviour'] })}
        >
          <option value="suppress">page no one</option>
          <option value="low_urgency">have low urgency</option>
        </SelectField>
      </div>
      {covered !== null && <Confirmation covered={covered} typed={draft.typed} onType={(typed) => put({ typed })} />}
      <DialogButtons>
        <Button kind="act" busy={plan.isPending || change.isPending} whyNot={whyNot(draft, covered, isAsked)} onClick={send}>
          {row ? 'Save' : 'Plan maintenance'}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Alert groups that it covers now, if its conditions cover everything. Services narrow them. */
function useCovered(draft: MaintenanceDraft) {
  const matchers = draft.services.length > 0 ? [] : named(draft);
  const { preview, isAsked } = usePreview({ teamId: draft.teamId, matchers });
  return { covered: preview?.matchesMissing ? preview.groups : null, isAsked };
}

function Services({ draft: { teamId, services }, onChange }: FieldsProps) {
  const offered = useAll('services').filter((one) => one.state === 'active' && (teamId === null || one.teamId === teamId));
  return (
    <CheckList
      legend="Services"
      choices={offered.map(({ id }) => id)}
      words={Object.fromEntries(offered.map((one) => [one.id, one.name]))}
      chosen={services}
      onChange={(chosen) => onChange({ services: chosen })}
    >
      <p className="mt-1 text-xs text-muted">None: all services of the team.</p>
    </CheckList>
  );
}

/** The value of a rule that is typed. */
const ownRule = 'own';

function Recurrence({ draft: { rule }, onChange }: FieldsProps) {
  const [isOwn, setOwn] = useState(!isOffered(rule));
  return (
    <>
      <SelectField
        label="Repeats"
        value={isOwn ? ownRule : rule}
        onChange={({ target }) => {
          setOwn(target.value === ownRule);
          if (target.value !== ownRule) onChange({ rule: target.value });
        }}
      >
        {recurrences.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
        <option value={ownRule}>By a rule…</option>
      </SelectField>
      {isOwn && (
        <TextField
          label="Rule"
          className="sm:col-span-2"
          hint="An RRULE, such as FREQ=MONTHLY;BYDAY=2TU"
          value={rule}
          maxLength={maintenanceLimits.ruleCharacters}
          onChange={({ target }) => onChange({ rule: target.value })}
        />
      )}
    </>
  );
}

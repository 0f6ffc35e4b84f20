import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { serverNow } from '../../../data/time/clock.js';
import { toLocalInput } from '../../../data/time/local-input.js';
import { browserZone } from '../../../data/time/zone-times.js';
import { useNames } from '../../../data/words/names.js';
import { Button } from '../../../ui/button.js';
import { DateField } from '../../../ui/date-field.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { CheckList } from '../../../ui/resource/check-list.js';
import { SelectField } from '../../../ui/select.js';
import { ZoneField } from '../../../ui/zone-field.js';
import { newMatcher } from '../../policies/shared/matcher-line.js';
import { Conditions } from '../../silences/shared/conditions.js';
import { TeamChoice, useTeamsFor } from '../../silences/shared/team-choice.js';
import { isOffered, ownRule, recurrences } from './recurrence.js';

interface Props {
  /** The window that is edited; left out: a new one. */
  row?: MaintenanceRow;
  /** The service that a new one is for. */
  serviceId?: string | undefined;
  onClose: () => void;
}

const hour = 3_600_000;

/** Plans or changes a maintenance window. */
export function MaintenanceDialog({ row, serviceId, onClose }: Props) {
  const names = useNames();
  const teams = useTeamsFor('silence.start');
  const ofService = serviceId === undefined ? undefined : names.serviceRow(serviceId)?.teamId;
  const [teamId, setTeamId] = useState<string | null>(row ? row.teamId : (ofService ?? teams[0]?.id ?? ''));
  const [name, setName] = useState(row?.name ?? '');
  const [services, setServices] = useState<readonly string[]>(row?.services ?? (serviceId === undefined ? [] : [serviceId]));
  const [matchers, setMatchers] = useState<readonly LabelMatcher[]>(row && row.matchers.length > 0 ? row.matchers : [newMatcher]);
  const [from, setFrom] = useState(row?.from ?? toLocalInput(serverNow()));
  const [to, setTo] = useState(row?.to ?? toLocalInput(serverNow() + hour));
  const [zone, setZone] = useState(row?.zone ?? browserZone());
  const [rule, setRule] = useState(row?.rule ?? '');
  const [isOwnRule, setOwnRule] = useState(row?.rule != null && !isOffered(row.rule));
  const [behaviour, setBehaviour] = useState<MaintenanceRow['behaviour']>(row?.behaviour ?? 'suppress');
  const plan = useCommand('PlanMaintenance', 'plan the maintenance');
  const change = useCommand('ChangeMaintenance', 'change the maintenance');
  const offered = useAll('services').filter((one) => one.state === 'active' && (teamId === null || one.teamId === teamId));
  const named = matchers.filter(({ label }) => label.trim() !== '');
  const send = () => {
    const settings = { name, services: [...services], matchers: named, from, to, zone, rule: rule.trim() || null, behaviour };
    if (row) change.mutate({ windowId: row.id, version: row.version, ...settings }, { onSuccess: onClose });
    else plan.mutate({ teamId, ...settings }, { onSuccess: onClose });
  };
  return (
    <Dialog title={row ? `Edit ${row.name}` : 'New maintenance window'} wide onClose={onClose}>
      <div className="space-y-4">
        <TextField label="Name" autoFocus value={name} onChange={({ target }) => setName(target.value)} />
        {!row && (
          <TeamChoice
            value={teamId}
            permission="silence.start"
            onChange={(chosen) => {
              setTeamId(chosen);
              setServices([]);
            }}
          />
        )}
        <CheckList
          legend="Services"
          choices={offered.map(({ id }) => id)}
          words={Object.fromEntries(offered.map((one) => [one.id, one.name]))}
          chosen={services}
          onChange={setServices}
        >
          <p className="mt-1 text-xs text-muted">None: all services of the team.</p>
        </CheckList>
      </div>
      <Conditions matchers={matchers} most={maintenanceLimits.matchers} onChange={setMatchers} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="From" kind="datetime" value={from} onChange={setFrom} />
        <DateField label="To" kind="datetime" value={to} onChange={setTo} />
        <ZoneField label="Time zone" value={zone} onChoose={setZone} />
        <SelectField
          label="Repeats"
          value={isOwnRule ? ownRule : rule}
          onChange={({ target }) => {
            setOwnRule(target.value === ownRule);
            if (target.value !== ownRule) setRule(target.value);
          }}
        >
          {recurrences.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value={ownRule}>By a rule…</option>
        </SelectField>
        {isOwnRule && (
          <TextField
            label="Rule"
            className="sm:col-span-2"
            hint="An RRULE, such as FREQ=MONTHLY;BYDAY=2TU"
            value={rule}
            maxLength={maintenanceLimits.ruleCharacters}
            onChange={({ target }) => setRule(target.value)}
          />
        )}
        <SelectField
          label="Alerts"
          className="sm:col-span-2"
          value={behaviour}
          onChange={({ target }) => setBehaviour(target.value as MaintenanceRow['behaviour'])}
        >
          <option value="suppress">page no one</option>
          <option value="low_urgency">have low urgency</option>
        </SelectField>
      </div>
      <DialogButtons>
        <Button
          kind="act"
          busy={plan.isPending || change.isPending}
          whyNot={
            (name.trim() === '' && 'Name the window') ||
            (services.length === 0 && named.length === 0 && 'Choose services, or name a label') ||
            (!(from < to) && 'The end must be after the beginning')
          }
          onClick={send}
        >
          {row ? 'Save' : 'Plan maintenance'}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as inhibitionLimits from '@tocsin/contracts/inhibition/limits.js';
import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import { useNavigate } from '@tanstack/react-router';
import { useCommand } from '../../../data/cache/use-command.js';
import { useEvery } from '../../../data/cache/use-view.js';
import { useMay, useMe } from '../../../data/session/session.js';
import { keepDraft, storedDraft } from '../../../data/session/use-stored-state.js';
import { count } from '../../../data/words/sentence.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { OwnedByFile } from '../../config-files/shared/owned-by-file.js';
import { newMatcher } from '../../policies/shared/matcher-line.js';
import { noRoutes, organisationDraft, withHold, type RoutesDraft } from '../../route-rules/shared/routes-draft.js';
import { Conditions } from '../../silences/shared/conditions.js';
import { TeamChoice, useTeamDraft } from '../../silences/shared/team-choice.js';
import { usePreview } from '../../silences/shared/use-preview.js';

interface Draft {
  readonly teamId: string | null;
  readonly name: string;
  readonly source: readonly LabelMatcher[];
  readonly target: readonly LabelMatcher[];
  /** As typed, separated by commas. */
  readonly equal: string;
}

const draftOf = (row: InhibitionRuleRow | undefined): Draft =>
  row ? { ...row, equal: row.equal.join(', ') } : { teamId: '', name: '', source: [newMatcher], target: [newMatcher], equal: '' };

const isIncomplete = (matchers: readonly LabelMatcher[]): boolean => matchers.some(({ label }) => label.trim() === '');
const labelsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))].slice(0, inhibitionLimits.equalLabels);

const whyNot = ({ name, source, target }: Draft): string | false =>
  (name.trim() === '' && 'Name the rule') || ((isIncomplete(source) || isIncomplete(target)) && 'Name a label and its value');

/** Makes or changes an inhibition rule. */
export function InhibitionDialog({ row, onClose }: { row?: InhibitionRuleRow; onClose: () => void }) {
  const [draft, put] = useTeamDraft('service.configure', () => draftOf(row));
  const save = useCommand('SaveInhibitionRule', 'save the inhibition rule');
  const { teamId, name, source, target, equal } = draft;
  const send = (onSuccess: () => void) => {
    const settings = { teamId, name, source: [...source], target: [...target], equal: labelsIn(equal), isOn: row?.isOn ?? true };
    save.mutate({ ...(row ? { ruleId: row.id } : {}), ...settings }, { onSuccess });
  };
  return (
    <Dialog title={row ? `Edit ${row.name}` : 'New inhibition rule'} wide onClose={onClose}>
      {row && <OwnedByFile id={row.id} />}
      <p className="mb-4 text-muted">
        While an alert fires, muted or not, others that match are muted. Alerts that would inhibit each other do not.
      </p>
      <div className="space-y-4">
        <TextField label="Name" value={name} onChange={(event) => put({ name: event.target.value })} />
        {!row && <TeamChoice value={teamId} onChange={(chosen) => put({ teamId: chosen })} permission="service.configure" />}
      </div>
      <Conditions legend="While these fire" matchers={source} most={inhibitionLimits.matchers} onChange={(next) => put({ source: next })} />
      <Conditions legend="Mute these" matchers={target} most={inhibitionLimits.matchers} onChange={(next) => put({ target: next })} />
      <TextField
        label="With the same labels"
        hint="Separated by commas. A label that both lack is equal."
        value={equal}
        onChange={(event) => put({ equal: event.target.value })}
      />
      <Targets draft={draft} />
      {!isIncomplete(target) && <HoldOffer target={target} whyNot={whyNot(draft)} isSaving={save.isPending} onSave={send} />}
      <DialogButtons>
        <Button kind="act" busy={save.isPending} whyNot={whyNot(draft)} onClick={() => send(onClose)}>
          Save rule
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface HoldOfferProps {
  target: readonly LabelMatcher[];
  whyNot: string | false;
  isSaving: boolean;
  onSave: (onSuccess: () => void) => void;
}

/** Targets that may fire before their source would page first: a route can hold them, in case they are muted by then. The rule is saved first. */
function HoldOffer({ target, whyNot: reason, isSaving, onSave }: HoldOfferProps) {
  const { personId } = useMe();
  const navigate = useNavigate();
  const may = useMay('routes.configure');
  const row = useEvery('routeRules').data?.rows.find(({ id }) => id === organisationRouter);
  const draft = () => {
    const unsaved = storedDraft(personId, organisationDraft) as RoutesDraft | null;
    keepDraft(personId, { name: organisationDraft, value: withHold(row ?? noRoutes, target, unsaved) });
    void navigate({ to: '/routes' });
  };
  return (
    <p className="mt-2 text-muted">
      An alert that fires before its source pages.{' '}
      {may ? (
        <Button kind="quiet" busy={isSaving} whyNot={reason} onClick={() => onSave(draft)}>
          Save, and hold these alerts 1 min…
        </Button>
      ) : (
        'A route can hold it for 1 min.'
      )}
    </p>
  );
}

/** How many alerts could be muted, and how many of them lack a label that must be equal. */
function Targets({ draft: { teamId, target, equal } }: { draft: Draft }) {
  const { preview } = usePreview({ teamId, matchers: target, labels: labelsIn(equal) });
  if (!preview) return null;
  return (
    <p className="mt-2 text-muted">
      {count(preview.past.alerts, 'alert')} of the last {preview.past.days} days could be muted
      {Object.entries(preview.lacking).map(([label, lacking]) => lacking > 0 && ` · ${lacking} without ${label}`)}
    </p>
  );
}

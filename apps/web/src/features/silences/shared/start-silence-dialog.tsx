import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import { useEffect, useRef } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useJudge } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';
import { serverNow } from '../../../data/time/clock.js';
import { toLocalInput } from '../../../data/time/local-input.js';
import { Button } from '../../../ui/button.js';
import { DateField } from '../../../ui/date-field.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { Check, TextField } from '../../../ui/field.js';
import { SelectField } from '../../../ui/select.js';
import { newMatcher } from '../../policies/shared/matcher-line.js';
import { Conditions } from './conditions.js';
import { Confirmation } from './confirmation.js';
import { CoveredGroups } from './covered-groups.js';
import { choicesFor, coveredBy, exemptIn, lengths, lengthWords, settingsOf, whyNot, type SilenceDraft } from './silence-draft.js';
import { TeamChoice, useTeamDraft } from './team-choice.js';
import { usePreview } from './use-preview.js';

interface Props {
  onClose: () => void;
  /** Of the alert group that it is made from, which is covered whatever its urgency. */
  teamId?: string | null;
  matchers?: readonly LabelMatcher[];
  groupId?: string;
}

/** Asks what is muted, how long and why, and shows what that covers. */
export function StartSilenceDialog({ onClose, teamId, matchers, groupId }: Props) {
  const mayLong = useJudge('service.configure');
  const [draft, put] = useTeamDraft<SilenceDraft>('silence.start', () => ({
    teamId: teamId ?? '',
    matchers: matchers?.length ? matchers : [newMatcher],
    length: duration.hour,
    until: null,
    untilResolved: false,
    comment: '',
    left: new Set(),
    asked: new Set(groupId === undefined ? [] : [groupId]),
    typed: '',
  }));
  const { preview, isAsked } = usePreview(draft);
  const startButton = useFocusOnce(groupId !== undefined && !isAsked);
  const start = useCommand('StartSilence', 'start the silence');
  const longest = draft.teamId === null || mayLong({ teamId: draft.teamId }) ? silenceLimits.longest : silenceLimits.longestOfResponder;
  const onSuccess = () => {
    say({ kind: 'done', title: 'Silence started' });
    onClose();
  };
  return (
    <Dialog title="Silence alerts" wide onClose={onClose}>
      <Explanation />
      <TeamChoice value={draft.teamId} onChange={(chosen) => put({ teamId: chosen })} permission="silence.start" />
      <div ref={beginHere}>
        <Conditions matchers={draft.matchers} most={silenceLimits.matchers} onChange={(next) => put({ matchers: next })} />
      </div>
      {preview && <CoveredGroups preview={preview} exempt={exemptIn(preview, draft)} onChange={(next) => put(choicesFor(preview, next))} />}
      <HowLong draft={draft} longest={longest} onChange={put} />
      <TextField
        label="Comment"
        className="mt-4"
        value={draft.comment}
        maxLength={silenceLimits.commentCharacters}
        onChange={({ target }) => put({ comment: target.value })}
      />
      {preview?.matchesMissing && (
        <Confirmation covered={coveredBy(preview, draft)} typed={draft.typed} onType={(typed) => put({ typed })} />
      )}
      <DialogButtons>
        <Button
          kind="act"
          ref={startButton}
          busy={start.isPending}
          whyNot={whyNot(draft, preview, isAsked)}
          onClick={() => start.mutate(settingsOf(draft, preview, longest), { onSuccess })}
        >
          Start silence
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** A list that is typed into would open with the dialog if it had the first focus, and show no choice. */
function beginHere(part: HTMLElement | null): void {
  part?.querySelector('input')?.setAttribute('autofocus', '');
}

/** The button gets the focus as soon as it can be pressed: from an alert group a silence starts with two keys. */
function useFocusOnce(isReady: boolean) {
  const ref = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    ref.current?.focus();
  }, [isReady]);
  return ref;
}

const Explanation = () => (
  <p className="mb-4 text-muted">
    No one is paged for alerts of the team’s services that match all conditions. Alert groups stay in the list as suppressed; what still
    fires at the end pages after 5 minutes.
  </p>
);

interface PartProps {
  draft: SilenceDraft;
  onChange: (change: Partial<SilenceDraft>) => void;
}

/** The end is a time, not a length. */
const byTime = 'until';

const HowLong = ({ draft: { length, until, untilResolved }, longest, onChange }: PartProps & { longest: number }) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="For"
        value={until === null ? String(Math.min(length, longest)) : byTime}
        onChange={({ target: { value } }) => onChange(value === byTime ? { until: '' } : { length: Number(value), until: null })}
      >
        {lengths
          .filter((one) => one <= longest)
          .map((one) => (
            <option key={one} value={one}>
              {lengthWords(one)}
            </option>
          ))}
        <option value={byTime}>Until a time…</option>
      </SelectField>
      {until !== null && (
        <DateField
          label="Until"
          kind="datetime"
          hint={`At most ${lengthWords(longest)} ahead.`}
          min={toLocalInput(serverNow())}
          max={toLocalInput(serverNow() + longest)}
          value={until}
          onChange={(text) => onChange({ until: text })}
        />
      )}
    </div>
    <div className="mt-2">
      <Check
        label="Only until it resolves: end when nothing that it covers has fired for 10 minutes"
        checked={untilResolved}
        onChange={({ target }) => onChange({ untilResolved: target.checked })}
      />
    </div>
  </>
);

import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import type { SilencePreview } from '@tocsin/contracts/silences/preview.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useJudge } from '../../../data/session/session.js';
import { serverNow } from '../../../data/time/clock.js';
import { say } from '../../../data/toasts.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { Check, TextField } from '../../../ui/field.js';
import { SelectField } from '../../../ui/select.js';
import { newMatcher } from '../../policies/shared/matcher-line.js';
import { Conditions } from './conditions.js';
import { CoveredGroups } from './covered-groups.js';
import { TeamChoice, useTeamsFor } from './team-choice.js';
import { usePreview } from './use-preview.js';

const { hour, day } = duration;
const lengths = [hour, 2 * hour, 4 * hour, 8 * hour, day, 3 * day, 7 * day, 30 * day, silenceLimits.longest];

const lengthWords = (length: number): string => {
  if (length <= day) return length === hour ? '1 hour' : `${length / hour} hours`;
  return `${length / day} days`;
};

/** What a person has unticked, and ticked although it is of high urgency. */
interface Choices {
  readonly left: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
}

/** High urgency is left out unless it is ticked. */
const exemptIn = (preview: SilencePreview | undefined, { left, asked }: Choices): ReadonlySet<string> =>
  new Set(
    (preview?.open ?? []).flatMap(({ groupId, urgency }) =>
      left.has(groupId) || (urgency === 'high' && !asked.has(groupId)) ? [groupId] : [],
    ),
  );

interface Props {
  onClose: () => void;
  /** Of the alert group that it is made from. */
  teamId?: string | null;
  matchers?: readonly LabelMatcher[];
  /** The alert group that it is made from: it is covered, whatever its urgency. */
  groupId?: string;
}

/** Asks what is muted, how long and why, and shows what that covers. */
export function StartSilenceDialog({ onClose, teamId: ownTeamId = null, matchers: labels, groupId }: Props) {
  const mayLong = useJudge('service.configure');
  const teams = useTeamsFor('silence.start');
  const [teamId, setTeamId] = useState<string | null>(ownTeamId ?? teams[0]?.id ?? '');
  const [matchers, setMatchers] = useState<readonly LabelMatcher[]>(labels && labels.length > 0 ? labels : [newMatcher]);
  const [length, setLength] = useState<number>(hour);
  const [comment, setComment] = useState('');
  const [untilResolved, setUntilResolved] = useState(false);
  const [typed, setTyped] = useState('');
  const [choices, setChoices] = useState<Choices>({ left: new Set(), asked: new Set(groupId ? [groupId] : []) });
  const start = useCommand('StartSilence', 'start the silence');
  const preview = usePreview({ teamId, matchers });
  const exempt = exemptIn(preview, choices);
  const longest = teamId === null || mayLong({ teamId }) ? silenceLimits.longest : silenceLimits.longestOfResponder;
  const isEmpty = matchers.some(({ label }) => label.trim() === '');
  const covered = (preview?.groups ?? 0) - exempt.size;
  const isUnconfirmed = preview?.matchesMissing === true && typed.trim() !== String(covered);
  const choose = (next: ReadonlySet<string>) => {
    const open = preview?.open ?? [];
    setChoices({
      left: new Set(open.filter(({ groupId: id, urgency }) => urgency !== 'high' && next.has(id)).map(({ groupId: id }) => id)),
      asked: new Set(open.filter(({ groupId: id, urgency }) => urgency === 'high' && !next.has(id)).map(({ groupId: id }) => id)),
    });
  };
  const send = () => {
    const until = new Date(serverNow() + Math.min(length, longest)).toISOString();
    const confirmedGroups = preview?.matchesMissing ? covered : null;
    start.mutate(
      {
        teamId,
        matchers: [...matchers],
        until,
        comment,
        exempt: [...exempt].slice(0, silenceLimits.exempt),
        untilResolved,
        confirmedGroups,
      },
      {
        onSuccess: () => {
          say({ kind: 'done', title: 'Silence started' });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title="Silence alerts" wide onClose={onClose}>
      <p className="mb-4 text-muted">
        No one is paged for alerts of the team’s services that match all conditions. Alert groups stay in the list as suppressed; what still
        fires at the end pages after 5 minutes.
      </p>
      <TeamChoice value={teamId} onChange={setTeamId} permission="silence.start" />
      <Conditions matchers={matchers} most={silenceLimits.matchers} onChange={setMatchers} />
      {preview && <CoveredGroups preview={preview} exempt={exempt} onChange={choose} />}
      <SelectField label="For" value={String(Math.min(length, longest))} onChange={({ target }) => setLength(Number(target.value))}>
        {lengths
          .filter((one) => one <= longest)
          .map((one) => (
            <option key={one} value={one}>
              {lengthWords(one)}
            </option>
          ))}
      </SelectField>
      <div className="mt-2">
        <Check
          label="Only until it resolves: end when nothing that it covers has fired for 10 minutes"
          checked={untilResolved}
          onChange={({ target }) => setUntilResolved(target.checked)}
        />
      </div>
      <TextField
        label="Comment"
        className="mt-4"
        value={comment}
        maxLength={silenceLimits.commentCharacters}
        onChange={({ target }) => setComment(target.value)}
      />
      {preview?.matchesMissing && (
        <TextField
          label="Number of alert groups that it covers"
          className="mt-4"
          hint={`The conditions also hold for every alert without these labels. Type ${covered} to confirm.`}
          inputMode="numeric"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <DialogButtons>
        <Button
          kind="act"
          busy={start.isPending}
          whyNot={
            (teamId === '' && 'Choose a team') ||
            (isEmpty && 'Name a label and its value') ||
            (isUnconfirmed && 'Type the number of alert groups')
          }
          onClick={send}
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

import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useJudge } from '../../../data/session/session.js';
import { serverNow } from '../../../data/time/clock.js';
import { say } from '../../../data/toasts.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { TextField } from '../../../ui/field.js';
import { ComboField, namedOptions } from '../../../ui/combo-field.js';
import { SelectField } from '../../../ui/select.js';
import { MatcherLine, newMatcher } from '../../policies/shared/matcher-line.js';
import { useTeams } from '../../teams/shared/teams.js';

const { hour, day } = duration;
const lengths = [hour, 2 * hour, 4 * hour, 8 * hour, day, 3 * day, 7 * day, 30 * day, silenceLimits.longest];

const lengthWords = (length: number): string => {
  if (length <= day) return length === hour ? '1 hour' : `${length / hour} hours`;
  return `${length / day} days`;
};

/** An alert without the label satisfies it, too. */
const isMetByMissing = ({ operator, value }: LabelMatcher): boolean => operator.startsWith('!') || (operator === '=' && value === '');

interface Props {
  onClose: () => void;
  /** Of the alert group that it is made from. */
  teamId?: string | null;
  matchers?: readonly LabelMatcher[];
}

/** Asks what is muted, how long and why. */
export function StartSilenceDialog({ onClose, teamId: ownTeamId = null, matchers: labels }: Props) {
  const [may, mayLong] = [useJudge('silence.start'), useJudge('service.configure')];
  const teams = useTeams().filter(({ id }) => may({ teamId: id }));
  const [teamId, setTeamId] = useState(ownTeamId ?? teams[0]?.id ?? '');
  const [matchers, setMatchers] = useState<readonly LabelMatcher[]>(labels && labels.length > 0 ? labels : [newMatcher]);
  const [length, setLength] = useState<number>(hour);
  const [comment, setComment] = useState('');
  const start = useCommand('StartSilence', 'start the silence');
  const longest = mayLong({ teamId }) ? silenceLimits.longest : silenceLimits.longestOfResponder;
  const isEmpty = matchers.some(({ label }) => label.trim() === '') || matchers.every(isMetByMissing);
  const send = () => {
    const until = new Date(serverNow() + Math.min(length, longest)).toISOString();
    start.mutate(
      { teamId, matchers: [...matchers], until, comment },
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
      <ComboField label="Team" placeholder="Choose a team" options={namedOptions(teams)} value={teamId} onChoose={setTeamId} />
      <Conditions matchers={matchers} onChange={setMatchers} />
      <SelectField label="For" value={String(Math.min(length, longest))} onChange={({ target }) => setLength(Number(target.value))}>
        {lengths
          .filter((one) => one <= longest)
          .map((one) => (
            <option key={one} value={one}>
              {lengthWords(one)}
            </option>
          ))}
      </SelectField>
      <TextField
        label="Comment"
        className="mt-4"
        value={comment}
        maxLength={silenceLimits.commentCharacters}
        onChange={({ target }) => setComment(target.value)}
      />
      <DialogButtons>
        <Button
          kind="act"
          busy={start.isPending}
          whyNot={(teamId === '' && 'Choose a team') || (isEmpty && 'Name a label and its value')}
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

function Conditions({ matchers, onChange }: { matchers: readonly LabelMatcher[]; onChange: (matchers: readonly LabelMatcher[]) => void }) {
  const missing = matchers.filter((one) => one.label !== '' && isMetByMissing(one)).map(({ label }) => label);
  return (
    <fieldset className="my-4 space-y-1.5">
      <legend className="mb-1 font-medium">Conditions</legend>
      {matchers.map((matcher, at) => (
        <MatcherLine
          // oxlint-disable-next-line react/no-array-index-key -- a matcher is known by its place alone
          key={at}
          of={`condition ${at + 1}`}
          before={at === 0 ? 'alerts where' : 'and'}
          matcher={matcher}
          onChange={(next) => onChange(matchers.with(at, next))}
          onRemove={() => onChange(matchers.length > 1 ? matchers.toSpliced(at, 1) : [newMatcher])}
        />
      ))}
      {matchers.length < silenceLimits.matchers && (
        <Button kind="quiet" onClick={() => onChange([...matchers, newMatcher])}>
          Add condition
        </Button>
      )}
      {missing.length > 0 && <p className="text-warn">Alerts without the label {missing.join(', ')} match, too.</p>}
    </fieldset>
  );
}

import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useEvery } from '../../../data/cache/use-view.js';
import { useMay } from '../../../data/session/session.js';
import { useNames } from '../../../data/words/names.js';
import { Button } from '../../../ui/button.js';
import { Confirm } from '../../../ui/confirm.js';
import { ResourceList } from '../../../ui/resource/resource-list.js';
import { matcherWords } from '../../policies/shared/matcher-line.js';
import { MutingLine } from '../../silences/shared/muting-line.js';
import { InhibitionDialog } from './inhibition-dialog.js';

/** Rules by which one alert mutes others while it fires. */
export function InhibitionSection() {
  const may = useMay('service.configure');
  const reading = useEvery('inhibitionRules');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourceList
        id="inhibition"
        title="Inhibition rules"
        what="The inhibition rules"
        reading={reading}
        rows={(reading.data?.rows ?? []).toSorted((one, other) => one.name.localeCompare(other.name))}
        renderLine={(row) => <RuleLine row={row} />}
        empty="No rules. With one, an alert such as “cluster down” mutes those that follow from it."
        addButton={may && <Button onClick={() => setOpen(true)}>New rule</Button>}
      />
      {isOpen && <InhibitionDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const conditionsOf = (matchers: InhibitionRuleRow['source']): string => matchers.map(matcherWords).join(' and ');

function RuleLine({ row }: { row: InhibitionRuleRow }) {
  const { id: ruleId, teamId, name, source, target, equal, isOn } = row;
  const names = useNames();
  const may = useMay('service.configure', { teamId });
  const [isOpen, setOpen] = useState(false);
  const save = useCommand('SaveInhibitionRule', 'save the inhibition rule');
  const remove = useCommand('RemoveInhibitionRule', 'remove the inhibition rule');
  const settings = { ruleId, teamId, name, source, target, equal };
  return (
    <MutingLine
      state={isOn ? 'active' : 'off'}
      title={name}
      flag={!isOn && 'off'}
      note={`${teamId === null ? 'All teams' : names.team(teamId)} · while ${conditionsOf(source)} fires, mutes ${conditionsOf(target)}${equal.length > 0 ? ` with the same ${equal.join(', ')}` : ''}`}
    >
      {may && (
        <>
          <Button kind="quiet" busy={save.isPending} onClick={() => save.mutate({ ...settings, isOn: !isOn })}>
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
          <Button kind="quiet" aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
            Edit
          </Button>
          <Confirm
            label="Remove"
            title={`Remove ${name}`}
            says="What it mutes and still fires pages after 5 minutes."
            act="Remove rule"
            busy={remove.isPending}
            onConfirm={() => remove.mutate({ ruleId })}
          />
        </>
      )}
      {isOpen && <InhibitionDialog row={row} onClose={() => setOpen(false)} />}
    </MutingLine>
  );
}

import { useState } from 'react';
import { Panel } from '../../../ui/panel.js';
import { Nothing } from '../../../ui/screen.js';
import { WhenRead } from '../../../ui/when-read.js';
import { ChoosePerson } from './choose-person.js';
import { useWhy } from './use-why.js';
import { WhyGroup } from './why-group.js';

/** Why someone was or was not paged for this alert group. */
export function WhyHere({ groupId }: { groupId: string }) {
  const [person, setPerson] = useState('');
  return (
    <Panel title="Why (not) paged?" actions={<ChoosePerson value={person} onChoose={setPerson} />}>
      {person ? (
        <WhyVerdictLine person={person} groupId={groupId} />
      ) : (
        <Nothing>Choose a person to see what paged them, or what did not.</Nothing>
      )}
    </Panel>
  );
}

function WhyVerdictLine({ person, groupId }: { person: string; groupId: string }) {
  const reading = useWhy({ person, group: groupId });
  return (
    <WhenRead of={[reading]} what="The answer" lines={4}>
      {reading.data?.groups.map((group) => (
        <WhyGroup key={group.groupId} personId={person} group={group} />
      ))}
    </WhenRead>
  );
}

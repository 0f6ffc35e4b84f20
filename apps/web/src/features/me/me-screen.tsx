import type { ContactRow } from '@tocsin/contracts/people.js';
import type { ReactNode } from 'react';
import { plainName } from '../../data/names.js';
import { useMe } from '../../data/session.js';
import { useRow } from '../../data/use-view.js';
import { Screen, Unshown, Waiting } from '../../ui/screen.js';
import { Bells } from './bells.js';
import { ContactMethods } from './contact-methods.js';
import { OwnTokens } from './own-tokens.js';
import { Profile } from './profile.js';
import { Rules } from './rules.js';
import { Security } from './security.js';

const nothing = (id: string): ContactRow => ({ id, methods: [], rules: [] });

/** How I am reached. `readiness`: whether I am. */
export function MeScreen({ readiness }: { readiness: ReactNode }) {
  const { personId } = useMe();
  const person = useRow('people', personId).data?.row;
  const { data, error, refetch } = useRow('contacts', personId);
  const contact = data && (data.row ?? nothing(personId));
  if (error && !data) return <Unshown error={error} again={() => void refetch()} />;
  return (
    <Screen narrow title="How I am reached">
      {!contact && <Waiting />}
      {contact && (
        <>
          {readiness}
          <Bells />
          <Rules contact={contact} />
          <ContactMethods contact={contact} />
        </>
      )}
      {person && <Profile personId={personId} name={plainName(person.name)} timeZone={person.timeZone} />}
      <Security personId={personId} />
      <OwnTokens personId={personId} />
    </Screen>
  );
}

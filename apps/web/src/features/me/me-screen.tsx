import type { ContactRow } from '@tocsin/contracts/contacts.js';
import type { ReactNode } from 'react';
import { plainName } from '../../data/names.js';
import { useMe } from '../../data/session.js';
import { useRow } from '../../data/use-view.js';
import { Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
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
  const reading = useRow('contacts', personId);
  const { data } = reading;
  const contact = data && (data.row ?? nothing(personId));
  return (
    <Screen narrow title="How I am reached">
      <WhenRead of={[reading]} what="How you are reached" lines={8} />
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

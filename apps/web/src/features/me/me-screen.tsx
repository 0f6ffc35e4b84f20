import { Suspense } from 'react';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { useMe } from '../../data/session/session.js';
import { useRow } from '../../data/cache/use-view.js';
import { Screen, WaitingLines } from '../../ui/screen.js';
import { WhenSettled, WhenRead, type UpperPart } from '../../ui/when-read.js';
import { Bells } from './bells.js';
import { ContactMethods } from '../contacts/shared/contact-methods.js';
import { OwnTokens } from '../tokens/shared/own-tokens.js';
import { Profile } from './profile.js';
import { Security } from './security.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { useOwnFeeds } from '../calendar-feeds/shared/own-feeds.js';

const CalendarFeeds = lazyPart(() => import('../calendar-feeds/shared/calendar-feeds.js'), 'CalendarFeeds');

const ChatAccounts = lazyPart(() => import('../contacts/shared/chat-accounts.js'), 'ChatAccounts');

const nothing = (id: string): ContactRow => ({ id, methods: [], rules: [] });

const TimeAway = lazyPart(() => import('./time-away.js'), 'TimeAway');

const FollowedServices = lazyPart(() => import('../followers/shared/followed-services.js'), 'FollowedServices');

const NoticeSettings = lazyPart(() => import('../notices/shared/notice-settings.js'), 'NoticeSettings');

const RehearsalPages = lazyPart(() => import('./rehearsal-pages.js'), 'RehearsalPages');

/**
 * The signed-in person’s settings: contact methods, profile, sign-in. `readiness`: the box that says whether a page would
 * reach them. `phone`: opens with the dialog that adds this device.
 */
export function MeScreen({ readiness: Readiness, phone }: { readiness: UpperPart<{ phone: boolean; listed: boolean }>; phone: boolean }) {
  const { personId } = useMe();
  const [people, contacts] = [useRow('people', personId), useRow('contacts', personId)];
  const person = people.data?.row;
  const contact = contacts.data && (contacts.data.row ?? nothing(personId));
  const readings = [people, contacts];
  const feeds = useOwnFeeds();
  const account = (
    <Security personId={personId}>
      <OwnTokens personId={personId} />
    </Security>
  );
  return (
    <Screen narrow title="My settings">
      {contact && person ? (
        <Readiness
          listed
          phone={phone}
          below={
            // all at once, so that nothing moves below what comes later
            <Suspense fallback={<WaitingLines lines={8} />}>
              <WhenSettled of={[feeds]} lines={8}>
                <ContactMethods contact={contact} />
                <ChatAccounts contact={contact} />
                <TimeAway person={person} />
                <FollowedServices contact={contact} />
                <NoticeSettings contact={contact} timeZone={person.timeZone} />
                <RehearsalPages contact={contact} />
                <Bells />
                <Profile person={person} />
                <CalendarFeeds of={{ kind: 'person' }} />
                {account}
              </WhenSettled>
            </Suspense>
          }
        />
      ) : (
        <WhenSettled of={readings} lines={8}>
          <WhenRead of={readings} what="How you are reached" lines={8} />
          {account}
        </WhenSettled>
      )}
    </Screen>
  );
}

import { personPermission } from '@tocsin/contracts/people/person-permission.js';
import type { ViewRow } from '@tocsin/contracts/catalogue.js';
import { useState } from 'react';
import { plainName } from '../../data/words/names.js';
import { useMay } from '../../data/session/session.js';
import { useCommand } from '../../data/cache/use-command.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { MailResult } from './shared/mail-result.js';
import { InvitationLink } from './shared/invitation-link.js';

/** The invitation of a person who has not joined yet: its expiry, and a new link. */
export function Invitation({
  person: { id: personId, name, email, role, invitationExpiresAt, invitationMail },
}: {
  person: ViewRow<'people'>;
}) {
  const invite = useCommand('InvitePerson', 'make a new link');
  const permission = personPermission(role);
  const may = useMay(permission);
  const [link, setLink] = useState<{ text: string; isMailed: boolean; isRepeated: boolean } | null>(null);
  return (
    <BarredFields className="mt-9" why={!may && `Only ${whoMay(permission)} can create links.`}>
      <Section
        title="Invitation"
        aside={
          <Button
            whyNot={(typeof email !== 'string' || typeof name !== 'string') && 'They are erased'}
            busy={invite.isPending}
            onClick={() =>
              invite.mutate(
                { personId, name: plainName(name), email: plainName(email), role },
                {
                  onSuccess: ({ says: { invitation, mailed, earlierInvitation } }) =>
                    setLink(
                      typeof invitation === 'string'
                        ? { text: invitation, isMailed: mailed, isRepeated: earlierInvitation === 'ended' }
                        : null,
                    ),
                },
              )
            }
          >
            {invitationMail?.reason ? 'Create a link to copy' : 'Create a new link'}
          </Button>
        }
      >
        <p className="py-2">
          {invitationExpiresAt ? (
            <>
              They have not joined yet. Their link expires <At at={invitationExpiresAt} />. A new link replaces it.
            </>
          ) : (
            'They have not joined and have no valid link.'
          )}
        </p>
        {invitationExpiresAt && invitationMail && (
          <p className="pb-2">
            <MailResult what="Invitation" mail={invitationMail} />
            {invitationMail.reason && '. Create a link and send it to them yourself'}.
          </p>
        )}
        {link !== null && (
          <InvitationLink
            personId={personId}
            name={plainName(name)}
            link={link.text}
            isMailed={link.isMailed}
            isRepeated={link.isRepeated}
            onClose={() => setLink(null)}
          />
        )}
      </Section>
    </BarredFields>
  );
}
